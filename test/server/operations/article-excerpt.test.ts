import { afterAll, describe, expect, it } from 'vitest';
import { type ArticleExcerpt, articleExcerpt } from '../../../build/edition/article-schema.ts';
import { startContract, textAt } from '../../contract/contract.ts';
import { followed } from '../../contract/follow.ts';
import { articleText, contentOf } from '../../site.ts';
import { tokensBySomebodyElse } from '../../tokens.ts';

const long = (word: string): string => `${word} and more of it. `.repeat(40).trim();
const code = (lines: number): string => `\`\`\`js\n${'pour(tea);\n'.repeat(lines)}\`\`\``;
const stains = ['rust', 'soot', 'limescale', ...Array.from({ length: 16 }, (_, at) => `stain ${at}`)];
const row = (name: string): string =>
  `| ${name} | Wash it with warm water and let it dry in the shade for a day or two. |\n`;
const files = {
  'agent/samovar.md': articleText({
    id: 'art_samovar',
    zhTitle: '茶炊',
    enTitle: 'Samovar',
    zh: `茶炊烧水。\n\n## 点火\n\n用木炭点火。\n\n${code(40)}\n\n## 清洗\n\n每周一次。\n\n## 问答\n\n### 谁用？\n\n企鹅。`,
    en: `It boils water.\n\n## Lighting\n\nLight it with charcoal.\n\n${code(40)}\n\n\`\`\`output\nglow\n\`\`\`\n\nThen wait.\n\n${code(5)}\n\n## Cleaning\n\n| Stain | What to do |\n| --- | --- |\n${stains.map(row).join('')}\n\n## Q&A\n\n### Who uses it?\n\nPenguins.`,
  }),
  'mcp/teapot.md': articleText({
    fields: { aliases: '[kettle]' },
    zh: `## 壶身\n\n${'水很热。'.repeat(60)}\n\n## 壶盖\n\n短。\n\n## 问答\n\n### 谁洗壶？\n\n企鹅。`,
    en: `## The body\n\n${long('Water')}\n\n### Handle\n\nHot.\n\n## The lid\n\nShort.\n\n## Q&A\n\n### Who cleans it?\n\nPenguins.`,
  }),
};
const contract = await startContract(await contentOf(files));
afterAll(() => contract.server.close());

const excerptAt = async (query: string): Promise<ArticleExcerpt> => {
  const { status, body } = await contract.api(`/api/v1/articles/teapot?${query}`);
  expect(status).toBe(200);
  return articleExcerpt.parse(body.data);
};
const samovarAt = async (query: string) => {
  const { status, body } = await contract.api(`/api/v1/articles/samovar?${query}`);
  expect(status).toBe(200);
  return { ...articleExcerpt.parse(body.data), body };
};
const markdownAt = (query: string, slug = 'teapot'): Promise<string> =>
  textAt(contract, `/api/v1/articles/${slug}?format=markdown&${query}`, 'text/markdown');

describe('a section of an article', () => {
  it('is answered with its text, its subsections and their numbers of tokens', async () => {
    const { sections, omitted, truncated, citation, digest } = await excerptAt('section=the-body');
    expect(sections.map(({ lang, section }) => [lang, section])).toEqual([
      ['en', 'the-body'],
      ['en', 'handle'],
    ]);
    expect([omitted, truncated, citation]).toEqual([[], false, `teapot@${digest}`]);
    for (const { text, tokens } of sections) expect(tokensBySomebodyElse(text)).toBeLessThanOrEqual(tokens);
    expect(sections[1]?.text).toBe('### Handle\n\nHot.');
  });

  it('can be a question of the Q&A, which is answered in its own language', async () => {
    const { sections, title } = await excerptAt(`section=${encodeURIComponent('谁洗壶')}`);
    expect(sections).toMatchObject([{ lang: 'zh', title: '谁洗壶？', text: '### 谁洗壶？\n\n企鹅。' }]);
    expect(title).toEqual({ zh: '茶壶', en: 'Teapot' });
  });

  it('is answered as Markdown if the request asks for it', async () => {
    expect(await markdownAt('section=the-lid')).toMatch(
      /^# Teapot\n\n> .*\n\nunverified · Confidence \d+% · Risk low · teapot@sha256-[0-9a-f]{12}\n\n## The lid\n\nShort\.\n$/,
    );
  });

  it('that does not exist gets 404 with the names of existing sections, also under a former slug', async () => {
    for (const [name, section, hint] of [
      ['teapot', 'the-lit', 'Did you mean the-lid?'],
      ['kettle', 'the-lit', 'Did you mean the-lid?'],
      ['teapot', 'nothing', 'It has: 壶身, 壶盖, 谁洗壶, the-body, handle, the-lid, who-cleans-it.'],
    ]) {
      const { status, body } = await contract.api(`/api/v1/articles/${name}?section=${section}`);
      expect([status, body.error.hint]).toEqual([404, expect.stringContaining(hint ?? '')]);
      expect((await followed(contract, body)).status).toBe(200);
    }
  });
});

describe('a budget of tokens for an article', () => {
  it('is kept, and each omitted section is named with a request that returns it', async () => {
    const { sections, omitted, truncated, tokens } = await excerptAt('maxTokens=60&lang=en');
    expect(sections.map(({ section }) => section)).toEqual(['handle', 'the-lid', 'who-cleans-it']);
    expect(truncated).toBe(true);
    expect(tokens).toBe(sections.reduce((sum, section) => sum + section.tokens, 0));
    expect(omitted.map(({ section }) => section)).toEqual(['the-body']);
    const { meta } = (await contract.api('/api/v1/articles/teapot?maxTokens=60&lang=en')).body;
    expect(meta.nextStep).toBe('GET /api/v1/articles/teapot?format=markdown&lang=en&section=the-body');
    for (const { get, title } of omitted) {
      const response = await contract.server.get(get.replace(/^GET /, ''));
      expect([response.status, (await response.text()).includes(title)]).toEqual([200, true]);
    }
  });

  it('limits a whole Markdown answer, including title and trust', async () => {
    for (const maxTokens of [50, 80, 200, 400, 2000]) {
      const text = await markdownAt(`maxTokens=${maxTokens}`);
      expect(text).not.toBe('');
      expect(tokensBySomebodyElse(text)).toBeLessThanOrEqual(maxTokens);
    }
    expect(await markdownAt('maxTokens=120&lang=en')).toContain('section=…');
  });
});

describe('a question about an article', () => {
  const asked = (q: string): string => `q=${encodeURIComponent(q)}`;

  it('is answered with the sections that answer it, in the language of the question', async () => {
    const { sections, omitted, truncated } = await samovarAt(asked('who uses it?'));
    expect(sections).toMatchObject([{ lang: 'en', section: 'who-uses-it', complete: true }]);
    expect(omitted.map(({ section }) => section)).toEqual(['.lead', 'lighting', 'cleaning']);
    expect(truncated).toBe(false);
    expect((await samovarAt(asked('谁用'))).sections).toMatchObject([{ lang: 'zh', section: '谁用' }]);
    expect((await samovarAt(`${asked('charcoal')}&lang=zh`)).sections.every(({ lang }) => lang === 'zh')).toBe(true);
  });

  it('is answered from the other language if only that text contains its words', async () => {
    expect((await samovarAt(asked('ASCII 木炭 pour'))).sections[0]?.lang).toBe('zh');
    const { sections } = await samovarAt(`section=.lead&${asked('water')}`);
    expect(sections).toMatchObject([{ lang: 'en', text: 'It boils water.' }]);
  });

  it('is answered with sections in the order of the article, or with the best section if only one fits', async () => {
    const anchorsAt = async (maxTokens: number): Promise<string[]> =>
      (await samovarAt(`${asked('soot and charcoal')}&maxTokens=${maxTokens}`)).sections.map(({ section }) => section);
    expect(await anchorsAt(800)).toEqual(['lighting', 'cleaning']);
    expect(await anchorsAt(50)).toContain('cleaning');
  });

  it('is answered with the relevant parts of a long section, rather than with another section', async () => {
    const { sections, truncated, tokens, body } = await samovarAt(`${asked('soot cleaning')}&maxTokens=60`);
    expect(sections[0]).toMatchObject({ section: 'cleaning', complete: false });
    expect(sections[0]?.text).toMatch(/^## Cleaning\n\n\| Stain .*\n\| --- .*\n.*\| soot /);
    expect([truncated, tokens <= 60]).toEqual([true, true]);
    expect(body.meta.nextStep).toBe(sections[0]?.get);
    expect(await (await followed(contract, body)).text()).toContain('| limescale |');
  });

  it('is answered only from the section that the request names', async () => {
    const { sections, omitted } = await samovarAt(`section=lighting&${asked('penguins charcoal')}`);
    expect([sections, omitted].map((parts) => parts.map(({ section }) => section))).toEqual([['lighting'], []]);
  });

  it('that the article does not answer gets a notice, the opening of the article, and a next step that works', async () => {
    const { match, sections, body } = await samovarAt(asked('zyzzyva'));
    expect([match, sections.map(({ section }) => section)]).toEqual(['none', ['.lead']]);
    expect((await followed(contract, body)).status).toBe(200);
    expect((await samovarAt(asked('samovar charcoal'))).match).toBeUndefined();
    expect(await markdownAt(asked('zyzzyva'), 'samovar')).toMatch(
      /^# Samovar\n\n.* · .*\n\n> No section contains a word of the question\..*\n\nIt boils water\.\n\nLeft out; /,
    );
    expect(await markdownAt(asked('妖怪'), 'samovar')).toContain('文中没有一节含有问题里的词');
  });

  it('is answered as Markdown with title, trust and the names of omitted sections, within 800 tokens', async () => {
    const text = await markdownAt(asked('who uses it?'), 'samovar');
    expect(text).toMatch(
      /^# Samovar\n\nunverified · .*\n\n### Who uses it\?\n\nPenguins\.\n\nLeft out; .*\n\n- \.lead \(\d+\)\n/,
    );
    expect(tokensBySomebodyElse(await markdownAt(asked('water'), 'teapot'))).toBeLessThanOrEqual(800);
    for (const maxTokens of [50, 80, 200]) {
      const short = await markdownAt(`${asked('soot charcoal')}&maxTokens=${maxTokens}`, 'samovar');
      expect(tokensBySomebodyElse(short)).toBeLessThanOrEqual(maxTokens);
    }
    expect(await markdownAt(`${asked('soot')}&maxTokens=400`, 'samovar')).toMatch(/- cleaning \(\d+\)/);
  });
});

describe('an article that is requested without long code', () => {
  it('has a line with the request for the omitted code in place of long code and its output, and keeps short code', async () => {
    const text = await markdownAt('code=false&lang=en', 'samovar');
    expect(text).toContain(code(5));
    expect(text).not.toContain(code(40));
    expect(text).not.toContain('glow');
    const [, path = ''] = /charcoal\.\n\nCode left out \(\d+ tokens\): `GET (.*)`\n\nThen wait\./.exec(text) ?? [];
    expect(await (await contract.server.get(path)).text()).toContain(code(40));
    expect(await markdownAt('code=false', 'samovar')).toContain('此处略去代码');
  });

  it('marks sections without their code as incomplete in JSON, and more sections fit into a budget', async () => {
    const { sections, truncated, omitted } = await samovarAt('code=false&lang=en');
    expect(sections.filter(({ complete }) => !complete)).toMatchObject([
      { section: 'lighting', get: 'GET /api/v1/articles/samovar?format=markdown&lang=en&section=lighting' },
    ]);
    expect([truncated, omitted]).toEqual([false, []]);
    const within = async (more: string) =>
      (await samovarAt(`lang=en&maxTokens=150${more}`)).sections.map(({ section }) => section);
    expect(await within('')).not.toContain('lighting');
    expect(await within('&code=false')).toContain('lighting');
  });

  it('has a line in place of long code also in sections that a question selects, and passages of /context have one too', async () => {
    const { sections } = await samovarAt('q=charcoal&code=false&lang=en');
    expect(sections[0]).toMatchObject({ section: 'lighting', complete: false });
    expect(sections[0]?.text).toContain('Code left out');
    const context = await contract.api('/api/v1/context?q=samovar+charcoal&code=false&lang=en');
    expect(context.body.data.passages[0]).toMatchObject({ slug: 'samovar', section: 'lighting', complete: false });
    expect(context.body.data.passages[0].text).toContain('Code left out');
  });
});

describe('a section name in another language than the requested one', () => {
  const problemAt = async (section: string, lang: string, slug = 'samovar') => {
    const { status, body } = await contract.api(
      `/api/v1/articles/${slug}?section=${encodeURIComponent(section)}&lang=${lang}`,
    );
    expect(status).toBe(404);
    return { hint: body.error.hint, nextStep: body.meta.nextStep, followed: (await followed(contract, body)).status };
  };
  /** The ASCII name of a section, which the requests in `get` use. */
  const ascii = async (section: string): Promise<string> => {
    const { sections } = await samovarAt(`section=${encodeURIComponent(section)}&code=false`);
    return sections.map(({ get = '' }) => new URL(get.slice(4), 'http://x').searchParams.get('section') ?? '')[0] ?? '';
  };

  it('gets 404 with the section at the same place in the requested language', async () => {
    expect(await problemAt('lighting', 'zh')).toEqual({
      hint: 'The section has this anchor in the other language. In this language its anchor is 点火.',
      nextStep: `GET /api/v1/articles/samovar?format=markdown&lang=zh&section=${await ascii('点火')}`,
      followed: 200,
    });
    const name = await ascii('点火');
    expect((await samovarAt(`section=${name}`)).sections).toMatchObject([{ lang: 'zh', section: '点火' }]);
    for (const other of ['点火', name])
      expect((await problemAt(other, 'en')).nextStep).toBe(
        'GET /api/v1/articles/samovar?format=markdown&lang=en&section=lighting',
      );
  });

  it('gets 404 with the most similar name, or with all names, if the outlines of the two texts differ', async () => {
    expect((await problemAt('the-bodi', 'en', 'teapot')).hint).toContain('Did you mean the-body?');
    expect((await problemAt('壶身', 'en', 'teapot')).hint).toBe('It has: the-body, handle, the-lid, who-cleans-it.');
  });
});
