import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getContext } from '../../../server/operations/get-context.ts';
import { type Contract, startContract } from '../../contract/contract.ts';
import { followed } from '../../contract/follow.ts';
import { articleText, contentOf } from '../../site.ts';
import { tokensBySomebodyElse } from '../../tokens.ts';

const files = {
  'mcp/teapot.md': articleText({
    zh: '## 壶身\n\n茶壶的身体装水。\n\n## 壶盖\n\n企鹅不会打开壶盖。',
    en: `## The body\n\nThe body of a teapot holds water.\n\n## The lid\n\nPenguins cannot open the lid.\n\n### Why\n\n${'Their flippers are too short for such a thing. '.repeat(30)}`,
  }),
  'skill/coffee-pot.md': articleText({
    id: 'art_coffee',
    zhTitle: '咖啡壶',
    enTitle: 'Coffee pot',
    fields: { riskLevel: 'high' },
    zh: '## 用途\n\n咖啡壶也有壶盖。',
    en: '## Its use\n\nA coffee pot has a lid, too.',
  }),
};
const filler = (times: number): string => 'It stands on a shelf. '.repeat(times).trim();
const section = (heading: string, text: string): string => `## ${heading}\n\n${text}`;
/** Four articles about porcelain, which each say much of it; one that only its keyword leads to; two about glaze. */
const shelf = {
  ...Object.fromEntries(
    ['one', 'two', 'three', 'four'].map((name) => [
      `mcp/${name}.md`,
      articleText({
        id: `art_${name}`,
        enTitle: `Number ${name}`,
        en: ['First', 'Second', 'Third', 'Fourth']
          .map((heading) => section(heading, `Porcelain, ${name}. ${filler(name === 'one' ? 24 : 28)}`))
          .join('\n\n'),
      }),
    ]),
  ),
  'mcp/island.md': articleText({
    id: 'art_island',
    enTitle: 'An island',
    fields: { keywords: '[zanzibar]' },
    en: [section('Where', 'In the sea.'), section('How', 'By ship.')].join('\n\n'),
  }),
  'mcp/firing.md': articleText({
    id: 'art_firing',
    enTitle: 'Glaze firing kiln',
    en: [section('Before', filler(3)), section('During', 'Glaze, firing.')].join('\n\n'),
  }),
  'mcp/workshop.md': articleText({
    id: 'art_workshop',
    enTitle: 'A workshop',
    en: [section('Rooms', filler(3)), section('Tools', `Glaze, firing, kiln. ${filler(20)}`)].join('\n\n'),
  }),
};
let contract: Contract;
let porcelain: Contract;
beforeAll(async () => {
  contract = await startContract(await contentOf(files));
  porcelain = await startContract(await contentOf(shelf));
});
afterAll(() => Promise.all([contract.server.close(), porcelain.server.close()]));

const contextFor = async (q: string, more = '', of = contract) => {
  const { status, body } = await of.api(`/api/v1/context?q=${encodeURIComponent(q)}${more}`);
  expect(status).toBe(200);
  return { ...getContext.output.parse(body.data), body };
};

describe('the context of a question', () => {
  it('is the sections that answer it, the best first, each with what to trust and how to cite it', async () => {
    const { passages } = await contextFor('can penguins open the lid');
    expect(passages[0]).toMatchObject({
      slug: 'teapot',
      title: 'Teapot',
      lang: 'en',
      section: 'the-lid',
      heading: 'The lid',
      text: '## The lid\n\nPenguins cannot open the lid.',
      verificationStatus: 'unverified',
      complete: true,
      get: 'GET /api/v1/articles/teapot?format=markdown&lang=en&section=the-lid',
    });
    expect(passages[0]?.citation).toMatch(/^teapot@sha256-[0-9a-f]{64}#the-lid$/);
    const several = await contextFor('lid');
    expect(new Set(several.passages.map(({ slug }) => slug))).toEqual(new Set(['teapot', 'coffee-pot']));
  });

  it('is in the language of the question, or the one that is asked for', async () => {
    expect((await contextFor('企鹅能打开壶盖吗')).passages[0]).toMatchObject({ lang: 'zh', section: '壶盖' });
    expect((await contextFor('企鹅能打开壶盖吗', '&lang=en')).passages.every(({ lang }) => lang === 'en')).toBe(true);
  });

  it.each([50, 120, 1000, 20_000])('stays within %d tokens', async (maxTokens) => {
    const { passages, tokens } = await contextFor('lid penguins flippers water', `&maxTokens=${maxTokens}`);
    expect(passages.length).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(maxTokens);
    expect(tokens).toBe(passages.reduce((sum, passage) => sum + passage.tokens, 0));
    for (const { text, tokens: own } of passages) expect(tokensBySomebodyElse(text)).toBeLessThanOrEqual(own);
  });

  it('comes from several articles before it comes twice from one', async () => {
    const { passages } = await contextFor('porcelain', '&maxTokens=700', porcelain);
    expect(new Set(passages.map(({ slug }) => slug)).size).toBe(passages.length);
  });

  it('is how an article begins that only its keywords lead to', async () => {
    const { passages } = await contextFor('zanzibar', '', porcelain);
    expect(passages.map(({ slug, section: anchor }) => [slug, anchor])).toEqual([['island', 'where']]);
  });

  it('begins with the article that search finds first, though another says a little more in one place', async () => {
    const { passages } = await contextFor('glaze firing kiln', '', porcelain);
    expect(passages.map(({ slug, section: anchor }) => `${slug}#${anchor}`).slice(0, 2)).toEqual([
      'firing#during',
      'workshop#tools',
    ]);
  });

  it('leaves out what says next to nothing', async () => {
    const { passages } = await contextFor('glaze firing kiln porcelain zanzibar', '&maxTokens=20000', porcelain);
    const last = passages.at(-1);
    expect(passages.length).toBeGreaterThan(3);
    // Each of the four has the same four sections; the weight of a fourth one from the same article is next to nothing.
    expect(passages.filter(({ slug }) => slug === 'four').length, last?.slug).toBeLessThan(4);
  });

  it('is narrowed down as a search is', async () => {
    const { passages, articles } = await contextFor('lid', '&maxRisk=medium');
    expect([new Set(passages.map(({ slug }) => slug)), articles]).toEqual([new Set(['teapot']), 1]);
  });

  it('is empty where nothing is found, and leads to what can be', async () => {
    const { passages, tokens, articles, body } = await contextFor('zzzzqqqq');
    expect([passages, tokens, articles]).toEqual([[], 0, 0]);
    expect((await followed(contract, body)).status).toBe(200);
  });
});
