import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiPrefix, pointerFile } from '../../build/edition/locations.ts';
import { type Evidence, gather } from '../../scripts/doctor/evidence.ts';
import type { Level } from '../../scripts/doctor/finding.ts';
import { checks, judge } from '../../scripts/doctor.ts';
import { systemClock } from '../../server/clock.ts';
import type { Settings } from '../../server/config.ts';
import { issueKey } from '../server/keys.ts';
import { smallEdition } from '../server/small-site.ts';
import { type Started, startServer, stateFor } from '../server.ts';
import { type Alteration, type AlteringProxy, type Answer, startAlteringProxy } from './altering-proxy.ts';
import { stele } from './command.ts';

/** The version that servers in tests report. */
const version = '0.0.0-test';

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

let server: Started;
let proxy: AlteringProxy;

/** Starts a server behind a proxy. The proxy alters nothing until a test calls `become`. */
async function start(settings: Partial<Settings> = {}): Promise<void> {
  proxy = await startAlteringProxy(() => server.port);
  const parts = { clock: systemClock, state: stateFor(systemClock) };
  server = await startServer(edition, { ...parts, settings: { publicUrl: proxy.origin, ...settings } });
}

async function evidenceOf(key?: string): Promise<Evidence> {
  return gather({ address: new URL(proxy.origin), version, key, times: { wholeMs: 10_000, answerMs: 2_000 } });
}

/** The level of each check that does not pass, by name. */
async function faults(key?: string): Promise<Record<string, Level>> {
  const judged = judge(await evidenceOf(key));
  const found = judged.filter(({ level }) => level !== 'ok');
  return Object.fromEntries(found.map(({ name, level }) => [name, level]));
}

/** The checks that are skipped in these tests, because there is no TLS and usually no key. */
const usual = { certificate: 'skipped', keys: 'skipped' };

const without = (name: string): Alteration => ({
  answered({ headers }) {
    delete headers[name];
    return undefined;
  },
});
const withHeader = (name: string, value: string): Alteration => ({
  answered({ headers }) {
    headers[name] = value;
    return undefined;
  },
});
const replacing = (where: (answer: Answer, path: string, method: string) => boolean, by: Answer): Alteration => ({
  answered: (...given) => (where(...given) ? by : undefined),
});
const page = (status: number, type = 'text/html', body = '<h1>a page of the proxy</h1>'): Answer => ({
  status,
  headers: { 'content-type': type },
  body: Buffer.from(body),
});
/** Changes the JSON body of the answers whose path is selected. */
// biome-ignore lint/suspicious/noExplicitAny: each test changes other fields.
function editing(where: (path: string) => boolean, edit: (body: any) => void): Alteration {
  return {
    asked(headers) {
      headers['accept-encoding'] = 'identity';
    },
    answered(answer, path) {
      if (!where(path) || answer.body.length === 0) return undefined;
      const body = JSON.parse(answer.body.toString());
      edit(body);
      return { ...answer, body: Buffer.from(JSON.stringify(body)) };
    },
  };
}
const isSearch = (path: string): boolean => path.startsWith(`${apiPrefix}/search?pageSize`);
const _isOpenApi = (path: string): boolean => path.endsWith('openapi.json');
const isReadiness = (path: string): boolean => path === '/readyz';

it('a healthy instance passes every check, with the 13 requests that the help states', async () => {
  await start();
  const { key } = await issueKey(server.state.store);
  expect(await faults(key)).toEqual({ certificate: 'skipped' });
  expect(proxy.asked).toHaveLength(13);
  expect((await server.get(`${apiPrefix}/domains`)).headers.get('ratelimit')).toContain(`r=${100 - 7 - 1};`);
});

it('an instance that allows CORS only for some origins passes every check', async () => {
  await start({ corsOrigins: ['https://app.example.org'] });
  expect(await faults()).toEqual(usual);
});

describe('an instance with one fault', () => {
  beforeEach(() => start());

  const strict = "default-src 'none'";
  const metrics = '# TYPE stele_x gauge\n';
  const edits: [check: string, level: Level, wrong: Alteration][] = [
    ['discovery-headers', 'failure', without('link')],
    ['rate-limit', 'failure', without('ratelimit')],
    ['request-id', 'failure', withHeader('x-request-id', 'proxy-1')],
    ['errors', 'failure', replacing(({ status }) => status === 404, page(404))],
    ['errors', 'failure', replacing(({ status }) => status === 400, page(400))],
    ['cors', 'failure', withHeader('access-control-allow-origin', '*, *')],
    ['cors', 'failure', replacing((_answer, _path, method) => method === 'OPTIONS', page(405))],
    ['security-headers', 'failure', without('content-security-policy')],
    ['security-headers', 'failure', withHeader('content-security-policy', `${strict}; script-src 'unsafe-inline'`)],
    ['compression', 'warning', { asked: (headers) => delete headers['accept-encoding'] }],
    ['compression', 'warning', without('vary')],
    ['mcp', 'failure', { asked: (headers) => Object.assign(headers, { host: 'backend.internal' }) }],
    ['mcp', 'failure', replacing((_, path) => path === '/mcp', page(405))],
    ['metrics-closed', 'failure', replacing((_, path) => path === '/metrics', page(200, 'text/plain', metrics))],
    ['openapi', 'failure', editing(isSearch, (body) => body.data && delete body.data.pagination)],
    ['clock', 'warning', editing(isSearch, ({ meta }) => Object.assign(meta, { timestamp: '2026-01-01T00:00:00Z' }))],
    ['edition', 'warning', replacing((_, path) => path === '/readyz', page(403))],
    ['edition', 'failure', editing(isReadiness, (body) => Object.assign(body, { articles: 0 }))],
  ];
  it.each(edits)('fails its check %s with the level %s', async (check, level, wrong) => {
    proxy.become(wrong);
    expect(await faults()).toMatchObject({ [check]: level });
  });

  it('fails only its check `reachable` when another service, a redirect or nothing answers', async () => {
    proxy.become({ answered: () => page(200) });
    expect(await faults()).toEqual({ reachable: 'failure' });
    proxy.become({ answered: () => ({ ...page(301), headers: { location: 'https://kb.example.org/healthz' } }) });
    expect(await faults()).toEqual({ reachable: 'failure' });
    await server.close();
    expect(await faults()).toEqual({ reachable: 'failure' });
  });

  it('fails the check `request-id` when a cache answers instead of the server', async () => {
    let kept: Answer | undefined;
    proxy.become({
      answered(answer, path, method) {
        if (isSearch(path) && method === 'GET' && answer.status === 200) kept ??= answer;
        return isSearch(path) && method === 'GET' ? kept : undefined;
      },
    });
    expect(await faults()).toMatchObject({ 'request-id': 'failure' });
  });

  it('gets no further API requests after it answered that the rate limit is used up', async () => {
    for (let call = 0; call < 100; call += 1) await server.get(`${apiPrefix}/domains`);
    const found = await faults();
    expect(proxy.asked.filter((asked) => asked.includes(apiPrefix))).toHaveLength(1);
    expect(Object.values(found)).not.toContain('failure');
    expect(found).toMatchObject({ 'rate-limit': 'skipped', mcp: 'skipped' });
  });

  it('fails after the time-out if it does not answer, or stops answering later', async () => {
    for (const [silent, asked] of [
      [() => true, 1],
      [(path: string) => path !== '/healthz', 4],
    ] as const) {
      proxy.become({ silent });
      const times = { wholeMs: 600, answerMs: 200 };
      const evidence = await gather({ address: new URL(proxy.origin), version, key: undefined, times });
      expect(evidence.requests).toBeLessThanOrEqual(asked);
      const levels = judge(evidence).map(({ level }) => level);
      expect(levels).toContain('failure');
      expect(levels.includes('skipped')).toBe(asked > 1);
    }
  });
});

describe('stele doctor reports', () => {
  it('a PUBLIC_URL that differs from the address it checks', async () => {
    await start({ publicUrl: 'https://kb.example.org' });
    expect(await faults()).toMatchObject({ 'public-address': 'warning' });
    // The evidence as `stele doctor` would gather it on another machine. There the address that it checks must be the public address.
    const evidence = { ...(await evidenceOf()), address: new URL('https://outside.example') };
    expect(judge(evidence)).toContainEqual(expect.objectContaining({ name: 'public-address', level: 'failure' }));
  });

  it('a TRUST_PROXY that lets callers choose their address', async () => {
    await start({ trustProxy: 1 });
    expect(await faults()).toMatchObject({ 'caller-address': 'warning' });
    expect(fromOutside(await evidenceOf())).toMatchObject({ name: 'caller-address', level: 'failure' });
  });

  it('a proxy behind which all callers count as one address', async () => {
    await start();
    const found = { en: expect.stringContaining('counted as 127.0.0.1') };
    expect(fromOutside(await evidenceOf())).toMatchObject({ level: 'failure', found });
  });

  it('an edition that the server refused, and a state that is degraded', async () => {
    const broken = await smallEdition();
    const own = await startServer(broken, { watchEveryMs: 3_600_000 });
    await writeFile(join(broken, pointerFile), `${'0'.repeat(64)}\n`);
    await own.currentEdition.refresh({ again: true });
    const { stdout, stderr, code } = await stele(['doctor', own.origin, '--format', 'json']);
    expect([stderr, code]).toEqual(['', 1]);
    expect(JSON.parse(stdout).checks).toContainEqual(expect.objectContaining({ name: 'edition', level: 'failure' }));
    await start();
    const degraded = { reason: 'SQLITE_FULL' };
    proxy.become(editing(isReadiness, ({ state }) => Object.assign(state, { degraded })));
    expect(await faults()).toMatchObject({ state: 'failure' });
  });
});

/** The result of the check `caller-address`, as if the doctor ran on another machine. */
function fromOutside(evidence: Evidence) {
  const { search } = evidence.answers;
  if (search === undefined) throw new Error('no answer');
  const answers = { ...evidence.answers, search: { ...search, localAddress: '203.0.113.7' } };
  return judge({ ...evidence, answers }).find(({ name }) => name === 'caller-address');
}

describe('the key of stele doctor', () => {
  beforeEach(() => start());

  it('fails the check `keys` if it is revoked or if a proxy drops it', async () => {
    const revoked = await issueKey(server.state.store, { revokedAt: '2026-01-02T00:00:00.000Z' });
    expect(await faults(revoked.key)).toMatchObject({ keys: 'failure' });
    const { key } = await issueKey(server.state.store);
    proxy.become({ asked: (headers) => delete headers.authorization });
    expect(await faults(key)).toMatchObject({ keys: 'failure' });
  });

  it('is sent without TLS only to this machine', async () => {
    const { key } = await issueKey(server.state.store);
    const times = { wholeMs: 200, answerMs: 200 };
    const evidence = await gather({ address: new URL('http://192.0.2.1:9'), version, key, times });
    expect(evidence.keyGiven).toBe('kept back');
    const answers = (await evidenceOf()).answers;
    expect(judge({ ...evidence, answers })).toContainEqual(expect.objectContaining({ name: 'keys', level: 'failure' }));
  });
});

it.each([
  [400, 'max-age=31536000; includeSubDomains', 'ok'],
  [400, 'includeSubDomains; Max-Age="63072000"', 'ok'],
  [400, undefined, 'warning'],
  [400, 'max-age=31535999', 'warning'],
  [400, 'includeSubDomains', 'warning'],
  [20, 'max-age=31536000', 'warning'],
  [2, 'max-age=31536000', 'failure'],
] as const)('a certificate with %d days left and HSTS %s has the level %s', async (days, hsts, level) => {
  await start();
  const evidence = await evidenceOf();
  const { health } = evidence.answers;
  if (health === undefined) throw new Error('no answer');
  const certificateEndsMs = health.receivedAtMs + days * 86_400_000 + 1000;
  const headers = { ...health.headers, ...(hsts !== undefined && { 'strict-transport-security': hsts }) };
  const answers = { ...evidence.answers, health: { ...health, certificateEndsMs, headers } };
  expect(judge({ ...evidence, answers })).toContainEqual(expect.objectContaining({ name: 'certificate', level }));
});

describe('stele doctor', () => {
  it('prints its report in the requested language, and ends with 0, 1 or 2', async () => {
    await start();
    const { code, stdout, stderr } = await stele(['doctor', proxy.origin, '--locale', 'zh']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/：\d+ 正常，2 跳过；发出 11 个请求$/);
    proxy.become(without('content-security-policy'));
    const wrong = await stele(['doctor', proxy.origin]);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain("    expected: default-src 'none'; …; nosniff\n    what to do: ");
    for (const address of ['kb.example.org', 'https://kb.example.org/path', 'https://a:secret@kb.example.org']) {
      const mistake = await stele(['doctor', address]);
      expect([mistake.code, mistake.stderr.includes('secret')]).toEqual([2, false]);
      expect(mistake.stderr).toContain('give an address such as');
    }
    expect(await stele(['doctor', proxy.origin], { STELE_API_KEY: 'hidden' })).toMatchObject({ code: 2, stdout: '' });
  });

  it('does not print the key', async () => {
    await start();
    const { key } = await issueKey(server.state.store);
    const { code, stdout, stderr } = await stele(['doctor', proxy.origin, '--format', 'json'], { STELE_API_KEY: key });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain(key.slice(-20));
    expect(JSON.parse(stdout).checks.map(({ name }: { name: string }) => name)).toEqual(checks.map(({ name }) => name));
  });
});
