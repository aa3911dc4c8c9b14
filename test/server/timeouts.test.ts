// The server closes the connections of slow and silent callers, also when it stops. Node's real timers run here, with time limits of
// 100 ms. connections.test.ts tests what a server that stops still answers.
import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Timeouts } from '../../server/http-server.ts';
import { lenientGuard } from '../../server/load-guard.ts';
import type { Parts } from '../../server/main.ts';
import { readAnswers } from '../fuzz/raw-answers.ts';
import { type Started, startServer } from '../server.ts';
import { getText } from './raw.ts';
import { smallEdition } from './small-site.ts';

const edition = await smallEdition();

/** A time limit that the test does not set is longer than the test. */
function start(timeouts: Partial<Timeouts>, around?: Parts['around']): Promise<Started> {
  const longer = { headersMs: 600_000, requestMs: 600_000, idleMs: 600_000, keepAliveMs: 600_000 };
  const parts = {
    guard: lenientGuard,
    timeouts: { ...longer, checkEveryMs: 20, ...timeouts },
    ...(around && { around }),
  };
  return startServer(edition, { parts });
}

/** Everything received until the server closed the connection. */
type UntilClosed = Promise<string>;

/** With `allowHalfOpen` the caller can still write after the server has closed its side. */
function call(port: number, allowHalfOpen = false): { socket: Socket; untilClosed: UntilClosed } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  // The server may cut a connection with a reset, which is an error on the side of the caller.
  socket.on('error', () => undefined);
  return { socket, untilClosed: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}

const statusesIn = (text: string): number[] =>
  readAnswers(Buffer.from(text, 'latin1')).answers.map(({ status }) => status);

describe('the server closes the connection of a caller', () => {
  test('whose headers do not arrive in time, after an error envelope with 400 if part of the request arrived', async () => {
    const { port } = await start({ headersMs: 100 });
    const { socket, untilClosed } = call(port);
    socket.write('GET /api/v1/search HTTP/1.1\r\nX-Slow:');
    const [answer] = readAnswers(Buffer.from(await untilClosed, 'latin1')).answers;
    expect(answer?.status).toBe(400);
    expect(JSON.parse(answer?.text ?? '').error.message).toContain('within the time limit');
    await call(port).untilClosed;
  });

  test('whose request body never ends, after one answer', async () => {
    const { port } = await start({ headersMs: 100, requestMs: 100 });
    const { socket, untilClosed } = call(port);
    socket.write('GET /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\na');
    expect(statusesIn(await untilClosed)).toEqual([200]);
  });

  test('whose message to /mcp never ends, after 400 in the envelope', async () => {
    const { port, logLines } = await start({ headersMs: 100, requestMs: 100 });
    const { socket, untilClosed } = call(port);
    socket.write(
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    const text = await untilClosed;
    expect(statusesIn(text)).toEqual([400]);
    expect(text).toContain('"VALIDATION_ERROR"');
    expect(logLines.filter((line) => line.includes('a bug'))).toEqual([]);
  });

  test('that does not read its answers', async () => {
    const sockets = new EventEmitter();
    const closed = once(sockets, 'close');
    const { port } = await start({ idleMs: 100 }, (app) => (request, response) => {
      if (request.url === '/first') request.socket.once('close', () => sockets.emit('close'));
      app(request, response);
    });
    const { socket, untilClosed } = call(port);
    socket.pause();
    // More answers than the network buffers hold.
    const asked = 3_000;
    socket.write(getText('/first') + getText('/en/docs').repeat(asked));
    await closed;
    socket.resume();
    expect((await untilClosed).match(/HTTP\/1\.1 200/g) ?? []).not.toHaveLength(asked);
  });

  test('that sends no further request within the keep-alive time', async () => {
    const { port } = await start({ keepAliveMs: 100 });
    const { socket, untilClosed } = call(port);
    socket.write(getText('/healthz'));
    expect(await untilClosed).toContain('{"status":"ok"}');
  });

  test('that keeps sending after a refusal, and no event listener leaks', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const { port } = await start({});
    const { socket, untilClosed } = call(port, true);
    const sendMore = (): void => {
      if (socket.writable) socket.write('more garbage\r\n', () => setImmediate(sendMore));
    };
    socket.write('garbage\r\n\r\n', sendMore);
    expect(statusesIn(await untilClosed)).toEqual([400]);
    // Node would warn if the server added ever more listeners to a connection.
    expect(warnings).toEqual([]);
  });
});

describe('a server that stops', () => {
  test('closes a connection on which nothing was ever sent', async () => {
    const { get, port, close } = await start({ drainMs: 600_000 });
    const { socket, untilClosed } = call(port);
    await once(socket, 'connect');
    // The server accepts connections in order. When it has answered on a later connection, it has registered the one that sends nothing.
    expect((await get('/healthz')).status).toBe(200);
    await close();
    await untilClosed;
  });

  test('when the time for running requests is over, cuts the connection of a caller who reads no answers', async () => {
    const { port, close } = await start({ drainMs: 100 });
    const socket = connect({ port, host: '127.0.0.1' });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    const readable = once(socket, 'readable');
    socket.write(getText('/en/docs').repeat(3_000));
    await readable;
    await close();
  });
});
