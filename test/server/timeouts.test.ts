// Slow and silent callers, with limits small enough to wait for.
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Timeouts } from '../../server/http-server.ts';
import { lenientGuard } from '../../server/load-guard.ts';
import { type Running, serve } from '../../server/main.ts';
import { ask } from '../answers.ts';
import { readAnswers } from '../fuzz/raw-answers.ts';
import { generousState, movableClock } from '../server.ts';
import { getText } from './raw.ts';
import { smallEdition } from './small-site.ts';

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

async function start(timeouts: Partial<Timeouts>, lines: string[] = []): Promise<Running> {
  const clock = movableClock();
  const running = await serve(
    {
      port: 0,
      host: '127.0.0.1',
      editionFolder: edition,
      dataFolder: edition,
      redisUrl: undefined,
      keepsQueries: true,
      publicUrl: undefined,
      trustProxy: 0,
      logLevel: 'info',
      metricsPort: undefined,
    },
    {
      version: '0.0.0-test',
      clock,
      state: generousState(clock),
      logTo: { write: (line: string) => void lines.push(line) },
      timeouts: { checkEveryMs: 20, ...timeouts },
      guard: lenientGuard,
    },
  );
  onTestFinished(() => running.close());
  return running;
}

interface Caller {
  socket: Socket;
  /** Everything received until the server closed the connection. */
  untilClosed: Promise<{ text: string; tookMs: number }>;
}

/** With `allowHalfOpen` the caller goes on writing after the server has closed its side. */
function call(port: number, allowHalfOpen = false): Caller {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  const startedMs = performance.now();
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  // A connection that is cut may end in a reset.
  socket.on('error', () => undefined);
  const untilClosed = new Promise<{ text: string; tookMs: number }>((resolve) =>
    socket.once('close', () => resolve({ text, tookMs: performance.now() - startedMs })),
  );
  return { socket, untilClosed };
}

/** Sends a text byte by byte, one every few milliseconds, until it is over or the connection is. */
function trickle(socket: Socket, text: string): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent === text.length || !socket.writable) clearInterval(timer);
    else socket.write(text[sent] ?? '');
    sent += 1;
  }, 10);
}

describe('a caller', () => {
  const request = getText('/api/v1/search', [['X-Slow', 'a'.repeat(1_000)]]);

  test('whose headers take too long gets 400 in the envelope, and is closed', async () => {
    const { port } = await start({ headersMs: 150, requestMs: 10_000 });
    const { socket, untilClosed } = call(port);
    trickle(socket, request);
    const { text, tookMs } = await untilClosed;
    const [answer] = readAnswers(Buffer.from(text, 'latin1')).answers;
    expect(answer?.status).toBe(400);
    expect(JSON.parse(answer?.text ?? '').error.message).toContain(
      'a request that arrives whole within the time limit',
    );
    expect(tookMs).toBeGreaterThanOrEqual(140);
    expect(tookMs).toBeLessThan(5_000);
  });

  test('who says nothing is closed', async () => {
    const { port } = await start({ headersMs: 150, requestMs: 10_000 });
    const { tookMs } = await call(port).untilClosed;
    expect(tookMs).toBeLessThan(5_000);
  });

  test('whose body never ends is answered once and closed', async () => {
    const { port } = await start({ headersMs: 100, requestMs: 200 });
    const { socket, untilClosed } = call(port);
    socket.write('GET /api/v1/search HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n');
    trickle(socket, 'a'.repeat(1_000));
    const { text, tookMs } = await untilClosed;
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(tookMs).toBeLessThan(5_000);
  });

  test('whose message to /mcp never ends gets 400 in the envelope, and is closed', async () => {
    const lines: string[] = [];
    const running = await start({ headersMs: 100, requestMs: 200 }, lines);
    const { socket, untilClosed } = call(running.port);
    socket.write(
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    const { text } = await untilClosed;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"VALIDATION_ERROR"');
    expect(lines.filter((line) => line.includes('a bug'))).toEqual([]);
  });

  test('who does not read its answers is closed', async () => {
    const lines: string[] = [];
    const { port } = await start({ idleMs: 200, keepAliveMs: 60_000 }, lines);
    const { socket, untilClosed } = call(port);
    socket.pause();
    // More answers than the buffers on the way hold.
    const asked = 3_000;
    socket.write(getText('/en/docs').repeat(asked));
    const wasCut = (): boolean => lines.some((line) => JSON.parse(line).aborted === true);
    await vi.waitFor(() => expect(wasCut()).toBe(true), { timeout: 60_000, interval: 50 });
    socket.resume();
    const { text } = await untilClosed;
    expect(text.match(/HTTP\/1\.1 200/g)?.length).toBeLessThan(asked);
  });

  test('who sends no other request is closed when the connection was kept long enough', async () => {
    const { port } = await start({ keepAliveMs: 100 });
    const { socket, untilClosed } = call(port);
    socket.write(getText('/healthz'));
    const { text, tookMs } = await untilClosed;
    expect(text).toContain('{"status":"ok"}');
    expect(tookMs).toBeLessThan(5_000);
  });

  test('who is slow keeps nobody else waiting', async () => {
    const { port } = await start({ headersMs: 5_000 });
    const slow = Array.from({ length: 200 }, () => call(port));
    for (const { socket } of slow) socket.write('GET /api/v1/search HTTP/1.1\r\n');
    const startedMs = performance.now();
    for (let count = 0; count < 20; count += 1)
      expect((await ask(`http://127.0.0.1:${port}/api/v1/search`)).status).toBe(200);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    for (const { socket } of slow) socket.destroy();
  });
});

test('a refused caller who goes on sending is closed nevertheless, after its answer, and leaves nothing behind', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const { port } = await start({});
  const { socket, untilClosed } = call(port, true);
  const flood = setInterval(() => socket.writable && socket.write('more garbage\r\n'), 5);
  socket.write('garbage\r\n\r\n');
  const { text, tookMs } = await untilClosed;
  clearInterval(flood);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  expect(tookMs).toBeLessThan(5_000);
  // Listeners that pile up on a connection would be one.
  expect(warnings).toEqual([]);
});
