// Stopping a whole server: what runs is finished, nothing is taken any more, and nobody can hold it up.
import { connect } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Timeouts } from '../../server/http-server.ts';
import { lenientGuard } from '../../server/load-guard.ts';
import { type Running, serve } from '../../server/main.ts';
import { type RawAnswer, readAnswers } from '../fuzz/raw-answers.ts';
import { generousState, movableClock } from '../server.ts';
import { getText, send } from './raw.ts';
import { smallEdition } from './small-site.ts';

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

async function start(timeouts: Partial<Timeouts> = {}): Promise<Running> {
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
      logLevel: 'silent',
      metricsPort: undefined,
    },
    { version: '0.0.0-test', clock, state: generousState(clock), timeouts, guard: lenientGuard },
  );
  onTestFinished(() => running.close());
  return running;
}

const request = getText('/en/docs', [['Accept-Encoding', 'br']]);

/** Sends requests on one connection and stops the server when the first answer comes. */
async function stopAtFirstAnswer(running: Running, text: string): Promise<{ answers: number[]; tookMs: number }> {
  const socket = connect({ port: running.port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    socket.once('end', () => resolve());
    socket.once('error', reject);
  });
  const firstAnswer = new Promise<void>((resolve) =>
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      resolve();
    }),
  );
  socket.write(text);
  await firstAnswer;
  const startedMs = performance.now();
  await running.close();
  const tookMs = performance.now() - startedMs;
  await ended;
  return { answers: readAnswers(Buffer.concat(chunks)).answers.map(({ status }) => status), tookMs };
}

describe('a server that is told to stop', () => {
  test('answers every request that it has taken, and waits no longer than for them', async () => {
    // Few enough for the server to take them all before it sends the first answer.
    const { answers, tookMs } = await stopAtFirstAnswer(await start(), request.repeat(4));
    expect(answers).toEqual([200, 200, 200, 200]);
    expect(tookMs).toBeLessThan(2_000);
  });

  test('takes nothing any more when it has stopped', async () => {
    const running = await start();
    await running.close();
    // Not by `send`, which binds an address: it may be given the port that has just become free, and would call itself.
    const asked = fetch(`http://127.0.0.1:${running.port}/healthz`);
    await expect(asked).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  test('closes kept connections on which nothing runs', async () => {
    const running = await start({ keepAliveMs: 60_000 });
    const socket = connect({ port: running.port, host: '127.0.0.1' });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const answered = new Promise((resolve) => socket.once('data', resolve));
    socket.write(getText('/healthz'));
    await answered;
    await running.close();
    await closed;
  });

  test('does not wait for a connection on which nothing was ever sent', async () => {
    const running = await start();
    const silent = connect({ port: running.port, host: '127.0.0.1' });
    silent.on('error', () => undefined);
    await new Promise((resolve) => silent.once('connect', resolve));
    // An answer on another connection that came later: the silent one is known to the server by now.
    expect((await fetch(`http://127.0.0.1:${running.port}/healthz`)).status).toBe(200);
    const startedMs = performance.now();
    await running.close();
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });

  test('waits for a caller who does not read no longer than it was told to', async () => {
    const running = await start({ drainMs: 100 });
    const socket = connect({ port: running.port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.write(getText('/en/docs').repeat(3_000));
    await new Promise((resolve) => socket.once('readable', resolve));
    const startedMs = performance.now();
    await running.close();
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    socket.destroy();
  });

  test('may be told twice', async () => {
    const running = await start();
    await Promise.all([running.close(), running.close()]);
    await running.close();
  });
});

/** A caller who keeps one connection for as long as the answers let it. Gives the number of answers. */
async function keepCalling(port: number): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1' });
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')));
  for (let answered = 1; ; answered += 1) {
    const chunks: Buffer[] = [];
    const answer = new Promise<RawAnswer>((resolve) => {
      const look = (chunk: Buffer): void => {
        chunks.push(chunk);
        const [whole] = readAnswers(Buffer.concat(chunks)).answers;
        if (whole === undefined) return;
        socket.off('data', look);
        resolve(whole);
      };
      socket.on('data', look);
    });
    socket.write(request);
    const outcome = await Promise.race([answer, closed]);
    if (outcome === 'closed') throw new Error('closed without an answer');
    expect(outcome.status).toBe(200);
    if (outcome.header('connection') === 'close') return answered;
  }
}

test('a server that is told to stop after a while fails no caller who has a connection', async () => {
  const running = await start({ keepAliveMs: 60_000 });
  const callers = Array.from({ length: 8 }, () => keepCalling(running.port));
  // Every one of them has an answer before the end begins.
  await Promise.all(Array.from({ length: 8 }, () => send(running.port, request, { answers: 1 })));
  await running.close({ graceMs: 300 });
  for (const answered of await Promise.all(callers)) expect(answered).toBeGreaterThan(1);
});
