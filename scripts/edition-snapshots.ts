// The articles of a kept edition as snapshots, after every byte of it was verified as a server would.
import { cataloguePaths, placeOf } from '../build/edition/catalogue.ts';
import type { ArticleSnapshot } from '../build/edition/difference.ts';
import { packFile } from '../build/edition/locations.ts';
import { type EditionFiles, readEdition } from '../server/edition-files.ts';
import { comparedArticleIn, type SnapshotRow, snapshotRowsIn } from '../server/history/snapshots.ts';
import { keptFault, openingKept } from './edition-fault.ts';

/** Throws a usage error that names the edition and its file when a byte of it is wrong. */
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
