import { afterAll, describe, expect, it } from 'vitest';
import { getContext } from '../../../server/operations/get-context.ts';
import { startContract } from '../../contract/contract.ts';
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
/**
 * Four long articles about porcelain, two articles about glaze, an article about a studio, and an article about an island, in which
 * `zanzibar` is a keyword and nothing else.
 */
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
  'mcp/studio.md': articleText({
    id: 'art_studio',
    enTitle: 'A studio',
    en: [section('Rooms', filler(60)), section('Tools', `Pigment, easel. ${filler(20)}`)].join('\n\n'),
  }),
  'mcp/workshop.md': articleText({
    id: 'art_workshop',
    enTitle: 'A workshop',
    en: [section('Rooms', filler(3)), section('Tools', `Glaze, firing, kiln. ${filler(20)}`)].join('\n\n'),
  }),
};
const contract = await startContract(await contentOf(files));
const porcelain = await startContract(await contentOf(shelf));
afterAll(() => Promise.all([contract.server.close(), porcelain.server.close()]));

const contextFor = async (q: string, more = '', of = contract) => {
  const { status, body } = await of.api(`/api/v1/context?q=${encodeURIComponent(q)}${more}`);
  expect(status).toBe(200);
  return { ...getContext.output.parse(body.data), body };
};

describe('the context of a question', () => {
  it('also has the openings of the best articles if the budget has room beyond 400 tokens', async () => {
    const openings = async (maxTokens: number) => {
      const { passages } = await contextFor('glaze and tools', `&maxTokens=${maxTokens}&lang=en`, porcelain);
      return passages.filter(({ slug, section }) => slug === 'workshop' && section === 'rooms').length;
    };
    expect([await openings(400), await openings(800)]).toEqual([0, 1]);
  });

  it('has a passage for each clause, even if another article matches the whole question better', async () => {
    const q = 'porcelain number one first or second or third; pigment and easel';
    const { passages, tokens } = await contextFor(q, '&maxTokens=300&lang=en', porcelain);
    expect(passages).toContainEqual(expect.objectContaining({ slug: 'studio', section: 'tools' }));
    expect(passages[0]?.slug).toBe('one');
    expect(tokens).toBeLessThanOrEqual(300);
  });

  it('has whole sections instead of parts if tokens are left', async () => {
    const completeIn = async (maxTokens: number) => {
      const { passages, tokens } = await contextFor(
        'porcelain number one first or second or third',
        `&maxTokens=${maxTokens}&lang=en`,
        porcelain,
      );
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      return passages.map(({ complete }) => complete);
    };
    expect(await completeIn(400)).toContain(false);
    expect(await completeIn(20_000)).not.toContain(false);
  });

  it('omits an opening that is longer than 300 tokens and has no word of the question', async () => {
    const { passages } = await contextFor('pigment easel', '&maxTokens=4000&lang=en', porcelain);
    expect(passages.map(({ section }) => section)).toEqual(['tools']);
  });

  it('has the sections that answer it, best first, each with trust and citation', async () => {
    const { match, unmatched, passages, body } = await contextFor('can penguins open the lid');
    expect([match, unmatched]).toEqual(['strong', undefined]);
    const { citation, relevance, tokens, ...passage } = passages[0] ?? { citation: '', relevance: 0 };
    expect(passage).toEqual({
      slug: 'teapot',
      title: 'Teapot',
      verificationStatus: 'unverified',
      confidenceScore: 30,
      evidence: 'none',
      riskLevel: 'low',
      lang: 'en',
      section: 'the-lid',
      complete: true,
      text: '## The lid\n\nPenguins cannot open the lid.',
    });
    expect(citation).toMatch(/^teapot@[0-9a-f]{12}#the-lid$/);
    expect(relevance).toBeGreaterThan(0.5);
    expect(body.meta.nextStep).toBe('GET /api/v1/articles/teapot?format=markdown&lang=en&section=the-lid');
    const several = await contextFor('can penguins open the lid of a coffee pot');
    expect(new Set(several.passages.map(({ slug }) => slug))).toEqual(new Set(['teapot', 'coffee-pot']));
  });

  it('has the passages in the order of their relevance', async () => {
    const { passages } = await contextFor('rooms tools glaze firing', '&maxTokens=800&lang=en', porcelain);
    const relevances = passages.map(({ relevance }) => relevance);
    expect(relevances.length).toBeGreaterThan(2);
    expect(relevances).toEqual([...relevances].sort((left, right) => right - left));
  });

  it('links to a section with a non-ASCII anchor by a short ASCII id', async () => {
    const { passages, body } = await contextFor('企鹅能打开壶盖吗');
    expect(passages[0]).toMatchObject({ lang: 'zh', section: '壶盖', text: '## 壶盖\n\n企鹅不会打开壶盖。' });
    expect(body.meta.nextStep).toMatch(/^GET \/api\/v1\/articles\/teapot\?.*&section=\.[0-9a-f]{8}$/);
    expect(await (await followed(contract, body)).text()).toContain('企鹅不会打开壶盖。');
  });

  it('shortens a section that is too long, and gives the request for the whole section', async () => {
    const { passages } = await contextFor('why are flippers too short', '&maxTokens=60');
    const [part] = passages;
    expect(part).toMatchObject({ section: 'why', complete: false });
    const get = part?.get?.replace(/^GET /, '') ?? '';
    expect(get).toBe('/api/v1/articles/teapot?format=markdown&lang=en&section=why');
    const whole = await (await contract.server.get(get)).text();
    expect(whole.length).toBeGreaterThan(3 * (part?.text.length ?? 0));
  });

  it('is in the language of the question, or in the requested one', async () => {
    expect((await contextFor('企鹅能打开壶盖吗')).passages[0]).toMatchObject({ lang: 'zh', section: '壶盖' });
    const english = await contextFor('企鹅能打开壶盖吗', '&lang=en');
    expect(english.passages.length).toBeGreaterThan(0);
    expect(english.passages.every(({ lang }) => lang === 'en')).toBe(true);
  });

  it.each([50, 120, 1000, 20_000])('stays within %d tokens', async (maxTokens) => {
    const { passages, tokens } = await contextFor('lid penguins flippers water', `&maxTokens=${maxTokens}`);
    expect(passages.length).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(maxTokens);
    expect(tokens).toBe(passages.reduce((sum, passage) => sum + passage.tokens, 0));
    for (const { text, tokens: own } of passages) expect(tokensBySomebodyElse(text)).toBeLessThanOrEqual(own);
  });

  it('has the beginning of an article if only its keywords match', async () => {
    const { passages } = await contextFor('zanzibar', '', porcelain);
    expect(passages.map(({ slug, section: anchor }) => [slug, anchor])).toEqual([['island', 'where']]);
  });

  it('ends when no further section answers, even if tokens are left', async () => {
    const { passages, tokens } = await contextFor('glaze firing kiln porcelain', '&maxTokens=20000', porcelain);
    expect(passages.slice(0, 2)).toMatchObject([{ section: 'before' }, { section: 'during' }]);
    expect(passages.map(({ slug }) => slug)).not.toContain('island');
    expect(tokens).toBeLessThan(1000);
  });

  it('is empty if nothing answers, names the unknown words, and suggests a search with hits', async () => {
    const { match, unmatched, passages, tokens, articles, body } = await contextFor('zzzzqqqq');
    expect([match, unmatched, passages, tokens, articles]).toEqual(['none', ['zzzzqqqq'], [], 0, 0]);
    const next = await followed(contract, body);
    expect(next.status).toBe(200);
    expect(((await next.json()) as typeof body).data.items.length).toBeGreaterThan(0);
  });
});
