// Design, section 5: search.
import { expect } from 'vitest';
import { articleText, contentOf } from '../../site.ts';
import { everyItem, slugsOf, startContract } from '../contract.ts';
import { known } from '../samples.ts';
import { type Section, section } from '../statement.ts';
import { twins, twinsByConfidence, twinsById } from '../twins.ts';

/** Articles of one shape: four with a common word, one with a rare one, one with both. */
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

export const searching: Section = section('searching', {
  'q has at most 4,096 characters after NFKC.': async ({ api }) => {
    const statusFor = async (q: string) => (await api(`/api/v1/search?q=${encodeURIComponent(q)}`)).status;
    expect(await statusFor('茶'.repeat(4096))).toBe(200);
    expect(await statusFor('茶'.repeat(4097))).toBe(400);
    // One ligature is three characters after NFKC; a letter and its accent are one.
    expect(await statusFor('ﬃ'.repeat(1365))).toBe(200);
    expect(await statusFor('ﬃ'.repeat(1366))).toBe(400);
    expect(await statusFor('e\u0301'.repeat(4096))).toBe(200);
    expect(await statusFor('😀'.repeat(4096))).toBe(200);
  },
  'q is optional; without it: all, newest updatedAt first, then id.': async (contract) => {
    const keys = (await everyItem(contract)).map(({ updatedAt, id }) => `${9e15 - Date.parse(updatedAt)} ${id}`);
    expect(keys).toHaveLength(contract.server.currentEdition.library.size);
    expect(keys).toEqual([...keys].sort());
  },
  'With q: by relevance.': async (contract) => {
    const found = slugsOf(await everyItem(contract, 'q=penguin'));
    // A match in the title ranks above a mention in passing.
    expect(found.slice(0, 2).sort()).toEqual(['penguin-handshake', 'penguins-open-a-bank']);
  },
  'What is equally relevant: by confidence, then id.': async () => {
    const contract = await startContract(await twins());
    expect(slugsOf(await everyItem(contract, 'q=teapot'))).toEqual(twinsByConfidence);
    expect(slugsOf(await everyItem(contract))).toEqual(twinsById);
  },
  'status is verified, partial or unverified.': async (contract) => {
    const counts = [];
    for (const status of ['verified', 'partial', 'unverified']) {
      counts.push((await everyItem(contract, `status=${status}`)).length);
    }
    expect(counts.every((count) => count > 0)).toBe(true);
    expect(counts.reduce((left, right) => left + right)).toBe((await everyItem(contract)).length);
  },
  'A page past the last is empty, not an error; page goes to 1,000,000.': async ({ api, server }) => {
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
  'An article need not contain all words; articles with more and rarer words come first.': async (contract) => {
    const both = slugsOf(await everyItem(contract, 'q=teapot%20coffee'));
    expect(both).toEqual(['teapot-refuses-coffee', 'teapot-that-plans', 'penguins-open-a-bank']);
    const kettles = await startContract(await kettleSite());
    expect(slugsOf(await everyItem(kettles, 'q=kettle%20samovar')).slice(0, 2)).toEqual(['both', 'samovar']);
    expect(await everyItem(kettles, 'q=kettle%20samovar')).toHaveLength(6);
  },
  'Placeholders never match.': async (contract) => {
    for (const q of ['TODO', '待补充', '持续多久', '……']) {
      expect(slugsOf(await everyItem(contract, `q=${encodeURIComponent(q)}`)), q).not.toContain(known.complete);
    }
  },
  'Of a q of more than 256 characters the telling words are used, in search and context, and data.used says which.':
    async ({ api }) => {
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
