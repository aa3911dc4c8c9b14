// Which editions an output folder keeps, and when each of them was published. Looks into none.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { byCodeUnit } from '../../build/edition/hash.ts';
import { editionsFolder } from '../../build/edition/locations.ts';

export interface KeptEdition {
  buildId: string;
  /** When it was last published: the time of its folder, which publishing sets and pruning goes by (`build/write.ts`). */
  publishedAt: Date;
}

const buildIdPattern = /^[0-9a-f]{64}$/;

/** How a buildId is written for people. */
export const shortName = (buildId: string): string => buildId.slice(0, 12);

/** Newest first. */
export async function keptEditions(outFolder: string): Promise<KeptEdition[]> {
  const editions = join(outFolder, editionsFolder);
  const names = (await readdir(editions)).filter((name) => buildIdPattern.test(name));
  const kept = await Promise.all(
    names.map(async (buildId) => {
      const publishedAt = await timeOf(join(editions, buildId));
      return publishedAt === undefined ? [] : [{ buildId, publishedAt }];
    }),
  );
  return kept.flat().sort(newestFirst);
}

export function newestFirst(left: KeptEdition, right: KeptEdition): number {
  return right.publishedAt.getTime() - left.publishedAt.getTime() || byCodeUnit(left.buildId, right.buildId);
}

/** When a file or folder was last written; undefined when it is not there, or no longer: editions are pruned meanwhile. */
export async function timeOf(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
