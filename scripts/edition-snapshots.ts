// The articles of a kept edition as snapshots, after every byte of it was verified as a server would.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cataloguePaths, placeOf } from '../build/edition/catalogue.ts';
import type { ArticleSnapshot } from '../build/edition/difference.ts';
import { editionsFolder, manifestFile, packFile } from '../build/edition/locations.ts';
import { EditionError, type EditionFiles, readEdition } from '../server/edition-files.ts';
import { shortName } from '../server/kept-editions.ts';
import { comparedArticleIn, type SnapshotRow, snapshotRowsIn } from '../server/snapshots.ts';
import { UsageError } from './content-option.ts';

/** Throws a usage error that names the edition and its file when a byte of it is wrong. */
export async function readSnapshots(outFolder: string, buildId: string): Promise<ArticleSnapshot[]> {
  try {
    const manifest = join(outFolder, editionsFolder, buildId, manifestFile);
    // Said here, because a server's sentence is about the edition that `current` names.
    if (!existsSync(manifest)) throw new EditionError(`${manifestFile} is missing`);
    const { files, packs } = await readEdition(outFolder, buildId);
    return cataloguePaths(files.keys()).flatMap((path) =>
      snapshotRowsIn(files.get(path), path).map((row) => snapshotOf(row, packs, buildId)),
    );
  } catch (error) {
    throw refusalOf(error, buildId);
  }
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
        throw refusalOf(error, buildId);
      }
    },
  };
}

/** An edition's fault as a sentence that names the edition; any other error as it is. The reason itself is in English. */
function refusalOf(error: unknown, buildId: string): unknown {
  if (!(error instanceof EditionError)) return error;
  return new UsageError({
    zh: `版本 ${shortName(buildId)} 已损坏，或由另一版本的程序写成：${error.message}`,
    en: `edition ${shortName(buildId)} is damaged, or was written by another version of this program: ${error.message}`,
  });
}
