// A site with a history: three editions, published one month apart, with every kind of change to an article.
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from '../../build/compile.ts';
import { editionsFolder, pointerFile } from '../../build/edition/locations.ts';
import { publishEdition } from '../../build/write.ts';
import { entryOf, publishedWith } from '../build/sources.ts';
import { type ArticleParts, articleText, temporaryFolder } from '../site.ts';

/** The times at which the editions were published, oldest first. */
export const published = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'] as const;

const teapot: ArticleParts = { id: 'art_teapot' };
const edited: ArticleParts = { ...teapot, en: '## Cause\n\nSurface tension.' };
const kettle: ArticleParts = { id: 'art_kettle', zhTitle: '水壶', enTitle: 'Kettle' };
const lemon: ArticleParts = { id: 'art_lemon', zhTitle: '柠檬', enTitle: 'Lemon' };
const spoon: ArticleParts = { id: 'art_spoon', zhTitle: '勺子', enTitle: 'Spoon' };
const fork: ArticleParts = { id: 'art_fork', zhTitle: '叉子', enTitle: 'Fork' };

const digestOf = (parts: ArticleParts): string => publishedWith(parts).digest;
/** The digest of every text that an edition of the tea house has. */
export const digests = {
  teapot: digestOf(teapot),
  editedTeapot: digestOf(edited),
  kettle: digestOf(kettle),
  lemon: digestOf(lemon),
  spoon: digestOf(spoon),
  fork: digestOf(fork),
} as const;

const checked = (parts: ArticleParts, digest: string): ArticleParts => ({
  ...parts,
  fields: { verification: `[{ verifier: Li Wei, result: passed, at: 2026-05-01T00:00:00Z, digest: ${digest} }]` },
});

const editions: readonly Record<string, ArticleParts>[] = [
  {
    'mcp/teapot.md': checked(teapot, digests.teapot),
    'agent/kettle.md': kettle,
    'skill/lemon.md': checked(lemon, digests.lemon),
    'skill/spoon.md': { ...spoon, fields: { aliases: '[ladle]' } },
  },
  // The text of the teapot is edited after it was checked, the kettle is renamed, the spoon is removed.
  {
    'mcp/teapot.md': checked(edited, digests.teapot),
    'agent/boiler.md': { ...kettle, fields: { aliases: '[kettle]' } },
    'skill/lemon.md': checked(lemon, digests.lemon),
  },
  // The verification record of the lemon now names the digest of another text, and an article is added.
  {
    'mcp/teapot.md': checked(edited, digests.teapot),
    'agent/boiler.md': { ...kettle, fields: { aliases: '[kettle]' } },
    'skill/lemon.md': checked(lemon, digests.spoon),
    'foundation/fork.md': fork,
  },
];

export interface TeaHouse {
  folder: string;
  /** The editions, oldest first; the last one is current. */
  ids: [first: string, second: string, third: string];
}

/** Publishes all editions into one folder, one by one. */
export async function teaHouse(): Promise<TeaHouse> {
  const folder = await temporaryFolder();
  const ids: string[] = [];
  for (const articles of editions) {
    const entries = Object.entries(articles).map(([path, parts]) => entryOf(articleText(parts), path));
    const { edition } = compile({ entries, assets: [{ name: 'site.css', bytes: Buffer.from('p {}') }] });
    if (edition === undefined) throw new Error('the tea house does not compile');
    await publishEdition(folder, edition, { keep: 5 });
    ids.push(edition.buildId);
  }
  const [first = '', second = '', third = ''] = ids;
  const house: TeaHouse = { folder, ids: [first, second, third] };
  for (const [index, id] of house.ids.entries()) await publishedOn(house, id, published[index] ?? '');
  await pointedOn(house, published[2]);
  return house;
}

/** Sets the time at which an edition was published. */
export async function publishedOn({ folder }: Pick<TeaHouse, 'folder'>, id: string, time: string): Promise<void> {
  await utimes(join(folder, editionsFolder, id), new Date(time), new Date(time));
}

/** Sets the time at which the pointer was written. */
export async function pointedOn({ folder }: Pick<TeaHouse, 'folder'>, time: string): Promise<void> {
  await utimes(join(folder, pointerFile), new Date(time), new Date(time));
}
