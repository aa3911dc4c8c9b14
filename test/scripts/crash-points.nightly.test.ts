// Kills `backup` and `restore` before each of their changes of a file, one change per run.
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { copyOf, repositoryRoot, temporaryFolder } from '../site.ts';
import { addKey, cleanEnvironment, keysIn, program, steleProcess } from './command.ts';

const preload = pathToFileURL(join(repositoryRoot, 'test/scripts/crash-points.mjs')).href;

/** Resolves to true if the command finished before the change at which it would be killed. */
function endsBefore(change: number, given: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', preload, program, ...given], {
    env: cleanEnvironment({ CRASH_AT: String(change) }),
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

it('a killed backup leaves no copy or a complete one; a killed restore leaves the old or the new state', async () => {
  const [made, out] = [await temporaryFolder(), await temporaryFolder()];
  const copied = await addKey(made);
  for (let change = 1, isOver = false; !isOver; change += 1) {
    const file = join(out, `${change}.db`);
    isOver = await endsBefore(change, ['backup', '--data', made, '--out', file]);
    expect(isOver && change < 4, 'backup changes several files').toBe(false);
    if (!(await readdir(out)).includes(`${change}.db`)) continue;
    const restored = await temporaryFolder();
    expect(await steleProcess(['restore', file, '--data', restored])).toMatchObject({ code: 0 });
    expect(await keysIn(restored)).toEqual([copied]);
  }
  const copy = join(await temporaryFolder(), 'copy.db');
  expect((await steleProcess(['backup', '--data', made, '--out', copy])).code).toBe(0);
  const later = await addKey(made);
  const seen = new Set<number>();
  for (let change = 1, isOver = false; !isOver; change += 1) {
    const data = await copyOf(made);
    isOver = await endsBefore(change, ['restore', copy, '--data', data]);
    const kept = await keysIn(data);
    expect([[copied], [copied, later]]).toContainEqual(kept);
    seen.add(kept.length);
  }
  expect(seen).toEqual(new Set([1, 2]));
});
