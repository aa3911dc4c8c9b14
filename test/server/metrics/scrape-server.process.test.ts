// Where the metrics are read: on the loopback address, on a port of their own, and only while the server runs.
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openMetrics } from '../../../server/metrics/open-metrics.ts';
import { type PrometheusMetrics, prometheusMetrics } from '../../../server/metrics/prometheus.ts';
import { ScrapeListeningError } from '../../../server/metrics/scrape-server.ts';
import { type Started, startServer } from '../../server.ts';
import { publishFolder, repositoryRoot } from '../../site.ts';
import { smallContent, smallEdition, titleOf } from '../small-site.ts';
import { blockUntilSeen, lagMax } from './event-loop.ts';
import { Scrape, scrape } from './scraping.ts';
import { quietSources } from './sources.ts';

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

const start = (settings: { host?: string; port?: number; metricsPort?: number } = {}): Promise<Started> =>
  startServer(edition, { settings: { metricsPort: 0, ...settings } });
const portOf = ({ metricsAddress }: Started): number => Number(new URL(metricsAddress ?? '').port);

/** Listens on a free port, or on a given one. */
async function occupy(port = 0): Promise<{ port: number; free: () => Promise<void> }> {
  const other: Server = createServer();
  await new Promise<void>((resolve, reject) => {
    other.once('error', reject);
    other.listen(port, '127.0.0.1', resolve);
  });
  const free = async (): Promise<void> => {
    const closed = new Promise((resolve) => other.close(resolve));
    other.closeAllConnections();
    await closed;
  };
  onTestFinished(() => void other.close());
  return { port: (other.address() as AddressInfo).port, free };
}

async function freePort(): Promise<number> {
  const { port, free } = await occupy();
  await free();
  return port;
}

describe('the metrics', () => {
  test('are read with GET in the format of Prometheus', async () => {
    const { metricsAddress } = await start();
    expect(metricsAddress).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    const response = await fetch(metricsAddress ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toMatch(/^stele_edition_articles 4$/m);
  });

  test('have the same head and no body with HEAD', async () => {
    const { metricsAddress } = await start();
    const response = await fetch(metricsAddress ?? '', { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      '',
    ]);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1_000);
  });

  test.each([
    ['GET', '/'],
    ['GET', '/metrics/'],
    ['GET', '/Metrics'],
    ['GET', '/api/v1/search'],
    ['GET', '/healthz'],
    ['POST', '/metrics'],
    ['DELETE', '/metrics'],
    ['OPTIONS', '/metrics'],
  ])('are all there is: %s %s answers 404', async (method, path) => {
    const { metricsAddress } = await start();
    expect((await fetch(new URL(path, metricsAddress), { method })).status).toBe(404);
  });

  test('are not on the port of the service, with or without a port of their own', async () => {
    for (const server of [await start(), await startServer(edition)]) {
      expect((await server.get('/metrics')).status).toBe(404);
      expect((await server.get('/api/v1/metrics')).status).toBe(404);
    }
  });

  test('are on 127.0.0.1 alone, wherever the service listens', async () => {
    const server = await start({ host: '0.0.0.0' });
    expect((await fetch(`http://127.0.0.2:${server.port}/healthz`)).status).toBe(200);
    expect((await scrape(server)).value('stele_edition_articles')).toBe(4);
    await expect(fetch(`http://127.0.0.2:${portOf(server)}/metrics`)).rejects.toThrow();
  });

  test('have their address in the log', async () => {
    const { logLines, metricsAddress } = await start();
    expect(logLines.map((line) => JSON.parse(line).metricsAddress)).toContain(metricsAddress);
  });

  test('tell of the edition that is served now, and of no other', async () => {
    const own = await smallEdition(0);
    const server = await startServer(own, { settings: { metricsPort: 0 } });
    const old = server.shelf.library.buildId;
    expect((await scrape(server)).valuesOf('build_id')).toEqual([old]);
    await publishFolder(await smallContent(1), own);
    await server.shelf.refresh();
    expect(await (await server.get('/api/v1/search')).text()).toContain(titleOf(1));
    const now = await scrape(server);
    expect(server.shelf.library.buildId).not.toBe(old);
    expect(now.valuesOf('build_id')).toEqual([server.shelf.library.buildId]);
    expect(now.value('stele_edition_info', { build_id: server.shelf.library.buildId })).toBe(1);
  });

  test('say that nothing is missing from what the server remembers', async () => {
    const scraped = await scrape(await start());
    expect(scraped.type.get('stele_state_degraded')).toBe('gauge');
    expect(scraped.value('stele_state_degraded')).toBe(0);
  });
});

describe('without METRICS_PORT', () => {
  test('there is no address', async () => {
    expect((await startServer(edition)).metricsAddress).toBeUndefined();
  });

  test('prom-client is not even loaded', async () => {
    const program = `
      import { createRequire } from 'node:module';
      await import(${JSON.stringify(join(repositoryRoot, 'dist/js/server/main.js'))});
      const loaded = Object.keys(createRequire(import.meta.url).cache);
      console.log(loaded.some((path) => path.includes('express')), loaded.some((path) => path.includes('prom-client')));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      cwd: repositoryRoot,
    });
    expect(stdout).toBe('true false\n');
  });
});

describe('a server that stops', () => {
  test('gives both ports back, though Prometheus keeps its connection', async () => {
    const server = await start();
    const ports = [server.port, portOf(server)];
    const socket = connect({ port: portOf(server), host: '127.0.0.1' });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.resume();
    // It has even begun to ask again.
    await new Promise((resolve) => socket.write('GET /metr', resolve));
    await scrape(server);
    await server.close();
    await closed;
    for (const port of ports) await (await occupy(port)).free();
    await server.close();
  });

  test('is still read while it finishes what it has begun', async () => {
    const server = await start();
    const closing = server.close({ graceMs: 200 });
    expect((await scrape(server)).value('stele_edition_articles')).toBe(4);
    await closing;
  });
});

test('metrics that are closed watch the process no more', async () => {
  const log = pino({ level: 'silent' });
  const opened = await openMetrics(0, { ...quietSources, log });
  const running = prometheusMetrics(quietSources);
  onTestFinished(() => running.stop());
  await opened.close();
  await blockUntilSeen(async () => new Scrape(await running.text()));
  // What is behind the interface can still be read in this process.
  const closed = new Scrape(await (opened.metrics as PrometheusMetrics).text());
  expect(closed.value(lagMax)).toBeLessThan(0.05);
});

describe('a server that cannot start leaves nothing listening', () => {
  test('when the port of the metrics is taken', async () => {
    const [port, taken] = [await freePort(), (await occupy()).port];
    const starting = start({ port, metricsPort: taken });
    await expect(starting).rejects.toThrow(ScrapeListeningError);
    await expect(starting).rejects.toMatchObject({ port: taken, host: '127.0.0.1', cause: { code: 'EADDRINUSE' } });
    await (await occupy(port)).free();
  });

  test('when the port of the service is taken', async () => {
    const [metricsPort, taken] = [await freePort(), (await occupy()).port];
    await expect(start({ port: taken, metricsPort })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await (await occupy(metricsPort)).free();
  });
});
