// Search: the query, the order of results and paging.
import { expect } from 'vitest';
import { publishedWith } from '../../build/sources.ts';
import { articleText, contentOf } from '../../site.ts';
import { everyItem, slugsOf, startContract } from '../contract.ts';
import { known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

/** Six similar articles: four contain a frequent word, one contains a rare word, and one contains both. */
const kettleSite = () => {
  const texts = {
    one: 'kettle',
    two: 'kettle',
    three: 'kettle',
    four: 'kettle',
    samovar: 'samovar',
    both: 'kettle samovar',
  };
  const files = Object.entries(texts).map(([slug, words]) => [
    `skill/${slug}.md`,
    articleText({ id: `art_${slug}`, zhTitle: '水', enTitle: 'Water', en: `Boil the ${words}.` }),
  ]);
  return contentOf(Object.fromEntries(files));
};

/** Six articles with the same text and age; four of them are verified, with different scores. */
const twinSite = () => {
  const { digest } = publishedWith({});
  const record = (examples: string) =>
    `[{ verifier: v, result: passed, at: 2026-01-05T00:00:00Z, digest: ${digest}, examples: ${examples} }]`;
  const much = record('{ ran: 9, failed: 0, skipped: 0 }');
  const little = record('{ ran: 1, failed: 0, skipped: 9 }');
  const articles = { zz: much, bb: little, aa: '[]', ab: '[]', ba: little, yy: much };
  const files = Object.entries(articles).map(([name, verification]) => [
    `skill/twin-${name}.md`,
    articleText({ id: `art_${name}`, fields: { verification } }),
  ]);
  return contentOf(Object.fromEntries(files));
};

export const searching: Section = section('searching', {
  'q may have at most 4,096 characters after NFKC normalisation.': async ({ api }) => {
    const statusFor = async (q: string) => (await api(`/api/v1/search?q=${encodeURIComponent(q)}`)).status;
    expect(await statusFor('茶'.repeat(4096))).toBe(200);
    expect(await statusFor('茶'.repeat(4097))).toBe(400);
    // NFKC turns one ligature into three characters, and a letter with a combining accent into one.
    expect(await statusFor('ﬃ'.repeat(1365))).toBe(200);
    expect(await statusFor('ﬃ'.repeat(1366))).toBe(400);
    expect(await statusFor('e\u0301'.repeat(4096))).toBe(200);
    expect(await statusFor('😀'.repeat(4096))).toBe(200);
  },
  'Equally relevant articles are ordered by confidence and then by id.': async () => {
    const contract = await startContract(await twinSite());
    const byConfidence = ['twin-yy', 'twin-zz', 'twin-ba', 'twin-bb', 'twin-aa', 'twin-ab'];
    expect(slugsOf(await everyItem(contract, 'q=teapot'))).toEqual(byConfidence);
    expect(slugsOf(await everyItem(contract))).toEqual([...byConfidence].sort());
  },
  'A page after the last one is empty; page may be at most 1,000,000.': async ({ api, server }) => {
    const { status, body } = await api('/api/v1/search?page=1000000');
    expect([status, body.data.items]).toEqual([200, []]);
    expect(body.data.pagination).toEqual({
      page: 1_000_000,
      pageSize: 20,
      total: server.currentEdition.library.size,
      totalPages: 1,
    });
    expect((await api('/api/v1/search?page=1000001')).status).toBe(400);
  },
  'Articles need not contain all words; those with more and rarer words come first.': async (contract) => {
    const both = slugsOf(await everyItem(contract, 'q=teapot%20coffee'));
    expect(both).toEqual(['teapot-refuses-coffee', 'teapot-that-plans', 'penguins-open-a-bank']);
    const kettles = await startContract(await kettleSite());
    expect(slugsOf(await everyItem(kettles, 'q=kettle%20samovar')).slice(0, 2)).toEqual(['both', 'samovar']);
    expect(await everyItem(kettles, 'q=kettle%20samovar')).toHaveLength(6);
  },
  'Questions whose answer is a placeholder never match.': async (contract) => {
    for (const q of ['TODO', '待补充', '持续多久', '……']) {
      expect(slugsOf(await everyItem(contract, `q=${encodeURIComponent(q)}`)), q).not.toContain(known.complete);
    }
  },
  'For q above 256 characters, search and context use its informative words, listed in data.used.': async ({ api }) => {
    const noise = Array.from({ length: 40 }, (_, at) => `    at call${at} (/srv/lib/x${at}.js:${at}:7)`).join('\n');
    for (const path of ['/api/v1/search', '/api/v1/context']) {
      const asked = async (q: string) => (await api(`${path}?q=${encodeURIComponent(q)}`)).body;
      const { data, meta } = await asked(`fatal: teapot refuses coffee\n${noise}`);
      expect(data.used).toBe('teapot refuses coffee');
      const { used: _, ...rest } = data;
      const plain = await asked(data.used);
      expect([rest, meta.nextStep]).toEqual([plain.data, plain.meta.nextStep]);
    }
  },
});
