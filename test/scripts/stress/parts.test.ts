// Every part once at a real server, with numbers so small that it takes a moment. What is timed is left to the command: here
// it counts what was done, and that nothing was found.
import { beforeAll, describe, expect, it } from 'vitest';
import type { PartReport } from '../../../scripts/bench/part.ts';
import { fuzz } from '../../../scripts/stress/fuzz.ts';
import { refusedByApplication, refusedByParser } from '../../../scripts/stress/hostile-requests.ts';
import type { StressSettings } from '../../../scripts/stress/part.ts';
import { reload } from '../../../scripts/stress/reload.ts';
import { soak } from '../../../scripts/stress/soak.ts';
import { stop } from '../../../scripts/stress/stop.ts';
import { smallContent, smallEdition } from '../../server/small-site.ts';

let settings: StressSettings;
beforeAll(async () => {
  settings = {
    edition: () => smallEdition(),
    content: await smallContent(),
    requests: 200,
    seed: 7,
    runs: 1,
    reloads: 2,
    rate: 50,
    slowWriters: 5,
    slowReaders: 2,
    minutes: 1,
    minuteMs: 1_000,
    agents: 20,
    soakRate: 50,
    say: () => undefined,
  };
});

/** What failed, but for what a server refused that had no time on a busy machine. */
const failures = ({ numbers }: PartReport): string[] =>
  Object.keys(numbers.faults as object).filter((fault) => fault !== 'status 429');

const met = ({ bars }: PartReport): Record<string, boolean> =>
  Object.fromEntries(bars.map(({ name, isMet }) => [name, isMet]));

describe('at a real server', () => {
  it('fuzz sends what it was asked for and every hostile request, and finds nothing', async () => {
    const report = await fuzz.run(settings);
    const { 'hangs > 1000 ms': _timed, ...bars } = met(report);
    expect(bars).toEqual({
      'server errors': true,
      'requests without an answer': true,
      'answers outside their form': true,
      'answers outside the schema': true,
      'callers beyond their limit': true,
      'errors in the log': true,
      'not ready at the end': true,
    });
    expect(report.numbers).toMatchObject({
      requests: 200,
      hostile: refusedByParser.length + refusedByApplication.length,
      seed: 7,
    });
  });

  it('reload sees both editions, nobody failed and nothing mixed', async () => {
    const report = await reload.run(settings);
    expect(failures(report)).toEqual([]);
    expect(met(report)).toMatchObject({
      'answers made of two editions': true,
      'errors in the log': true,
      reloads: true,
    });
    const { seen, lagMs } = report.numbers as { seen: Record<string, number>; lagMs: Record<string, number> };
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
    expect(lagMs.p99).toBeGreaterThan(0);
  });

  it('stop ends the server in both ways, with every request answered that it had taken', async () => {
    const report = await stop.run(settings);
    expect(met(report)).toMatchObject({
      'requests taken and not answered': true,
      'ends with another code than 0': true,
      'errors in the log': true,
    });
    const { stops } = report.numbers as { stops: { answers: number }[] };
    expect(stops).toHaveLength(2);
    for (const { answers } of stops) expect(answers).toBeGreaterThan(0);
  });

  it('soak reads memory and files before and after each minute, and asks in turns with a server that just began', async () => {
    const report = await soak.run(settings);
    expect(failures(report)).toEqual([]);
    expect(met(report)).toMatchObject({ 'errors in the log': true });
    const { rests, turns, statuses } = report.numbers as {
      rests: Record<string, number>[];
      turns: { aged: number; fresh: number }[];
      statuses: object;
    };
    expect(rests).toHaveLength(2);
    for (const { heapBytes, descriptors } of rests)
      expect(Math.min(heapBytes ?? 0, descriptors ?? 0)).toBeGreaterThan(0);
    expect(turns).toHaveLength(1);
    for (const { aged, fresh } of turns) expect(Math.min(aged, fresh)).toBeGreaterThan(0);
    expect(Object.keys(statuses)).toContain('200');
  });
});
