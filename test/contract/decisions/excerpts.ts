// Two fields of the items of a search with words: `snippet` is the best passage, `matched` is the language in which the words occur.
import { expect } from 'vitest';
import { type Contract, everyItem } from '../contract.ts';
import { known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

interface Item {
  slug: string;
  matched?: string;
  snippet?: { zh?: string; en?: string };
}

async function firstOf({ api }: Contract, query: string): Promise<Item> {
  const { status, body } = await api(`/api/v1/search?${query}`);
  expect(status, query).toBe(200);
  return body.data.items[0];
}
const encoded = encodeURIComponent;

export const excerpts: Section = section('excerpts', {
  'snippet=true adds the best passage of each item in both languages.': async (contract) => {
    const { slug, snippet } = await firstOf(contract, `q=${encoded('ECONNREFUSED 茶壶')}&snippet=true`);
    expect(slug).toBe('teapot-refuses-coffee');
    expect(snippet?.zh).toMatch(/\*\*茶壶\*\*/);
    expect(snippet?.en).toMatch(/\*\*ECONNREFUSED\*\*/);
  },
  'The snippet has only the language of lang, and no language without a word of the query.': async (contract) => {
    const query = `q=${encoded('ECONNREFUSED')}&snippet=true`;
    expect(Object.keys((await firstOf(contract, `${query}&lang=en`)).snippet ?? {})).toEqual(['en']);
    expect(Object.keys((await firstOf(contract, `${query}&lang=zh`)).snippet ?? {})).toEqual(['zh']);
    expect((await firstOf(contract, 'q=majority&snippet=true')).snippet).not.toHaveProperty('zh');
  },
  'A snippet is one line of text from the article, with at most 240 UTF-16 units.': async (contract) => {
    for (const q of ['penguin', 'teapot', '茶壶', 'tools/list', '企鵝', 'a 的 piano']) {
      for (const { slug, snippet } of (await contract.api(`/api/v1/search?q=${encoded(q)}&snippet=true`)).body.data
        .items as Item[]) {
        const article = (await contract.api(`/api/v1/articles/${slug}`)).body.data;
        for (const [language, text] of Object.entries(snippet ?? {})) {
          expect(text.length, q).toBeLessThanOrEqual(240);
          expect(text, q).toMatch(/^\S.*\S$/);
          expect(text, q).not.toMatch(/[\n\r\t]| {2}/);
          const said = `${article.content[language]} ${JSON.stringify(article.qa)}`;
          for (const [, word = ''] of text.matchAll(/\*\*(.+?)\*\*/g)) expect(said, q).toContain(word);
        }
      }
    }
  },
  'Items have no snippet without q or without snippet=true.': async (contract) => {
    for (const query of ['snippet=true', 'q=piano', 'q=piano&snippet=false']) {
      expect(await firstOf(contract, query), query).not.toHaveProperty('snippet');
    }
  },
  'A snippet never shows a placeholder.': async (contract) => {
    const { items } = (await contract.api(`/api/v1/search?q=${encoded('企鹅 handshake TODO 待补充')}&snippet=true`))
      .body.data;
    expect(items.map(({ slug }: Item) => slug)).toContain(known.complete);
    expect(JSON.stringify(items)).not.toMatch(/TODO|待补充/);
  },
  'With q each item has matched, the language of the match, for any lang; without q it has none.': async (contract) => {
    const matchedFor = async (query: string) => (await firstOf(contract, query)).matched;
    for (const lang of ['', '&lang=zh', '&lang=en']) {
      expect(await matchedFor(`q=majority${lang}`)).toBe('en');
      expect(await matchedFor(`q=${encoded('企鹅')}${lang}`)).toBe('zh');
      expect(await matchedFor(`q=ECONNREFUSED${lang}`)).toBe('both');
      expect(await matchedFor(`q=${encoded('茶壶 teapot coffee')}${lang}`)).toBe('both');
    }
    for (const item of await everyItem(contract)) expect(item).not.toHaveProperty('matched');
  },
});
