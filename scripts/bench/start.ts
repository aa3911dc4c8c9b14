// Measures the time from the start of a server to its first response, and its memory at that moment. The baseline is a server that
// loads the same packages and sends a constant response.

import { readContent } from '../../build/read.ts';
import { keptEdition } from '../eval/editions.ts';
import { defaultContentFolder } from '../package-root.ts';
import type { Part } from './part.ts';
import { benchFile, ownModule, startServer } from './processes.ts';
import { inTurns, median, medianRatio } from './rounds.ts';

const usualRounds = 5;

export const start: Part = async ({ entries, rounds = usualRounds, folder, say }) => {
  const serving = async (edition: string): Promise<string[]> => {
    const place = ['--edition', edition, '--data', await folder()];
    return [ownModule('..', 'stele'), 'start', ...place, '--port', '0', '--host', '127.0.0.1'];
  };
  const own = await keptEdition('own', await readContent(defaultContentFolder));
  const empty = [benchFile('servers.mjs'), 'empty'];
  const candidates = [
    { name: 'empty Express', program: empty },
    { name: 'empty Express, again', program: empty },
    { name: 'own content', program: await serving(own) },
    { name: `${entries.length} files`, program: await serving(await keptEdition('bench', entries)) },
  ];
  const samples = await inTurns(candidates, rounds, async ({ name, program }, round) => {
    say(`start: round ${round + 1} of ${rounds}, ${name}`);
    const began = performance.now();
    const server = await startServer(program);
    try {
      const answer = await fetch(`${server.origin}/api/v1/search?q=mcp`);
      await answer.arrayBuffer();
      const ms = performance.now() - began;
      if (answer.status !== 200) throw new Error(`the first answer of ${name} has the status ${answer.status}`);
      return { ms, rssMib: await server.rssMib() };
    } finally {
      await server.stop();
    }
  });
  const valuesOf = (at: number, value: 'ms' | 'rssMib'): number[] => (samples[at] ?? []).map((sample) => sample[value]);
  const rows = candidates.map(({ name }, at) => [
    name,
    ...(['ms', 'rssMib'] as const).flatMap((value) => [
      median(valuesOf(at, value)).toFixed(0),
      medianRatio(valuesOf(at, value), valuesOf(0, value)).toFixed(2),
    ]),
  ]);
  return {
    summary: 'from the start of the process to the first answer to a search, and the memory at that moment',
    tables: [{ head: ['server', 'ms', 'ratio', 'RSS MiB', 'ratio'], rows }],
    notes: [
      `medians of ${rounds} rounds after one that fills the disk cache, and each round measures every candidate. Stele verifies every byte of the edition before it serves it`,
      'the empty server is express, helmet and express-rate-limit with a constant answer',
    ],
  };
};
