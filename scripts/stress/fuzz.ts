// Generated and hostile requests, by the hundred thousand: every answer is one that the service describes, in time and in form.
import fc from 'fast-check';
import { plans } from '../../server/access/plans.ts';
import { packageRoot } from '../package-root.ts';
import { addressOf } from './addresses.ts';
import { none } from './bars.ts';
import type { Callers, Outcome } from './callers.ts';
import { DocumentReader } from './document-reader.ts';
import { documentTargets } from './document-targets.ts';
import { type Concern, Findings } from './findings.ts';
import { callers as callersOfBlock, type FuzzRequest, fuzzRequests, greedyCallers } from './fuzz-requests.ts';
import { targetsAmong } from './fuzz-targets.ts';
import { type HostileRequest, refusedByApplication, refusedByParser } from './hostile-requests.ts';
import { faultsOf, isShed, type Judging } from './judge.ts';
import type { Part, StressSettings } from './part.ts';
import { type Place, withPlace } from './place.ts';
import { waitedMsOf } from './server-process.ts';
import { articlesOf } from './traffic.ts';

/** Requests that are on their way at one time. */
const batchSize = 50;
/** After so many, others call: none of them but the greedy gets near its limit. */
const blockSize = 9_600;
/** So many addresses belong to a block. */
const blockAddresses = 256;
/** Of the requests of the greedy callers only every tenth is theirs: the rest is better used than for 429. */
const greedyShare = 10;
const hangMs = 1_000;
const answerMsMax = 5_000;

export const fuzz: Part = {
  summary: 'requests made from the OpenAPI document, mutated bytes and hostile ones',
  run: (settings) => withPlace((place) => run(place, settings)),
};

async function run(place: Place, { edition, requests, seed, say }: StressSettings) {
  const folder = await edition();
  const server = await place.serve(folder);
  const people = place.callers(server, answerMsMax);
  const document = new DocumentReader(await (await fetch(`${server.origin}/api/v1/openapi.json`)).json());
  const articles = await articlesOf(people);
  const names = articles.flatMap(({ slug, id }) => [slug, id]);
  const judging: Judging = { origin: server.origin, document, hidden: [packageRoot, folder] };
  const findings = new Findings();
  const hostile = [...refusedByParser, ...refusedByApplication];
  for (const [number, request] of hostile.entries()) {
    const outcome = await people.tell(addressOf(number), request.bytes);
    judgeHostile(request, outcome, judging, findings);
  }
  const generated = fuzzRequests(fc.oneof(targetsAmong(names), documentTargets(document, names)));
  const limits = new Limits();
  const waited = (): number => server.waitedMs() + waitedMsOf('self');
  const began = performance.now();
  const ownBefore = { at: 0, rssBytes: 0 };
  for (let sent = 0; sent < requests; sent += batchSize) {
    const block = 1 + Math.floor(sent / blockSize);
    if (sent % blockSize === 0) {
      people.closeIdle();
      limits.clear();
    }
    const batch = fc.sample(generated, { numRuns: Math.min(batchSize, requests - sent), seed: seed + sent });
    const waitedBefore = waited();
    const trial = { judging, findings, waitedMs: () => waited() - waitedBefore };
    await Promise.all(
      batch.map(async (request, index) => {
        const from = addressOf(block * blockAddresses + slotOf(request, sent + index));
        const sentMs = performance.now();
        const outcome = await send(people, from, request);
        judge(request, outcome, { ...trial, from });
        limits.note(from, sentMs, outcome);
        if (limits.isExceeded(from))
          findings.note('limit', `more than ${plans.keyless.limit} answers in 60 s`, request.bytes, from);
      }),
    );
    if (ownBefore.at === 0 && sent >= requests / 10)
      Object.assign(ownBefore, { at: sent, rssBytes: process.memoryUsage().rss });
    if ((sent / batchSize) % Math.max(1, Math.round(requests / batchSize / 10)) === 0)
      say(`fuzz: ${sent} of ${requests}`);
  }
  const seconds = (performance.now() - began) / 1_000;
  people.close();
  const isReady = (await fetch(`${server.origin}/readyz`)).status === 200;
  for (const line of server.complaints) findings.note('log', line, '', '');
  const { kept, counts } = findings;
  const bar = (name: string, concern: Concern) => none(name, counts[concern]);
  return {
    tables: [
      findings.table(),
      {
        head: ['number', ''],
        rows: [
          ['hostile requests', String(hostile.length)],
          ['generated requests', String(requests)],
          ['per second', (requests / seconds).toFixed(0)],
          ['slowest answer, ms', findings.slowestMs.toFixed(0)],
          [
            'own RSS at a tenth and at the end, MB',
            [ownBefore.rssBytes, process.memoryUsage().rss].map((bytes) => (bytes / 1_000_000).toFixed(0)).join(' → '),
          ],
          ['RSS of the server, MB', (server.rssBytes() / 1_000_000).toFixed(0)],
        ],
      },
    ],
    bars: [
      bar('server errors', 'server error'),
      bar(`hangs > ${hangMs} ms`, 'hang'),
      bar('requests without an answer', 'unanswered'),
      bar('answers outside their form', 'form'),
      bar('answers outside the schema', 'schema'),
      bar('callers beyond their limit', 'limit'),
      bar('errors in the log', 'log'),
      none('not ready at the end', isReady ? 0 : 1),
    ],
    notes: [
      'a hang is counted without the time in which a process was ready and the machine ran others',
      `the same again: --only fuzz --requests ${requests} --seed ${seed}`,
      ...kept.map((finding) => JSON.stringify(finding)),
    ],
    numbers: {
      seed,
      requests,
      hostile: hostile.length,
      seconds,
      slowestMs: findings.slowestMs,
      counts,
      seen: findings.seen(),
      findings: kept,
    },
  };
}

/** Which caller of its block sends a request. */
function slotOf({ caller }: FuzzRequest, number: number): number {
  if (caller >= greedyCallers || number % greedyShare === 0) return caller;
  return greedyCallers + (number % (callersOfBlock - greedyCallers));
}

async function send(people: Callers, from: string, { kind, bytes, methods }: FuzzRequest): Promise<Outcome> {
  if (kind === 'broken') return people.tell(from, bytes);
  if (kind !== 'aborted') return people.ask(from, bytes, methods);
  await people.abort(from, bytes);
  return { answers: [], tookMs: 0 };
}

export interface Trial {
  judging: Judging;
  findings: Findings;
  from: string;
  /** How long both processes waited for a processor since the request was sent: a busy machine is no hang. */
  waitedMs(): number;
}

/** Notes what is wrong with what came of a generated request. */
export function judge(
  request: FuzzRequest,
  { answers, tookMs, fault }: Outcome,
  { judging, findings, from, waitedMs }: Trial,
): void {
  const { kind, methods, targets, bytes } = request;
  findings.timed(tookMs);
  if (tookMs > hangMs && tookMs - waitedMs() > hangMs)
    findings.note('hang', `took ${Math.ceil(tookMs)} ms`, bytes, from);
  // Line ends alone are no request yet; everything else is answered.
  const expected = kind === 'aborted' || /^[\r\n]*$/.test(bytes) ? 0 : Math.max(1, methods.length);
  if (fault !== undefined) findings.note('unanswered', fault, bytes, from);
  else if (answers.length < expected)
    findings.note('unanswered', `${answers.length} answers instead of ${expected}`, bytes, from);
  answers.forEach((answer, index) => {
    const [method, target] = [methods[index], targets[index]];
    const asked = { ...(method !== undefined && { method }), ...(target !== undefined && { target }) };
    findings.count(kind, isShed(answer) ? 'busy' : answer.status);
    for (const each of faultsOf(answer, judging, asked)) findings.note(each.kind, each.text, bytes, from);
  });
  if (answers.length === 0) findings.count(kind, 'none');
}

function judgeHostile(
  { title, bytes, status }: HostileRequest,
  outcome: Outcome,
  judging: Judging,
  findings: Findings,
): void {
  const request: FuzzRequest = { kind: 'broken', caller: 0, methods: [], targets: [], bytes };
  judge(request, outcome, { judging, findings, from: '', waitedMs: () => 0 });
  const [answer] = outcome.answers;
  if (answer !== undefined && answer.status !== status && !isShed(answer))
    findings.note('form', `${title}: status ${answer.status} instead of ${status}`, bytes, '');
}

/** The plain oracle of the limit: for each address the moments at which requests were sent that were not refused for it. */
class Limits {
  readonly #sentMs = new Map<string, number[]>();

  note(from: string, sentMs: number, { answers }: Outcome): void {
    // Every answer that is counted has this header.
    const admitted = answers.filter(({ status, headers }) => headers.has('ratelimit') && status !== 429);
    if (admitted.length > 0) this.#sentMs.set(from, [...(this.#sentMs.get(from) ?? []), ...admitted.map(() => sentMs)]);
  }

  /** All that were sent in the last window are answered by now: they came within one. */
  isExceeded(from: string): boolean {
    const begin = performance.now() - plans.keyless.windowMs;
    return (this.#sentMs.get(from) ?? []).filter((sentMs) => sentMs > begin).length > plans.keyless.limit;
  }

  clear(): void {
    this.#sentMs.clear();
  }
}
