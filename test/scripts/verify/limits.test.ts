import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { membersOf, usualLimits } from '../../../scripts/verify/confinement/limits.ts';
import { type Command, runWatched } from '../../../scripts/verify/confinement/run.ts';
import { temporaryFolder } from '../../site.ts';

it('finds all processes of an example, also where numbers have begun anew and children have lower ones than their parents', () => {
  const processes = [
    { pid: 7, parent: 32_760, group: 7 },
    { pid: 9, parent: 7, group: 9 },
    { pid: 500, parent: 1, group: 500 },
    { pid: 32_750, parent: 1, group: 32_750 },
    { pid: 32_755, parent: 1, group: 32_750 },
    { pid: 32_760, parent: 32_750, group: 32_760 },
  ];
  expect([...membersOf(32_750, processes)].sort((left, right) => left - right)).toEqual([7, 9, 32_750, 32_755, 32_760]);
});

describe('the limit of time', () => {
  const commandOf = async (program: string): Promise<Command> => ({
    words: [process.execPath, '-e', program],
    folder: await temporaryFolder(),
    environment: {},
    printTo: join(await temporaryFolder(), 'printed'),
  });

  it('is not passed by an example that ended in time while whoever runs it was busy', async () => {
    const command = await commandOf('console.log("done")');
    const limitMs = 1_500;
    const ended = runWatched(command, { ...usualLimits, timeMs: limitMs });
    for (const until = performance.now() + 2 * limitMs; performance.now() < until; );
    expect(await ended).toMatchObject({ exitCode: 0, passed: undefined, printed: 'done\n' });
  });

  it('is passed by one that does not end', async () => {
    const command = await commandOf('setInterval(() => {}, 1000)');
    expect(await runWatched(command, { ...usualLimits, timeMs: 300 })).toMatchObject({
      exitCode: null,
      passed: 'time',
    });
  });
});
