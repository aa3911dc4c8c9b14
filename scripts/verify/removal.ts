// Removes what examples leave behind. Synchronous, for it is also what a program does last when it is stopped.
import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Removes a file or a folder with all that is in it; links are not followed. Nothing need be there, and nothing may use it. */
export function removeWhole(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // An example may have closed its folders, nested them deeper than paths may be long, or given them names that are no text.
    removeFlattened(path);
  }
}

/** Moves every folder up beside `path` before it is emptied: so no path gets long. */
function removeFlattened(path: string): void {
  const beside = join(dirname(path), `.removed-${randomUUID()}-`);
  let moved = 0;
  const left: (string | Buffer)[] = [path];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
      rmSync(folder, { force: true });
      continue;
    }
    chmodSync(folder, 0o700);
    for (const entry of readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })) {
      const inner = Buffer.concat([Buffer.from(folder), Buffer.from('/'), entry.name]);
      if (!entry.isDirectory()) {
        unlinkSync(inner);
        continue;
      }
      // Only who may write to a folder may move it elsewhere.
      chmodSync(inner, 0o700);
      const place = `${beside}${moved++}`;
      renameSync(inner, place);
      left.push(place);
    }
    // Something that was killed just now may have made one more file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}
