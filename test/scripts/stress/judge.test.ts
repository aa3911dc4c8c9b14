// The judge of the long trials, judged: what it lets pass, a million requests would not find.
import { beforeAll, describe, expect, it } from 'vitest';
import { Findings } from '../../../scripts/stress/findings.ts';
import { judge } from '../../../scripts/stress/fuzz.ts';
import type { FuzzRequest } from '../../../scripts/stress/fuzz-requests.ts';
import { type FaultKind, faultsOf, type Judging } from '../../../scripts/stress/judge.ts';
import type { RawAnswer } from '../../../scripts/stress/raw-answers.ts';
import { reader } from '../../answers.ts';
import { getFrom, getText } from '../../server/raw.ts';
import { smallEdition } from '../../server/small-site.ts';
import { startServer } from '../../server.ts';
import { repositoryRoot } from '../../site.ts';

const target = '/api/v1/search?q=kettle';
const asked = { method: 'GET', target };
let judging: Judging;
let good: RawAnswer;
let refused: RawAnswer;
beforeAll(async () => {
  const server = await startServer(await smallEdition());
  judging = { origin: server.origin, document: reader(), hidden: [repositoryRoot] };
  good = await getFrom(server.port, '127.0.0.1', target);
  refused = await getFrom(server.port, '127.0.0.1', `${target}&page=0`);
});

const withText = (answer: RawAnswer, text: string): RawAnswer => ({ ...answer, text, body: Buffer.from(text) });
const withHeader = (answer: RawAnswer, name: string, value: string | undefined): RawAnswer => {
  const headers = new Map(answer.headers);
  if (value === undefined) headers.delete(name);
  else headers.set(name, [value]);
  return { ...answer, headers, header: (wanted) => headers.get(wanted)?.[0] };
};
const changed = (answer: RawAnswer, change: (envelope: Record<string, Record<string, unknown>>) => void): RawAnswer => {
  const envelope = JSON.parse(answer.text);
  change(envelope);
  return withText(answer, JSON.stringify(envelope));
};

describe('the judge of answers', () => {
  it('finds nothing wrong with good answers and good refusals', () => {
    expect(faultsOf(good, judging, asked)).toEqual([]);
    expect(faultsOf(refused, judging, { method: 'GET', target: `${target}&page=0` })).toEqual([]);
  });

  it('lets a server refuse what it has no time for, and takes no other 429 without a limit', () => {
    const text = refused.text
      .replace('VALIDATION_ERROR', 'RATE_LIMITED')
      .replace('"message":', '"retryAfterSeconds":2,"scope":"server","message":');
    const busy = withHeader(
      withHeader({ ...withText(refused, text), status: 429 }, 'ratelimit', undefined),
      'retry-after',
      '2',
    );
    const formFaults = (answer: RawAnswer): string[] =>
      faultsOf(answer, judging, asked).flatMap((fault) => (fault.kind === 'form' ? [fault.text] : []));
    expect(formFaults(busy)).toEqual([]);
    expect(formFaults(withText(busy, text.replace('"scope":"server"', '"scope":"ip"')))).toContain('no RateLimit');
  });

  it.each<[string, FaultKind, (answers: { good: RawAnswer; refused: RawAnswer }) => RawAnswer]>([
    ['a server error', 'server error', ({ refused }) => ({ ...refused, status: 500 })],
    ['a bad gateway', 'server error', ({ good }) => ({ ...good, status: 502 })],
    ['a status that is none of ours', 'form', ({ good }) => ({ ...good, status: 418 })],
    ['no envelope', 'form', ({ good }) => withText(good, '{"ok":true}')],
    ['half an envelope', 'form', ({ good }) => withText(good, good.text.slice(0, -1))],
    ['another code than that of the status', 'form', ({ refused }) => ({ ...refused, status: 404 })],
    ['a problem that says success', 'form', ({ refused }) => withText(refused, refused.text.replace('false', 'true'))],
    ['the request id of another', 'form', ({ good }) => withHeader(good, 'x-request-id', 'req_another')],
    ['no way to the API', 'form', ({ good }) => withHeader(good, 'x-agent-api-endpoint', undefined)],
    ['no limit', 'form', ({ good }) => withHeader(good, 'ratelimit', undefined)],
    ['HTML for a problem', 'form', ({ refused }) => withHeader(refused, 'content-type', 'text/html')],
    [
      'a stack',
      'form',
      ({ refused }) => withText(refused, refused.text.replace('"message":"', '"message":"at a.ts:1:1 ')),
    ],
    [
      'a path of this machine',
      'form',
      ({ good }) => withText(good, good.text.replace('{', `{"at":"${repositoryRoot}",`)),
    ],
    ['a field too many', 'schema', ({ good }) => changed(good, ({ data }) => Object.assign(data ?? {}, { took: 3 }))],
    ['a missing field', 'schema', ({ good }) => changed(good, ({ data }) => void delete data?.pagination)],
    ['a number that is a text', 'schema', ({ good }) => withText(good, good.text.replace(/"page":1/, '"page":"1"'))],
  ])('sees %s', (_what, kind, change) => {
    const kinds = faultsOf(change({ good, refused }), judging, asked).map((fault) => fault.kind);
    expect(kinds).toContain(kind);
  });
});

describe('what is counted of a generated request', () => {
  const request = (parts: Partial<FuzzRequest> = {}): FuzzRequest => ({
    kind: 'whole',
    caller: 0,
    methods: ['GET'],
    targets: [target],
    bytes: getText(target),
    ...parts,
  });
  const countsOf = (given: FuzzRequest, outcome: Parameters<typeof judge>[1], waitedMs = 0) => {
    const findings = new Findings();
    judge(given, outcome, { judging, findings, from: '127.0.0.2', waitedMs: () => waitedMs });
    return { counts: findings.counts, kept: findings.kept };
  };

  it('is nothing when it is answered as it should be', () => {
    const { kept } = countsOf(request(), { answers: [good], tookMs: 5 });
    expect(kept).toEqual([]);
  });

  it('is a hang, no answer, too few answers, and a connection that failed, each with the bytes that showed it', () => {
    expect(countsOf(request(), { answers: [good], tookMs: 1_001 }).counts.hang).toBe(1);
    expect(countsOf(request(), { answers: [], tookMs: 5 }).counts.unanswered).toBe(1);
    const two = request({ kind: 'pipelined', methods: ['GET', 'GET'], targets: [target, target] });
    expect(countsOf(two, { answers: [good], tookMs: 5 }).counts.unanswered).toBe(1);
    const { counts, kept } = countsOf(request(), { answers: [], tookMs: 5, fault: 'closed before the answer' });
    expect(counts.unanswered).toBe(1);
    expect(kept).toEqual([
      { concern: 'unanswered', fault: 'closed before the answer', from: '127.0.0.2', bytes: getText(target) },
    ]);
  });

  it('is no hang when the machine ran others for so long', () => {
    expect(countsOf(request(), { answers: [good], tookMs: 1_500 }, 600).counts.hang).toBe(0);
    expect(countsOf(request(), { answers: [good], tookMs: 1_500 }, 400).counts.hang).toBe(1);
  });

  it('is nothing for callers who went away, and for line ends', () => {
    expect(countsOf(request({ kind: 'aborted' }), { answers: [], tookMs: 0 }).kept).toEqual([]);
    const lines = request({ kind: 'broken', methods: [], targets: [], bytes: '\r\n\r\n' });
    expect(countsOf(lines, { answers: [], tookMs: 0 }).kept).toEqual([]);
  });

  it('is counted on when so many are kept that nobody would read them', () => {
    const findings = new Findings();
    for (let count = 0; count < 100; count += 1) findings.note('form', 'status 418', 'a'.repeat(10_000), '');
    expect(findings.counts.form).toBe(100);
    expect(findings.kept.length).toBeLessThan(50);
    expect(findings.kept[0]?.bytes.length).toBeLessThan(5_000);
  });
});
