// The answers of an overloaded server, and the answers to callers with too many connections. test/server/load-guard.test.ts tests
// when a server is overloaded.
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LoadGuard } from '../../../server/load-guard.ts';
import { type RawAnswer, readAnswers } from '../../fuzz/raw-answers.ts';
import { movableClock, type Started, startServer, stateFor } from '../../server.ts';
import { requestsCounted, scrape } from '../metrics/scraping.ts';
import { getText } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const edition = await smallEdition();

/** A guard whose `share` of refused requests a test can set. It refuses all requests while `share` is above 0. */
function guardWithShare(): LoadGuard & { share: number } {
  const guard = { share: 0, refuses: () => guard.share > 0, stop: () => undefined };
  return guard;
}

describe('a request that is refused because the server is busy', () => {
  async function busyServer(): Promise<{ server: Started; guard: { share: number } }> {
    const guard = guardWithShare();
    const clock = movableClock();
    const state = stateFor(clock, { keyless: { limit: 3, windowMs: 60_000 } });
    return {
      server: await startServer(edition, { clock, state, parts: { guard }, settings: { metricsPort: 0 } }),
      guard,
    };
  }

  test('gets 429 in the envelope with Retry-After, on every path except /healthz and /readyz', async () => {
    const { server, guard } = await busyServer();
    guard.share = 0.333;
    for (const path of ['/api/v1/search', '/api/v1/nowhere', '/', '/en/articles/kettle', '/llms.txt', '/nowhere']) {
      const { status, headers, body } = await server.json(path);
      expect([status, headers.get('retry-after')], path).toEqual([429, '2']);
      expect(body.error).toMatchObject({ code: 'RATE_LIMITED', scope: 'server', retryAfterSeconds: 2 });
      if (path.startsWith('/api')) expect(headers.get('access-control-allow-origin')).toBe('*');
    }
    expect((await server.get('/healthz')).status).toBe(200);
    const ready = await server.get('/readyz');
    expect([ready.status, (await ready.json()).load]).toEqual([200, { refusedShare: 0.33 }]);
  });

  test('counts against no limit', async () => {
    const { server, guard } = await busyServer();
    guard.share = 0.5;
    for (let count = 0; count < 10; count += 1) await server.get('/api/v1/search', { 'x-agent-id': 'ada' });
    guard.share = 0;
    const left = [];
    for (let count = 0; count < 3; count += 1)
      left.push((await server.get('/api/v1/search')).headers.get('ratelimit')?.split(';')[1]);
    expect(left).toEqual([' r=2', ' r=1', ' r=0']);
  });

  test('is counted in the metrics', async () => {
    const { server, guard } = await busyServer();
    guard.share = 0.25;
    await server.get('/api/v1/search');
    const scraped = await scrape(server);
    expect(scraped.value('stele_requests_shed_total')).toBe(1);
    expect(scraped.value('stele_load_refused_share')).toBe(0.25);
    expect(await requestsCounted(server)).toEqual({ 'search 429': 1 });
  });
});

interface Line {
  socket: Socket;
  /** Sends a request, and resolves to the first answer on the connection. */
  ask(): Promise<RawAnswer>;
  closed: Promise<void>;
}

async function open(port: number, localAddress: string): Promise<Line> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), closed]);
  return {
    socket,
    closed,
    ask: () =>
      new Promise((resolve, reject) => {
        const chunks: Buffer[] = [];
        socket.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          const [answer] = readAnswers(Buffer.concat(chunks)).answers;
          if (answer !== undefined) resolve(answer);
        });
        void closed.then(() => reject(new Error('closed without an answer')));
        socket.write(getText('/api/v1/search'));
      }),
  };
}

describe('connections', () => {
  const start = (bounds: object, more: object = {}): Promise<Started> =>
    startServer(edition, { parts: { bounds }, settings: { metricsPort: 0, ...more } });
  const refused = async (server: Started): Promise<object> =>
    (await scrape(server)).counts('stele_connections_refused_total');

  test('beyond the bound per address get one answer, 429 in the envelope, and are closed', async () => {
    const server = await start({ perAddress: 2 });
    const lines = [];
    for (let count = 0; count < 3; count += 1) lines.push(await open(server.port, '127.1.0.1'));
    const answers = await Promise.all(lines.map(({ ask }) => ask()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(JSON.parse(answers[2]?.text ?? '').error).toMatchObject({ code: 'RATE_LIMITED', scope: 'ip' });
    expect(answers[2]?.header('connection')).toBe('close');
    await lines[2]?.closed;
    expect(await refused(server)).toEqual({ address: 1 });
  });

  test('from other addresses are unaffected by the bound, and a closed connection makes room for another', async () => {
    const server = await start({ perAddress: 1 });
    const first = await open(server.port, '127.1.0.1');
    expect((await (await open(server.port, '127.1.0.2')).ask()).status).toBe(200);
    expect((await first.ask()).status).toBe(200);
    // After this answer the server closes the connection. When the caller sees it closed, the server no longer counts it.
    first.socket.write(getText('/healthz', [['Connection', 'close']]));
    await first.closed;
    expect((await (await open(server.port, '127.1.0.1')).ask()).status).toBe(200);
  });

  test('beyond the bound per address are closed even if they send nothing', async () => {
    const server = await start({ perAddress: 0 });
    await (await open(server.port, '127.1.0.1')).closed;
  });

  test('beyond the total bound are closed without an answer', async () => {
    const server = await start({ total: 1 });
    const first = await open(server.port, '127.1.0.1');
    expect((await first.ask()).status).toBe(200);
    await (await open(server.port, '127.1.0.2')).closed;
    expect(await refused(server)).toEqual({ total: 1 });
  });
});
