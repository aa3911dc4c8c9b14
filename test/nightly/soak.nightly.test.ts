// Runs the compiled server under steady traffic for SOAK_MINUTES (30), with a new edition each minute. No request may fail,
// except those that a busy server refuses, and memory and file descriptors must not grow.

import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bilingual } from '../../build/edition/vocabulary.ts';
import { cleanEnvironment, program, stele } from '../scripts/command.ts';
import { copyOf, repositoryRoot, temporaryFolder } from '../site.ts';

const minutes = Number(process.env.SOAK_MINUTES ?? 30);
const perSecond = 300;
const connections = 20;
/** With 300 requests per second from 900 addresses, each address sends 20 requests per minute. Its limit is 100. */
const addresses = 900;
/** A fifth of the minutes. The first fifth warms up the server; the second and the last one are compared. */
const share = Math.max(1, Math.floor(minutes / 5));
const growthMax = { heap: 1.3, descriptors: 10 };
/** The largest share of requests that the server may refuse because the machine is busy. */
const refusedShareMax = 0.02;

interface Soaked {
  origin: string;
  metricsAddress: string;
  /** Log lines with the level error or fatal. */
  errors: string[];
  /** The number of editions after the first that the server loaded, according to its log. */
  reloads: number;
  stop(): Promise<number | null>;
}

/** Starts the server with trust in one proxy, so that requests can set their address by a header, and follows its log. */
async function startSoaked(edition: string): Promise<Soaked> {
  const given = ['--edition', edition, '--data', await temporaryFolder(), '--port', '0', '--metrics-port', '0'];
  const child = spawn(process.execPath, [program, 'start', ...given, '--trust-proxy', '1'], {
    cwd: repositoryRoot,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const soaked: Soaked = {
    origin: '',
    metricsAddress: '',
    errors: [],
    reloads: 0,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (/"level":[56]0/.test(line)) soaked.errors.push(line);
      if (line.includes('"msg":"request"')) return;
      if (line.includes('"serving a new edition"')) soaked.reloads += 1;
      soaked.metricsAddress ||= /"metricsAddress":"([^"]+)"/.exec(line)?.[1] ?? '';
      soaked.origin ||= /"origin":"([^"]+)"/.exec(line)?.[1] ?? '';
      if (soaked.origin !== '' && soaked.metricsAddress !== '') resolve();
    });
    void exited.then((code) => reject(new Error(`the server ended with ${code}`)));
  });
  return soaked;
}

/** Requests that must be answered with 200. They ask for search results, context, articles in every format, pages and domains. */
async function usualRequests(origin: string): Promise<{ path: string; headers: Record<string, string> }[]> {
  const { data } = (await (await fetch(`${origin}/api/v1/search?pageSize=100`)).json()) as {
    data: { items: { slug: string; title: Bilingual }[] };
  };
  const forms: ((item: (typeof data.items)[number]) => string)[] = [
    ({ title }) => `/api/v1/search?q=${encodeURIComponent(title.en)}&snippet=true&facets=true`,
    ({ slug }) => `/api/v1/articles/${slug}`,
    ({ title }) => `/api/v1/search?q=${encodeURIComponent(title.zh)}`,
    ({ slug }) => `/api/v1/articles/${slug}?format=markdown`,
    ({ slug }) => `/en/articles/${slug}`,
    ({ title }) => `/api/v1/context?q=${encodeURIComponent(title.en)}`,
    ({ slug }) => `/zh/articles/${slug}.md`,
    () => '/api/v1/domains',
  ];
  return Array.from({ length: addresses }, (_, number) => {
    const item = data.items[(number * 7) % data.items.length];
    const form = forms[number % forms.length];
    if (item === undefined || form === undefined) throw new Error('the edition has no articles');
    return {
      path: form(item),
      headers: { 'x-forwarded-for': `192.0.${2 + (number >> 8)}.${number & 255}`, 'x-agent-id': `agent-${number}` },
    };
  });
}

interface Floor {
  heap: number;
  descriptors: number;
}

/** Reads metrics of the server: name → value. */
async function metricsOf({ metricsAddress }: Soaked): Promise<(name: string) => number> {
  // A build blocks this process for longer than the keep-alive time-out of the server, so connections are not reused.
  const text = await (await fetch(metricsAddress, { headers: { connection: 'close' } })).text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** The smallest heap and number of descriptors while `work` runs. The minimum excludes garbage and short-lived connections. */
async function floorDuring(server: Soaked, work: Promise<unknown>): Promise<Floor> {
  const floor = { heap: Number.POSITIVE_INFINITY, descriptors: Number.POSITIVE_INFINITY };
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const value = await metricsOf(server);
    floor.heap = Math.min(floor.heap, value('nodejs_heap_size_used_bytes'));
    floor.descriptors = Math.min(floor.descriptors, value('process_open_fds'));
    await Promise.race([over, sleep(500)]);
  }
  return floor;
}

describe(`${minutes} minutes at up to ${perSecond} requests per second, with a new edition each minute`, () => {
  let content: string;
  let edition: string;
  let server: Soaked;
  const floors: Floor[] = [];
  const failed: object[] = [];

  /** Publishes the articles as a new edition, by changing the second in updatedAt of one article. */
  async function publish(second: number): Promise<void> {
    const article = join(content, 'mcp', 'mcp-lifecycle-and-versions.md');
    const text = await readFile(article, 'utf8');
    const updated = text.replace(/^(updatedAt: .*T\d\d:\d\d:)\d\d/m, `$1${String(second % 60).padStart(2, '0')}`);
    await writeFile(article, updated);
    const { code, stderr } = await stele(['build', '--content', content, '--out', edition, '--quiet']);
    expect(code, stderr).toBe(0);
  }

  beforeAll(async () => {
    content = await copyOf(join(repositoryRoot, 'content'));
    edition = await temporaryFolder();
    await publish(0);
    server = await startSoaked(edition);
  });
  afterAll(() => server.stop());

  test('every request is answered with 200, or refused because the machine is busy', async () => {
    const requests = await usualRequests(server.origin);
    let total = 0;
    let refused = 0;
    for (let minute = 1; minute <= minutes; minute += 1) {
      const load = autocannon({ url: server.origin, connections, overallRate: perSecond, duration: 60, requests });
      const work = Promise.all([load, publish(minute)]);
      floors.push(await floorDuring(server, work));
      const [{ errors, timeouts, statusCodeStats, requests: answered, '2xx': good }] = await work;
      // Other tests may keep the machine busy. The server then refuses some requests with 429 and counts them.
      const statuses: Record<string, { count?: number }> = statusCodeStats ?? {};
      const { 200: _, 429: busy, ...others } = statuses;
      refused += busy?.count ?? 0;
      if (errors + timeouts > 0 || Object.keys(others).length > 0) failed.push({ minute, errors, timeouts, others });
      total += good;
      console.info(
        `minute ${minute}: ${answered.sent} requests, ${busy?.count ?? 0} refused, ${JSON.stringify(floors.at(-1))}`,
      );
    }
    expect(failed).toEqual([]);
    // No request may be refused for another reason, such as the limit of an address.
    expect(refused).toBeLessThanOrEqual((await metricsOf(server))('stele_requests_shed_total'));
    expect(refused).toBeLessThanOrEqual(refusedShareMax * total);
    // Builds and the load generator share this process, so a busy machine may send fewer requests in some minutes.
    expect(total).toBeGreaterThan(0.7 * minutes * 60 * perSecond);
  });

  test('every edition was loaded, and the log has no error', () => {
    expect(server.reloads).toBe(minutes);
    expect(server.errors).toEqual([]);
  });

  test('heap and descriptors at the end are about as low as after the warm-up', () => {
    const [first, last] = [floors.slice(share, 2 * share), floors.slice(-share)];
    const least = (some: readonly Floor[], of: keyof Floor): number => Math.min(...some.map((floor) => floor[of]));
    expect(least(last, 'heap')).toBeLessThan(least(first, 'heap') * growthMax.heap);
    expect(least(last, 'descriptors')).toBeLessThanOrEqual(least(first, 'descriptors') + growthMax.descriptors);
  });

  test('the server ends with 0 on SIGTERM', async () => {
    expect(await server.stop()).toBe(0);
  });
});
