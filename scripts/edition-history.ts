// Lists the editions that an output folder keeps, and finds the one that a name on the command line means.

import { cataloguePaths, placeOf } from '../build/edition/catalogue.ts';
import type { ArticleSnapshot } from '../build/edition/difference.ts';
import { packFile } from '../build/edition/locations.ts';
import type { Bilingual } from '../build/edition/vocabulary.ts';
import { inLocale, show } from '../build/messages.ts';
import { EditionError, type EditionFiles, readEdition, readPointer } from '../server/edition-files.ts';
import { type KeptEdition, keptEditions, shortName } from '../server/history/history.ts';
import { comparedArticleIn, type SnapshotRow, snapshotRowsIn } from '../server/history/snapshots.ts';
import { UsageError } from './content-option.ts';
import { keptFault, openingKept } from './edition-fault.ts';

export interface HistoricEdition extends KeptEdition {
  isCurrent: boolean;
}

const prefixPattern = /^[0-9a-f]{4,64}$/;

/** The kept editions, newest first. Throws a usage error if none of them is current. */
export async function editionHistory(outFolder: string): Promise<HistoricEdition[]> {
  const kept = await editionsIn(outFolder);
  if (!kept.some(({ isCurrent }) => isCurrent)) throw nonePublished(outFolder);
  return kept;
}

/** The kept editions, newest first. None is current if the pointer is missing, is damaged or names a deleted edition. */
export async function editionsIn(outFolder: string): Promise<HistoricEdition[]> {
  const current = await currentBuildId(outFolder);
  try {
    const kept = await keptEditions(outFolder);
    return kept.map((edition) => ({ ...edition, isCurrent: edition.buildId === current }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw nonePublished(outFolder);
    throw error;
  }
}

async function currentBuildId(outFolder: string): Promise<string | undefined> {
  try {
    return await readPointer(outFolder);
  } catch (error) {
    if (error instanceof EditionError) return undefined;
    throw error;
  }
}

const nonePublished = (outFolder: string): UsageError =>
  new UsageError({
    zh: `${outFolder} 中没有已发布的版本；先构建一个：npm run build -- --out ${outFolder}`,
    en: `there is no published edition in ${outFolder}; build one first: npm run build -- --out ${outFolder}`,
  });

/** The short name of an edition and the time of its publication, for messages. */
export const headOf = ({ buildId, publishedAt }: KeptEdition): string =>
  `${shortName(buildId)} (${publishedAt.toISOString().slice(0, 19)}Z)`;

/** Resolves a name: `current`, `previous`, a buildId, or its first digits. */
export function editionNamed(name: string, kept: readonly HistoricEdition[]): HistoricEdition {
  const current = kept.findIndex(({ isCurrent }) => isCurrent);
  if (name === 'current') return kept[current] ?? notKept(name, kept);
  // Without a current edition, `current` is -1 and `previous` means the newest edition.
  if (name === 'previous') return kept[current + 1] ?? notKept(name, kept);
  if (!prefixPattern.test(name)) {
    throw new UsageError({
      zh: `${show(name)} 不能用来指定版本；请写 buildId 或它开头的至少 4 位十六进制数字，或 current、previous。${listing(kept).zh}`,
      en: `${show(name)} is not the name of an edition; give a buildId or its first hexadecimal digits, at least 4, or current or previous. ${listing(kept).en}`,
    });
  }
  const meant = kept.filter(({ buildId }) => buildId.startsWith(name));
  const [edition, ...others] = meant;
  if (edition === undefined) return notKept(name, kept);
  if (others.length > 0) {
    const names = meant.map(({ buildId }) => buildId.slice(0, Math.max(12, name.length + 4)));
    throw new UsageError({
      zh: `${name} 可能指 ${names.join('、')}；请多写几位`,
      en: `${name} could be ${names.join(' or ')}; give more digits`,
    });
  }
  return edition;
}

function notKept(name: string, kept: readonly HistoricEdition[]): never {
  const { zh, en } = listing(kept);
  throw new UsageError(
    name === 'previous'
      ? { zh: `没有比当前版本更早的版本。${zh}`, en: `no edition is older than the current one. ${en}` }
      : { zh: `没有保留名为 ${name} 的版本。${zh}`, en: `no edition named ${name} is kept. ${en}` },
  );
}

function listing(kept: readonly HistoricEdition[]): Bilingual {
  const listed = (locale: 'zh' | 'en', mark: string | Bilingual): string =>
    kept
      .map(({ buildId, isCurrent }) => `${shortName(buildId)}${isCurrent ? inLocale(mark, locale) : ''}`)
      .join(locale === 'zh' ? '、' : ', ');
  const mark = { zh: '（current）', en: ' (current)' };
  return { zh: `保留的版本，从新到旧：${listed('zh', mark)}`, en: `Kept, newest first: ${listed('en', mark)}` };
}

/** The articles of a kept edition. Throws a usage error that names the edition and the file if a byte is wrong. */
export async function readSnapshots(outFolder: string, buildId: string): Promise<ArticleSnapshot[]> {
  return openingKept(outFolder, buildId, async () => {
    const { files, packs } = await readEdition(outFolder, buildId);
    return cataloguePaths(files.keys()).flatMap((path) =>
      snapshotRowsIn(files.get(path), path).map((row) => snapshotOf(row, packs, buildId)),
    );
  });
}

function snapshotOf(
  { shard, bodies, ...names }: SnapshotRow,
  packs: EditionFiles['packs'],
  buildId: string,
): ArticleSnapshot {
  const location = placeOf(bodies, 'json.both');
  return {
    ...names,
    fingerprint: location[2],
    read() {
      const pack = packFile(shard);
      try {
        return comparedArticleIn(packs?.get(pack)?.body(location), `${names.slug} in ${pack}`);
      } catch (error) {
        throw keptFault(error, buildId);
      }
    },
  };
}
