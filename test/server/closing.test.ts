// When a server stops, it answers its running requests and refuses new connections. No caller can delay the stop.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Timeouts } from '../../server/http-server.ts';
import { lenientGuard } from '../../server/load-guard.ts';
import { type Started, startServer } from '../server.ts';
import { getText, send } from './raw.ts';
import { smallEdition } from './small-site.ts';

const edition = await smallEdition();

const start = (timeouts: Partial<Timeouts> = {}): Promise<Started> => {
  const parts = { guard: lenientGuard, timeouts: { drainMs: 600_000, keepAliveMs: 600_000, ...timeouts } };
  return startServer(edition, { parts });
};

const request = getText('/en/docs', [['Accept-Encoding', 'br']]);

async function connected(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

describe('a server that stops', () => {
  test('refuses connections after it has stopped', async () => {
    const running = await start();
    await running.close();
    // `fetch` instead of `send`: `send` binds a local address, so its socket could get the port that the server just released, and
    // connect to itself.
    const asked = fetch(`http://127.0.0.1:${running.port}/healthz`);
    await expect(asked).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  test('closes a connection on which nothing was ever sent', async () => {
    const running = await start();
    const closed = once(await connected(running.port), 'close');
    // The server accepts connections in order. When it has answered on a later connection, it has registered the one that sends nothing.
    expect((await running.get('/healthz')).status).toBe(200);
    await running.close();
    await closed;
  });

  test('when the time for running requests is over, cuts the connection of a caller who reads no answers', async () => {
    const running = await start({ drainMs: 100 });
    const socket = await connected(running.port);
    const readable = once(socket, 'readable');
    socket.write(getText('/en/docs').repeat(3_000));
    await readable;
    await running.close();
  });

  test('can be closed several times, also at the same time', async () => {
    const running = await start();
    await Promise.all([running.close(), running.close()]);
    await running.close();
  });
});

/** Sends requests on one connection until an answer closes it; returns the number of answers. */
async function keepCalling(port: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  for (let answered = 1; ; answered += 1) {
    const [response] = (await once(get({ port, host: '127.0.0.1', agent, path: '/en/docs' }), 'response')) as [
      IncomingMessage,
    ];
    await once(response.resume(), 'end');
    expect(response.statusCode).toBe(200);
    if (response.headers.connection === 'close') return answered;
  }
}

test('a stop with a grace period fails no request, and closes each open connection with an answer', async () => {
  const running = await start();
  const callers = Array.from({ length: 8 }, () => keepCalling(running.port));
  // Waits for eight more answers, so that each caller has an answer before the stop begins.
  await Promise.all(Array.from({ length: 8 }, () => send(running.port, request, { answers: 1 })));
  await running.close({ graceMs: 300 });
  for (const answered of await Promise.all(callers)) expect(answered).toBeGreaterThan(1);
});
