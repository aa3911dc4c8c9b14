// Design, section 5: search.
import { expect } from 'vitest';
import { articleText, contentOf } from '../../site.ts';
import { everyItem, slugsOf, startContract } from '../contract.ts';
import { known } from '../samples.ts';
import type { Section } from '../statement.ts';
import { twins, twinsByConfidence, twinsById } from '../twins.ts';

/** Articles of one shape: four with a common word, one with a rare one, one with both. */
const kettleSite = () => {
  const texts = {
    one: 'kettle',
    two: 'kettle',
    three: 'kettle',
    four: 'kettle',
    rare: 'samovar',
    both: 'kettle samovar',
  };
  const files = Object.entries(texts).map(([slug, words]) => [
    `skill/${slug}.md`,
    articleText({ id: `art_${slug}`, zhTitle: '水', enTitle: 'Water', en: `Boil the ${words}.` }),
  ]);
  return contentOf(Object.fromEntries(files));
};

export const searching: Section = [
  {
    id: 'searching.1',
    text: 'q is optional.',
    async check({ api, server }) {
      expect((await api('/api/v1/search')).body.data.pagination.total).toBe(server.shelf.library.size);
    },
  },
  {
    id: 'searching.2',
    text: 'q has at most 256 characters after NFKC.',
    async check({ api }) {
      const statusFor = async (q: string) => (await api(`/api/v1/search?q=${encodeURIComponent(q)}`)).status;
      expect(await statusFor('茶'.repeat(256))).toBe(200);
      expect(await statusFor('茶'.repeat(257))).toBe(400);
      // One ligature is three characters after NFKC; a letter and its accent are one.
      expect(await statusFor('ﬃ'.repeat(85))).toBe(200);
      expect(await statusFor('ﬃ'.repeat(86))).toBe(400);
      expect(await statusFor('e\u0301'.repeat(256))).toBe(200);
      expect(await statusFor('😀'.repeat(256))).toBe(200);
    },
  },
  {
    id: 'searching.3',
    text: 'Without q: newest updatedAt first, then id.',
    async check(contract) {
      const keys = (await everyItem(contract)).map(({ updatedAt, id }) => `${9e15 - Date.parse(updatedAt)} ${id}`);
      expect(keys.length).toBeGreaterThan(5);
      expect(keys).toEqual([...keys].sort());
    },
  },
  {
    id: 'searching.4',
    text: 'With q: by relevance.',
    async check(contract) {
      const found = slugsOf(await everyItem(contract, 'q=penguin'));
      // Titles say more than a mention in passing.
      expect(found.slice(0, 2).sort()).toEqual(['penguin-handshake', 'penguins-open-a-bank']);
    },
  },
  {
    id: 'searching.5',
    text: 'What is equally relevant: by confidence, then id.',
    async check() {
      const contract = await startContract(await twins());
      expect(slugsOf(await everyItem(contract, 'q=teapot'))).toEqual(twinsByConfidence);
      expect(slugsOf(await everyItem(contract))).toEqual(twinsById);
    },
  },
  {
    id: 'searching.6',
    text: 'status is verified, partial or unverified.',
    async check(contract) {
      const counts = [];
      for (const status of ['verified', 'partial', 'unverified']) {
        counts.push((await everyItem(contract, `status=${status}`)).length);
      }
      expect(counts.every((count) => count > 0)).toBe(true);
      expect(counts.reduce((left, right) => left + right)).toBe((await everyItem(contract)).length);
    },
  },
  {
    id: 'searching.7',
    text: 'A page past the last is empty, not an error; page goes to 1,000,000.',
    async check({ api, server }) {
      const { status, body } = await api('/api/v1/search?page=1000000');
      expect([status, body.data.items]).toEqual([200, []]);
      expect(body.data.pagination).toEqual({
        page: 1_000_000,
        pageSize: 20,
        total: server.shelf.library.size,
        totalPages: 1,
      });
      expect((await api('/api/v1/search?page=1000001')).status).toBe(400);
    },
  },
  {
    id: 'searching.8',
    text: 'Of several words an article need not hold all; what holds more and rarer ones comes first.',
    async check(contract) {
      const both = slugsOf(await everyItem(contract, 'q=teapot%20coffee'));
      expect(both).toEqual(['teapot-refuses-coffee', 'teapot-that-plans', 'penguins-open-a-bank']);
      const kettles = await startContract(await kettleSite());
      expect(slugsOf(await everyItem(kettles, 'q=kettle%20samovar')).slice(0, 2)).toEqual(['both', 'rare']);
      expect(await everyItem(kettles, 'q=kettle%20samovar')).toHaveLength(6);
    },
  },
  {
    id: 'searching.9',
    text: 'Placeholders never match.',
    async check(contract) {
      for (const q of ['TODO', '待补充', '持续多久', '……']) {
        expect(slugsOf(await everyItem(contract, `q=${encodeURIComponent(q)}`)), q).not.toContain(known.complete);
      }
    },
  },
];
