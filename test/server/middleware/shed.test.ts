// A server that is asked for more than it can do, and callers with too many connections.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type LoadGuard, watchLoad } from '../../../server/load-guard.ts';
import { type RawAnswer, readAnswers } from '../../fuzz/raw-answers.ts';
import { movableClock, type Started, startServer, stateFor } from '../../server.ts';
import { requestsCounted, scrape } from '../metrics/scraping.ts';
import { getText } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

/** Holds up the event loop for as long as a long computation would. */
function burn(milliseconds: number): void {
  const untilMs = performance.now() + milliseconds;
  while (performance.now() < untilMs);
}

/** A guard that refuses when it is told to. */
function toldGuard(): LoadGuard & { share: number } {
  const guard = { share: 0, refuses: () => guard.share > 0, stop: () => undefined };
  return guard;
}

describe('while the event loop does not keep up', () => {
  test('some requests are refused, and none any more when it does', async () => {
    const told: boolean[] = [];
    const guard = watchLoad((isRefusing) => void told.push(isRefusing), { settlingMs: 0 });
    onTestFinished(() => guard.stop());
    const { setBurnMs, statuses } = await slowServer(guard);
    let seen: number[] = [];
    while (!seen.includes(429)) seen = await statuses();
    expect(guard.share).toBeGreaterThan(0);
    setBurnMs(0);
    await expect.poll(() => guard.share, { timeout: 60_000 }).toBe(0);
    await expect.poll(statuses).toEqual([200, 200, 200, 200]);
    expect(told.slice(0, 2)).toEqual([true, false]);
  });

  test('none is refused while the server has just started, and some are when that is over', async () => {
    const settledMs = performance.now() + 10_000;
    const told: number[] = [];
    const guard = watchLoad(() => void told.push(performance.now()));
    onTestFinished(() => guard.stop());
    const { statuses } = await slowServer(guard);
    let seen: number[] = [];
    while (!seen.includes(429)) seen = await statuses();
    expect(told[0]).toBeGreaterThanOrEqual(settledMs);
  });

  /** Each request holds it up for 200 ms, or for what it is told. */
  async function slowServer(guard: LoadGuard): Promise<{
    setBurnMs: (milliseconds: number) => void;
    /** Of four requests at once. */
    statuses: () => Promise<number[]>;
  }> {
    let burnMs = 200;
    const around =
      (app: RequestListener): RequestListener =>
      (request: IncomingMessage, response: ServerResponse) => {
        burn(burnMs);
        app(request, response);
      };
    const server = await startServer(edition, { parts: { guard, around } });
    return {
      setBurnMs(milliseconds) {
        burnMs = milliseconds;
      },
      statuses: () => Promise.all(Array.from({ length: 4 }, async () => (await server.get('/api/v1/search')).status)),
    };
  }
});

describe('a request that is refused because the server is busy', () => {
  async function busyServer(): Promise<{ server: Started; guard: { share: number } }> {
    const guard = toldGuard();
    const clock = movableClock();
    const state = stateFor(clock, { keyless: { limit: 3, windowMs: 60_000 } });
    return {
      server: await startServer(edition, { clock, state, parts: { guard }, settings: { metricsPort: 0 } }),
      guard,
    };
  }

  test.each(['/api/v1/search', '/api/v1/nowhere', '/', '/en/articles/kettle', '/llms.txt', '/nowhere'])(
    'gets 429 in the envelope, and when to come back: %s',
    async (path) => {
      const { server, guard } = await busyServer();
      guard.share = 0.5;
      const { status, headers, body } = await server.json(path);
      expect(status).toBe(429);
      expect(headers.get('retry-after')).toBe('2');
      expect(headers.get('x-request-id')).toBe(body.meta.requestId);
      expect(body.error).toMatchObject({ code: 'RATE_LIMITED', scope: 'server', retryAfterSeconds: 2 });
      expect(body.error.message).toContain('busy');
      if (path.startsWith('/api')) expect(headers.get('access-control-allow-origin')).toBe('*');
    },
  );

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

  test('is counted as such', async () => {
    const { server, guard } = await busyServer();
    guard.share = 0.25;
    await server.get('/api/v1/search');
    const scraped = await scrape(server);
    expect(scraped.value('stele_requests_shed_total')).toBe(1);
    expect(scraped.value('stele_load_refused_share')).toBe(0.25);
    expect(await requestsCounted(server)).toEqual({ 'search 429': 1 });
  });

  test('is none about health, which tells of it', async () => {
    const { server, guard } = await busyServer();
    guard.share = 0.333;
    expect((await server.get('/healthz')).status).toBe(200);
    const ready = await server.get('/readyz');
    expect([ready.status, (await ready.json()).load]).toEqual([200, { refusedShare: 0.33 }]);
  });
});

interface Line {
  socket: Socket;
  /** The first answer. */
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

  test('beyond the bound of their address are answered once, with 429 in the envelope, and closed', async () => {
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

  test('of other addresses are not touched, and one that ended makes room', async () => {
    const server = await start({ perAddress: 1 });
    const first = await open(server.port, '127.1.0.1');
    expect((await (await open(server.port, '127.1.0.2')).ask()).status).toBe(200);
    expect((await first.ask()).status).toBe(200);
    first.socket.destroy();
    await expect.poll(async () => (await (await open(server.port, '127.1.0.1')).ask()).status).toBe(200);
  });

  test('beyond the bound on which nothing is sent are closed soon', async () => {
    const server = await start({ perAddress: 0 });
    await (await open(server.port, '127.1.0.1')).closed;
  });

  test('beyond the bound of all are closed at once', async () => {
    const server = await start({ total: 1 });
    const first = await open(server.port, '127.1.0.1');
    expect((await first.ask()).status).toBe(200);
    await (await open(server.port, '127.1.0.2')).closed;
    expect(await refused(server)).toEqual({ total: 1 });
  });
});
