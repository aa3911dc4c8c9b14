// Tests a server that stops while requests are pending. Requests wait in `responses` until the test answers them.
import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Connections } from '../../server/http-server.ts';
import { readAnswers } from '../fuzz/raw-answers.ts';
import { getText, send } from './raw.ts';

interface Caller {
  write(text: string): void;
  pause(): void;
  resume(): void;
  reset(): void;
  /** Each answer as `<text>, <Connection header>`; resolves when the server has closed the connection. */
  answers: Promise<string[]>;
}

interface Held {
  connections: Connections;
  /** The pending responses, in the order of the requests. */
  responses: ServerResponse[];
  port: number;
  /** Resolves when this many requests have arrived. */
  arrived(count: number): Promise<void>;
  /** Resolves when this many requests were passed to the application. */
  taken(count: number): Promise<void>;
  /** Opens a connection. */
  caller(): Caller;
}

/** A server whose requests wait in `responses` until the test answers them. */
async function hold(): Promise<Held> {
  const responses: ServerResponse[] = [];
  const arrivals = new EventEmitter();
  const take: RequestListener = (_request, response) => {
    responses.push(response);
    arrivals.emit('taken');
  };
  const server = createServer({ keepAliveTimeout: 600_000 });
  let requestsArrived = 0;
  server.on('request', () => {
    requestsArrived += 1;
    arrivals.emit('request');
  });
  const connections = new Connections(server, take);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => connections.close({ graceMs: 0, drainMs: 0 }));
  const { port } = server.address() as AddressInfo;
  return {
    connections,
    responses,
    port,
    async arrived(count) {
      while (requestsArrived < count) await once(arrivals, 'request');
    },
    async taken(count) {
      while (responses.length < count) await once(arrivals, 'taken');
    },
    caller() {
      const socket = connect({ port, host: '127.0.0.1' });
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      const answers = new Promise<string[]>((resolve, reject) => {
        socket.once('error', reject);
        socket.once('end', () => {
          const read = readAnswers(Buffer.concat(chunks)).answers;
          resolve(read.map((answer) => `${answer.text}, ${answer.header('connection')}`));
        });
      });
      return {
        write: (text) => void socket.write(text),
        pause: () => void socket.pause(),
        resume: () => void socket.resume(),
        reset: () => void socket.resetAndDestroy(),
        answers,
      };
    },
  };
}

const requests = (count: number): string => getText('/').repeat(count);
const answer = (response: ServerResponse | undefined, text: string): void => void response?.end(text);
/** The drain period is longer than a test, so the server cuts no connection by force. An open connection makes its test time out. */
const times = { graceMs: 0, drainMs: 600_000 };

test.each([
  ['after the last request has arrived', 3, 0],
  ['while requests still arrive in its grace period', 1, 60],
])(
  'a server that is stopped %s answers every request, and only the last answer closes the connection',
  async (_when, before, graceMs) => {
    const { connections, responses, arrived, taken, caller } = await hold();
    const { write, answers } = caller();
    write(requests(before));
    await arrived(before);
    const closed = connections.close({ ...times, graceMs });
    write(requests(3 - before));
    await arrived(3);
    for (const index of [0, 1, 2]) {
      await taken(index + 1);
      answer(responses[index], `answer ${index}`);
    }
    expect(await answers).toEqual(['answer 0, keep-alive', 'answer 1, keep-alive', 'answer 2, close']);
    await closed;
  },
);

test('an answer whose headers were sent before the stop is completed, then its connection is closed', async () => {
  const { connections, responses, taken, caller } = await hold();
  const { write, answers } = caller();
  write(requests(1));
  await taken(1);
  const [response] = responses;
  response?.setHeader('Content-Length', 10);
  response?.write('first');
  const closed = connections.close(times);
  response?.end('+last');
  expect(await answers).toEqual(['first+last, keep-alive']);
  await closed;
});

test('a server that is stopped sends a finished answer whole, even if its caller has not read it yet', async () => {
  const { connections, responses, taken, caller } = await hold();
  const { write, pause, resume, answers } = caller();
  pause();
  write(requests(1));
  await taken(1);
  const text = 'a'.repeat(50_000_000);
  answer(responses[0], text);
  const closed = connections.close(times);
  resume();
  expect(await answers).toEqual([`${text}, keep-alive`]);
  await closed;
});

test('a caller that disconnects while answers are pending does not delay the stop', async () => {
  const { connections, responses, arrived, taken, caller } = await hold();
  const gone = caller();
  gone.write(requests(3));
  await arrived(3);
  const kept = caller();
  kept.write(requests(1));
  await taken(2);
  const sent = new Promise((resolve) => responses[1]?.once('close', resolve));
  answer(responses[1], 'sent');
  await sent;
  const closed = connections.close(times);
  gone.reset();
  expect(await kept.answers).toEqual(['sent, keep-alive']);
  await closed;
});

test('requests that arrive together reach the application one by one and are answered in order', async () => {
  const { responses, taken, port } = await hold();
  const sent = send(port, requests(3), { answers: 3 });
  for (const [index, text] of ['first', 'second', 'third'].entries()) {
    await taken(index + 1);
    // If the server did not wait for the answer, the next request would arrive within two turns of the event loop.
    await setImmediate();
    await setImmediate();
    expect(responses).toHaveLength(index + 1);
    responses[index]?.setHeader('Content-Length', text.length);
    answer(responses[index], text);
  }
  expect((await sent).answers.map(({ text }) => text)).toEqual(['first', 'second', 'third']);
});

test('waiting requests of a disconnected caller never reach the application', async () => {
  const { responses, taken, caller } = await hold();
  const { write, reset, answers } = caller();
  answers.catch(() => undefined);
  write(requests(3));
  await taken(1);
  const over = once(responses[0] as ServerResponse, 'close');
  reset();
  await over;
  await setImmediate();
  await setImmediate();
  expect(responses).toHaveLength(1);
});
