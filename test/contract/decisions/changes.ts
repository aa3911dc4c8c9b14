// The changes endpoint: which articles changed since an edition, and which of the texts that an agent has read are outdated. Details
// are tested in test/server/operations and test/server/history.
import { expect } from 'vitest';
import { digests, published, type TeaHouse, teaHouse } from '../../server/tea-house.ts';
import { type Contract, startContractOn } from '../contract.ts';
import { followed } from '../follow.ts';
import { known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

/** Runs a check against a server whose folder keeps three editions. */
async function withHistory(run: (contract: Contract, house: TeaHouse) => Promise<void>): Promise<void> {
  const house = await teaHouse();
  await run(await startContractOn(house.folder), house);
}

export const changes: Section = section('changes', {
  '/api/v1/changes needs either since or have; page and pageSize are allowed only with since.': async ({
    api,
    server,
  }) => {
    const { buildId } = server.currentEdition.library;
    const good = [`since=${buildId}`, `since=${buildId}&page=1&pageSize=100`, `have=${known.bare}@0123456789ab`];
    for (const query of good) expect((await api(`/api/v1/changes?${query}`)).status, query).toBe(200);
    for (const query of ['', `?${good[0]}&${good[2]}`, `?${good[2]}&page=1`, '?page=1']) {
      const { status, body } = await api(`/api/v1/changes${query}`);
      expect([status, body.error.code], query).toEqual([400, 'VALIDATION_ERROR']);
      expect(body.error.hint, query).toMatch(/since=.*have=/);
    }
  },
  'since=<buildId> lists removed, changed and added articles with digest, status and score.': () =>
    withHistory(async ({ api }, { ids }) => {
      const { data } = (await api(`/api/v1/changes?since=${ids[0]}`)).body;
      expect(data.counts).toEqual({ removed: 1, changed: 3, added: 1 });
      const teapot = data.items.find(({ slug }: { slug: string }) => slug === 'teapot');
      expect(teapot).toMatchObject({
        change: 'changed',
        before: { digest: digests.teapot, verificationStatus: 'verified', confidenceScore: 64 },
        after: { digest: digests.editedTeapot, verificationStatus: 'unverified', confidenceScore: 30 },
        parts: [{ part: 'content', languages: ['en'] }],
        trustReason: 'text',
      });
    }),
  'since=<time> refers to the edition of that time, or to the oldest kept one with complete: false.': () =>
    withHistory(async ({ api }, { ids }) => {
      const times = [
          ['2026-02-15', ids[1], true], ['2026-02-15T12:00:00%2B08:00', ids[1], true], [published[1], ids[1], true],
          ['2099-01-01', ids[2], true], ['2025-01-01', ids[0], false],
        ] as const; // biome-ignore format: as a list
      for (const [time, id, complete] of times) {
        const { data } = (await api(`/api/v1/changes?since=${time}`)).body;
        expect([data.from.buildId, data.complete, data.hint !== undefined], time).toEqual([id, complete, !complete]);
      }
    }),
  'An article whose status fell without an edit of its text is listed as changed, with the reason.': () =>
    withHistory(async ({ api }, { ids }) => {
      const [lemon] = (await api(`/api/v1/changes?since=${ids[1]}`)).body.data.items;
      expect(lemon).toMatchObject({
        slug: 'lemon',
        before: { digest: digests.lemon, verificationStatus: 'verified' },
        after: { digest: digests.lemon, verificationStatus: 'unverified' },
        trustReason: 'records',
      });
    }),
  'have=slug@digest,… returns for each of up to 100 texts: current, outdated, removed or unknown.': () =>
    withHistory(async ({ api }) => {
      const entries = [
          `teapot@${digests.teapot}`, `kettle@${digests.kettle}`, `art_lemon@${digests.lemon.slice(0, 19)}`,
          `spoon@${digests.spoon}`, `samovar@${digests.spoon}`,
        ]; // biome-ignore format: as a list
      const { data } = (await api(`/api/v1/changes?have=${entries}`)).body;
      expect(data.items.map(({ slug, state }: { slug: string; state: string }) => [slug, state])).toEqual([
        ['teapot', 'outdated'],
        ['boiler', 'current'],
        ['lemon', 'current'],
        ['spoon', 'removed'],
        ['samovar', 'unknown'],
      ]);
      expect(data.items[0]).toMatchObject({
        current: { digest: digests.editedTeapot, verificationStatus: 'unverified' },
        parts: [{ part: 'content', languages: ['en'] }],
        nextStep: 'GET /api/v1/articles/teapot',
      });
      const { status } = await api(`/api/v1/changes?have=${Array.from({ length: 101 }, () => entries[0])}`);
      expect(status).toBe(400);
    }),
  'The parameter have works if no earlier edition is kept.': async ({ api }) => {
    const { digest } = (await api(`/api/v1/articles/${known.complete}`)).body.data;
    const { data } = (await api(`/api/v1/changes?have=${known.formerSlug}@${digest}%23section,${known.bare}@${digest}`))
      .body;
    expect(data.counts).toEqual({ current: 1, outdated: 1, removed: 0, unknown: 0 });
  },
  'An unknown edition gets 404; an invalid time or entry gets 400 with help.': async (contract) => {
    const asked = [
      ['since=0123456789ab', 404], ['since=yesterday', 400], ['since=2026-02-30', 400], ['have=teapot', 400],
      ['have=teapot@xyz', 400],
    ] as const; // biome-ignore format: as a list
    for (const [query, status] of asked) {
      const answer = await contract.api(`/api/v1/changes?${query}`);
      expect(answer.status, query).toBe(status);
      if (answer.body.meta.nextStep === undefined) expect(answer.body.error.details[0].allowed).toContain('ISO 8601');
      else expect((await followed(contract, answer.body)).status, query).toBe(200);
    }
  },
});
