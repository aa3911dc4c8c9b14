// The server compares the served edition with the other kept editions in its folder. It leaves out editions that it cannot read.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../../build/edition/catalogue.ts';
import { editionsFolder } from '../../../build/edition/locations.ts';
import { publishEdition } from '../../../build/write.ts';
import { type Started, startServer } from '../../server.ts';
import { articleText, compileFolder, contentOf } from '../../site.ts';
import { type Damage, whileDamaged } from '../edition-folder.ts';
import { smallEdition } from '../small-site.ts';
import { published, publishedOn, teaHouse } from '../tea-house.ts';

const house = await teaHouse();

/** The interval is longer than any test, so only `refresh` reads the pointer. */
const unwatched = { watchEveryMs: 3_600_000 };

const changesOf = async ({ json }: Started, query: string) => (await json(`/api/v1/changes?${query}`)).body;
const countsSince = async (server: Started, since: string) => (await changesOf(server, `since=${since}`)).data?.counts;

interface Warning {
  level: number;
  msg: string;
  editions: { buildId: string; reason: string }[];
}
const warningsOf = ({ logLines }: Started): Warning[] =>
  logLines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);

describe('the history of an edition', () => {
  it('is empty if there is only one edition, and changes since an earlier time are marked incomplete', async () => {
    const server = await startServer(await smallEdition(0), unwatched);
    const { data } = await changesOf(server, 'since=2020-01-01');
    expect(data).toMatchObject({ complete: false, items: [], hint: expect.stringContaining('have=') });
    expect(data.from).toEqual(data.to);
  });

  it('shows no change of an article if only a guide or the title of a related article differs', async () => {
    const guide =
      '---\ntitle: { zh: 指南, en: Guide }\nsummary: { zh: 一。, en: One. }\norder: 1\naudience: agent\n---\n\n# 中文\n\n茶。\n\n# English\n\nTea.\n';
    const cup = { 'mcp/cup.md': articleText({ id: 'art_cup', fields: { related: '[art_jug]' } }) };
    const jug = (enTitle: string) => ({ 'mcp/jug.md': articleText({ id: 'art_jug', enTitle }) });
    const out = await startPublishing({ ...cup, ...jug('Jug') });
    await out.publish({ ...cup, ...jug('Jug'), 'guides/tea.md': guide });
    expect(await countsSince(await startServer(out.folder, unwatched), out.ids[0] ?? '')).toMatchObject({ changed: 0 });
    // The cup shows the title of the jug as a related article. A new title of the jug is no change of the cup.
    await out.publish({ ...cup, ...jug('Pitcher') });
    const { data } = await changesOf(await startServer(out.folder, unwatched), `since=${out.ids[0]}`);
    expect(data.items.map(({ slug }: { slug: string }) => slug)).toEqual(['jug']);
  });
});

describe('the history of an article', () => {
  it('finds a removed article by the digest of any of its texts in the kept editions', async () => {
    const cup = (en: string) => ({ 'mcp/cup.md': articleText({ id: 'art_cup', en: `## Cause\n\n${en}` }) });
    const jug = { 'mcp/jug.md': articleText({ id: 'art_jug', enTitle: 'Jug' }) };
    const out = await startPublishing({ ...cup('Clay.'), ...jug });
    await out.publish({ ...cup('Glass.'), ...jug });
    await out.publish(jug);
    const server = await startServer(out.folder, unwatched);
    const digestSince = async (since: string | undefined) =>
      (await changesOf(server, `since=${since}`)).data.items[0].before.digest;
    const both = [await digestSince(out.ids[0]), await digestSince(out.ids[1])];
    expect(new Set(both).size).toBe(2);
    for (const digest of both) {
      const { data } = await changesOf(server, `have=cup@${digest}`);
      expect(data.items).toMatchObject([{ state: 'removed', slug: 'cup' }]);
    }
  });
});

describe('a kept edition that cannot be read', () => {
  it.each<[file: string, what: string, of: Damage['of']]>([
    ['manifest.json', 'deleted', () => undefined],
    ['catalogue.json', 'cut in half', (content) => content.subarray(0, content.length >> 1)],
    ['bodies/0000.pack', 'deleted', () => undefined],
  ])('because its file %s is %s is logged once, never used, and affects no other answer', async (file, title, of) => {
    const { folder, ids } = house;
    const [first, second, third] = ids;
    const path = join(folder, editionsFolder, second, file);
    // The file is replaced, not written into, because editions share unchanged files by hard links.
    await writeFile(`${path}.own`, await readFile(path));
    await rename(`${path}.own`, path);
    await whileDamaged(path, { title, of }, async () => {
      // The time of the folder is the time of publication. Replacing or deleting a file changed it, so it is set back.
      await publishedOn(house, second, published[1]);
      const server = await startServer(folder, unwatched);
      expect((await server.get(`/api/v1/changes?since=${first}`)).status).toBe(200);
      const since = await server.json(`/api/v1/changes?since=${second}`);
      expect(since.status).toBe(404);
      expect(since.body.error.message).toContain('cannot be read');
      expect(since.body.error.hint).toContain(first);
      expect(JSON.stringify(since.body)).not.toContain(folder);
      expect(warningsOf(server)).toMatchObject([
        { editions: [{ buildId: second, reason: expect.stringContaining(file) }] },
      ]);
      // At this time the damaged edition was current. The server compares with the edition before it, and marks the answer as incomplete.
      const at = (await server.json('/api/v1/changes?since=2026-02-15')).body.data;
      expect([at.from.buildId, at.complete, at.hint]).toEqual([
        first,
        false,
        expect.stringContaining('cannot be read'),
      ]);
      const elsewhere = (await server.json('/api/v1/changes?since=2026-01-15')).body.data;
      expect([elsewhere.from.buildId, elsewhere.complete]).toEqual([first, true]);
      expect(server.currentEdition.library.buildId).toBe(third);
    });
  });

  it('because of one changed byte in an article is never used', async () => {
    const { folder, ids } = await teaHouse();
    const edition = join(folder, editionsFolder, ids[1]);
    const { articles } = JSON.parse(await readFile(join(edition, 'catalogue.json'), 'utf8'));
    const lemon = articles.find(({ slug }: { slug: string }) => slug === 'lemon');
    const [offset] = placeOf(lemon.bodies, 'json.both');
    const pack = await readFile(join(edition, 'bodies/0000.pack'));
    // Changes the id of the lemon; the JSON stays valid.
    pack[offset + '{"id":"art_'.length] = 'L'.charCodeAt(0);
    await rm(join(edition, 'bodies/0000.pack'));
    await writeFile(join(edition, 'bodies/0000.pack'), pack);
    const server = await startServer(folder, unwatched);
    expect((await changesOf(server, `since=${ids[1]}`)).error.code).toBe('NOT_FOUND');
    expect(warningsOf(server)[0]?.editions).toMatchObject([
      { buildId: ids[1], reason: expect.stringMatching(/^bodies\/0000\.pack is damaged: its text of lemon/) },
    ]);
  });
});

/** Publishes an edition into a new folder; `publish` adds another edition to it. `ids` has their buildIds, oldest first. */
async function startPublishing(files: Record<string, string>) {
  const folder = await contentOf({});
  const ids: string[] = [];
  const publish = async (contents: Record<string, string>): Promise<void> => {
    const { edition, messages } = await compileFolder(await contentOf(contents));
    if (edition === undefined) throw new Error(JSON.stringify(messages));
    ids.push((await publishEdition(folder, edition, { keep: 5 })).buildId);
  };
  await publish(files);
  return { folder, ids, publish };
}
