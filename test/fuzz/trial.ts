// Sends generated requests to a server and checks that every answer is valid, that no caller exceeds its limit, and that the server
// is healthy afterwards.
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plans } from '../../server/access/plans.ts';
import { lenientGuard } from '../../server/load-guard.ts';
import { type Running, serve } from '../../server/main.ts';
import { reader } from '../answers.ts';
import { send } from '../server/raw.ts';
import { slugs, smallEdition } from '../server/small-site.ts';
import { movableClock, stateFor } from '../server.ts';
import { repositoryRoot } from '../site.ts';
import { documentTargets } from './document-targets.ts';
import { faultsOf } from './judge.ts';
import type { RawAnswer } from './raw-answers.ts';
import { callers, type FuzzRequest, fuzzRequests } from './requests.ts';
import { oneOf, targetsAmong } from './targets.ts';

/** The number of requests that are sent concurrently. */
const batchSize = 50;
/** The time for each request before the test fails: more than ten times as long as a request takes in `npm test` on two cores. */
const timeoutMs = 40;
const hourMs = 3_600_000;

const names = [...slugs, 'art_teapot'];
const fuzzRequest = fuzzRequests(fc.oneof(targetsAmong(names), documentTargets(reader(), names)));
/** The time by which the clock advances before a batch: usually up to 1.5 s, sometimes 30 s or a minute. */
const pauseMs = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 0, max: 1_500 }) },
  { weight: 1, arbitrary: oneOf(29_999, 59_999, 60_000, 60_001) },
);

const addressOf = (caller: number): string => `127.3.${caller >> 8}.${(caller & 255) + 1}`;

/** Declares the tests, with this number of requests. */
export function describeFuzzing(requests: number): void {
  const clock = movableClock();
  const logLines: string[] = [];
  let server: Running;
  /** A naive reference for the limit: for each caller, the times of API answers other than 429. */
  const admitted = Array.from({ length: callers }, (): number[] => []);
  const seen = new Map<string, number>();
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);

  beforeAll(async () => {
    const editionFolder = await smallEdition();
    const settings = { editionFolder, dataFolder: editionFolder, host: '127.0.0.1', port: 0, metricsPort: undefined };
    const others = { redisUrl: undefined, keepsQueries: true, publicUrl: undefined, trustProxy: 0, allowedHosts: [] };
    server = await serve(
      { ...settings, ...others, corsOrigins: '*', logLevel: 'warn' },
      {
        version: '0.0.0-test',
        clock,
        state: stateFor(clock),
        logTo: { write: (line: string) => void logLines.push(line) },
        guard: lenientGuard,
        // With hour-long time-outs the server closes no connection by itself, so `close` hangs if a caller left a connection open.
        timeouts: { keepAliveMs: hourMs, idleMs: hourMs, drainMs: hourMs },
      },
    );
  });
  afterAll(() => server.close());

  /** Sends a request; resolves to its answers, and to a fault if the connection failed. */
  async function outcomeOf({
    kind,
    caller,
    bytes,
    methods,
  }: FuzzRequest): Promise<{ answers: RawAnswer[]; fault?: string }> {
    const from = addressOf(caller);
    if (kind === 'aborted') {
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from });
      await new Promise((resolve) => {
        socket.once('close', resolve);
        socket.write(bytes, 'latin1', () => socket.resetAndDestroy());
      });
      return { answers: [] };
    }
    const options = kind === 'broken' ? { from, halfClose: true } : { from, methods, answers: methods.length };
    return send(server.port, bytes, options).catch((error: Error) => ({ answers: [], fault: error.message }));
  }

  function judge(request: FuzzRequest, { answers, fault }: Awaited<ReturnType<typeof outcomeOf>>): string[] {
    const { kind, caller, methods, targets, bytes } = request;
    count(kind);
    const judging = { origin: server.origin, document: reader(), hidden: [repositoryRoot, tmpdir()] };
    const faults = fault === undefined ? [] : [fault];
    // The server ignores bytes that consist only of line ends. It must answer all other bytes.
    const expected = kind === 'aborted' || /^[\r\n]*$/.test(bytes) ? 0 : Math.max(1, methods.length);
    if (answers.length < expected) faults.push(`${answers.length} answers instead of ${expected}`);
    answers.forEach((answer, index) => {
      const [method, target] = [methods[index], targets[index]];
      const asked = { ...(method !== undefined && { method }), ...(target !== undefined && { target }) };
      faults.push(...faultsOf(answer, judging, asked));
      count(`${answer.status}`);
      // Every API answer has this header; `faultsOf` reports its absence.
      if (answer.headers.has('ratelimit') && answer.status !== 429) admitted[caller]?.push(clock.monotonic());
    });
    return faults;
  }

  /** The callers that got more answers than the limit in the last window. */
  function overLimit(): string[] {
    const begin = clock.monotonic() - plans.keyless.windowMs;
    return admitted.flatMap((moments, caller) => {
      const inWindow = moments.filter((moment) => moment > begin);
      moments.splice(0, moments.length, ...inWindow);
      return inWindow.length > plans.keyless.limit
        ? [`${addressOf(caller)} got ${inWindow.length} answers in 60 s`]
        : [];
    });
  }

  describe(`${requests} generated requests`, () => {
    test(
      'are all answered validly, and no caller gets more answers than its limit',
      async () => {
        const batch = fc.tuple(pauseMs, fc.array(fuzzRequest, { minLength: batchSize, maxLength: batchSize }));
        await fc.assert(
          fc.asyncProperty(batch, async ([pause, sent]) => {
            clock.advance(pause);
            const outcomes = await Promise.all(sent.map(async (request) => judge(request, await outcomeOf(request))));
            const faults = outcomes.flatMap((found, index) =>
              found.length > 0 ? [{ found, request: sent[index] }] : [],
            );
            expect(faults).toEqual([]);
            expect(overLimit()).toEqual([]);
          }),
          { numRuns: Math.ceil(requests / batchSize), endOnFailure: true },
        );
      },
      requests * timeoutMs,
    );

    test('get every status that is possible for such requests, including 429 for callers over their limit', () => {
      expect([...seen.keys()]).toEqual(
        expect.arrayContaining(['200', '204', '301', '304', '400', '401', '404', '429']),
      );
      expect(seen.get('whole') ?? 0).toBeGreaterThan(requests / 2);
    });

    test('leave the server healthy, with no warning in its log and no open connection', async () => {
      clock.advance(60_000);
      for (const path of ['/healthz', '/readyz', '/', '/api/v1/search?q=teapot'])
        expect((await fetch(`${server.origin}${path}`)).status).toBe(200);
      expect(logLines).toEqual([]);
      await server.close();
    });
  });
}
