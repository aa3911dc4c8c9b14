// The endpoint of the metrics listens on 127.0.0.1 and a port of its own, and only while the server runs.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { ScrapeListeningError } from '../../../server/metrics/scrape-server.ts';
import { freePort } from '../../free-port.ts';
import { type Started, startServer } from '../../server.ts';
import { smallEdition } from '../small-site.ts';
import { scrape } from './scraping.ts';

const edition = await smallEdition();
const start = (settings: { host?: string; port?: number; metricsPort?: number } = {}): Promise<Started> =>
  startServer(edition, { settings: { metricsPort: 0, ...settings } });
const shared = await start();
afterAll(() => shared.close());
const portOf = ({ metricsAddress }: Started): number => Number(new URL(metricsAddress ?? '').port);

/** Occupies a free port, or the given port, until `free` is called or the test ends. */
async function occupy(port = 0): Promise<{ port: number; free: () => Promise<void> }> {
  const other: Server = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const free = async (): Promise<void> => {
    const closed = once(other, 'close');
    other.close();
    await closed;
  };
  onTestFinished(() => void other.close());
  return { port: (other.address() as AddressInfo).port, free };
}

describe('the metrics', () => {
  test.each(['GET', 'HEAD'])('are answered to %s in the text format of Prometheus', async (method) => {
    const { metricsAddress, logLines } = shared;
    expect(metricsAddress).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    expect(logLines.map((line) => JSON.parse(line).metricsAddress)).toContain(metricsAddress);
    const response = await fetch(metricsAddress ?? '', { method });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1_000);
    expect(await response.text()).toMatch(method === 'GET' ? /^stele_edition_articles 4$/m : /^$/);
  });

  test.each([
    ['GET', '/'],
    ['GET', '/api/v1/search'],
    ['POST', '/metrics'],
  ])('are the only resource on their port: %s %s gets 404', async (method, path) => {
    expect((await fetch(new URL(path, shared.metricsAddress), { method })).status).toBe(404);
  });

  test('are served only on 127.0.0.1, whatever HOST is', async () => {
    const server = await start({ host: '0.0.0.0' });
    expect((await fetch(`http://127.0.0.2:${server.port}/healthz`)).status).toBe(200);
    expect((await scrape(server)).value('stele_edition_articles')).toBe(4);
    await expect(fetch(`http://127.0.0.2:${portOf(server)}/metrics`)).rejects.toThrow();
  });
});

describe('a server that stops', () => {
  test('releases both ports, although Prometheus keeps its connection open', async () => {
    const server = await start();
    const ports = [server.port, portOf(server)];
    const socket = connect({ port: portOf(server), host: '127.0.0.1' });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.resume();
    // Prometheus has also sent the beginning of another scrape.
    await new Promise((resolve) => socket.write('GET /metr', resolve));
    await scrape(server);
    await server.close();
    await closed;
    for (const port of ports) await (await occupy(port)).free();
    await server.close();
  });

  test('can still be scraped while it finishes running requests', async () => {
    const server = await start();
    const closing = server.close({ graceMs: 200 });
    expect((await scrape(server)).value('stele_edition_articles')).toBe(4);
    await closing;
  });
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
