// Generated requests against the real server with the real limit. FUZZ_REQUESTS says how many, FUZZ_SEED repeats a run.
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Callers, type Outcome } from '../../scripts/stress/callers.ts';
import { callers, type FuzzRequest, fuzzRequests } from '../../scripts/stress/fuzz-requests.ts';
import { oneOf, targetsAmong } from '../../scripts/stress/fuzz-targets.ts';
import { faultsOf } from '../../scripts/stress/judge.ts';
import { plans } from '../../server/access/plans.ts';
import { lenientGuard } from '../../server/load-guard.ts';
import { type Running, serve } from '../../server/main.ts';
import { ask, reader } from '../answers.ts';
import { movableClock, stateFor } from '../server.ts';
import { repositoryRoot } from '../site.ts';
import { slugs, smallEdition } from './small-site.ts';

const requests = Number(process.env.FUZZ_REQUESTS ?? 3_000);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
/** Requests that are on their way at one time. */
const batchSize = 50;
const requestMsMax = 20;
/** An answer that takes longer is a fault. Callers, judges and server share this process; `npm run stress` allows one second. */
const answerMsMax = 10_000;

const fuzzRequest = fuzzRequests(targetsAmong([...slugs, 'art_teapot']));
/** How long nothing is sent before a batch: mostly next to nothing, now and then a minute. */
const pauseMs = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 0, max: 1_500 }) },
  { weight: 1, arbitrary: oneOf(29_999, 59_999, 60_000, 60_001) },
);

const clock = movableClock();
const logLines: string[] = [];
let server: Running;
let people: Callers;

beforeAll(async () => {
  const editionFolder = await smallEdition();
  server = await serve(
    {
      port: 0,
      host: '127.0.0.1',
      editionFolder,
      dataFolder: editionFolder,
      redisUrl: undefined,
      keepsQueries: true,
      publicUrl: undefined,
      trustProxy: 0,
      logLevel: 'warn',
      metricsPort: undefined,
    },
    {
      version: '0.0.0-test',
      clock,
      state: stateFor(clock),
      logTo: { write: (line: string) => void logLines.push(line) },
      guard: lenientGuard,
      // Connections are kept for as long as the test runs.
      timeouts: { keepAliveMs: 3_600_000, idleMs: 3_600_000 },
    },
  );
  people = new Callers(server.port, answerMsMax);
});

afterAll(() => {
  const figures = JSON.stringify(Object.fromEntries([...seen].sort()));
  if (process.env.FUZZ_REQUESTS !== undefined)
    process.stdout.write(`fuzz: ${figures}, slowest answer ${Math.ceil(slowestMs)} ms\n`);
});

const addressOf = (caller: number): string => `127.3.${caller >> 8}.${(caller & 255) + 1}`;

/** The plain oracle of the limit: per caller, the moments of the answers that were not 429. */
const admitted = Array.from({ length: callers }, (): number[] => []);
const seen = new Map<string, number>();
let slowestMs = 0;

const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);

async function send({ kind, caller, bytes, methods }: FuzzRequest): Promise<Outcome> {
  const from = addressOf(caller);
  if (kind === 'broken') return people.tell(from, bytes);
  if (kind !== 'aborted') return people.ask(from, bytes, methods);
  await people.abort(from, bytes);
  return { answers: [], tookMs: 0 };
}

function judge(request: FuzzRequest, { answers, tookMs, fault }: Outcome): string[] {
  const { kind, caller, methods, targets, bytes } = request;
  count(kind);
  slowestMs = Math.max(slowestMs, tookMs);
  const judging = { origin: server.origin, document: reader(), hidden: [repositoryRoot, tmpdir()] };
  const faults = fault === undefined ? [] : [fault];
  if (tookMs > answerMsMax) faults.push(`answered after ${tookMs} ms`);
  // Line ends alone are no request yet; everything else is answered.
  const expected = kind === 'aborted' || /^[\r\n]*$/.test(bytes) ? 0 : Math.max(1, methods.length);
  if (answers.length < expected) faults.push(`${answers.length} answers instead of ${expected}`);
  answers.forEach((answer, index) => {
    const [method, target] = [methods[index], targets[index]];
    const asked = { ...(method !== undefined && { method }), ...(target !== undefined && { target }) };
    faults.push(...faultsOf(answer, judging, asked).map(({ kind, text }) => `${kind}: ${text}`));
    count(`${answer.status}`);
    // Every answer of the API has this header, or it is a fault above.
    if (answer.headers.has('ratelimit') && answer.status !== 429) admitted[caller]?.push(clock.monotonic());
  });
  return faults;
}

/** More than the limit in the last window: the callers to whom that happened. */
function overLimit(): string[] {
  const begin = clock.monotonic() - plans.keyless.windowMs;
  return admitted.flatMap((moments, caller) => {
    const inWindow = moments.filter((moment) => moment > begin);
    moments.splice(0, moments.length, ...inWindow);
    return inWindow.length > plans.keyless.limit ? [`${addressOf(caller)} got ${inWindow.length} answers in 60 s`] : [];
  });
}

describe(`${requests} generated requests (FUZZ_SEED=${seed})`, () => {
  test('are all answered in time and in form, and nobody gets more than its limit', {
    timeout: 900_000 + requests * requestMsMax,
  }, async () => {
    const batch = fc.tuple(pauseMs, fc.array(fuzzRequest, { minLength: batchSize, maxLength: batchSize }));
    await fc.assert(
      fc.asyncProperty(batch, async ([pause, sent]) => {
        clock.advance(pause);
        const outcomes = await Promise.all(sent.map(async (request) => judge(request, await send(request))));
        const faults = outcomes.flatMap((found, index) => (found.length > 0 ? [{ found, request: sent[index] }] : []));
        expect(faults).toEqual([]);
        expect(overLimit()).toEqual([]);
      }),
      { seed, numRuns: Math.ceil(requests / batchSize), endOnFailure: true },
    );
  });

  test('reached every kind of answer, the limit of the greedy among them', () => {
    expect([...seen.keys()]).toEqual(expect.arrayContaining(['200', '204', '301', '304', '400', '401', '404', '429']));
    expect(seen.get('whole') ?? 0).toBeGreaterThan(requests / 2);
  });

  test('left the server healthy and without a bug in its log', async () => {
    clock.advance(60_000);
    for (const path of ['/healthz', '/readyz', '/', '/api/v1/search?q=teapot']) {
      const response = await ask(`http://127.0.0.1:${server.port}${path}`);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    expect(logLines).toEqual([]);
  });

  test('left no connection open: the server stops at once when its callers have gone', async () => {
    people.close();
    const startedMs = performance.now();
    await server.close();
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});
