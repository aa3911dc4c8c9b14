// The end of connections in every order of events: requests are held here until the test lets them be answered.
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Connections } from '../../server/connections.ts';
import { collectGarbage } from '../collecting.ts';
import { readAnswers } from '../fuzz/raw-answers.ts';
import { getText, send } from './raw.ts';

interface Caller {
  write(text: string): void;
  pause(): void;
  resume(): void;
  reset(): void;
  /** The text of each answer and what it says of the connection. */
  answers: Promise<string[]>;
}

interface Held {
  connections: Connections;
  /** The answers that nobody has given yet, in the order of their requests. */
  responses: ServerResponse[];
  taken(count: number): Promise<void>;
  /** Opens a connection, and gives what was received on it when the server has closed it. */
  caller(): Caller;
}

async function hold(): Promise<Held> {
  const responses: ServerResponse[] = [];
  const server = createServer({ keepAliveTimeout: 600_000 }, (_request, response) => void responses.push(response));
  const connections = new Connections(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => connections.close({ graceMs: 0, drainMs: 0 }));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    connections,
    responses,
    taken: (count) => vi.waitFor(() => expect(responses).toHaveLength(count), { timeout: 60_000 }),
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
/** Nothing is ever cut off: a connection that is not closed in time fails its test. */
const times = { graceMs: 0, drainMs: 600_000 };

test('requests that wait on one connection are all answered, and only the last answer ends it', async () => {
  const { connections, responses, taken, caller } = await hold();
  const { write, answers } = caller();
  write(requests(3));
  await taken(3);
  const closed = connections.close(times);
  // In whatever order they are ready.
  for (const index of [2, 0, 1]) answer(responses[index], `answer ${index}`);
  expect(await answers).toEqual(['answer 0, keep-alive', 'answer 1, keep-alive', 'answer 2, close']);
  await closed;
});

test('a request that comes behind one that waits, while the end is near, takes over ending the connection', async () => {
  const { connections, responses, taken, caller } = await hold();
  const { write, answers } = caller();
  write(requests(1));
  await taken(1);
  const closed = connections.close({ ...times, graceMs: 60 });
  write(requests(2));
  await taken(3);
  for (const [index, response] of responses.entries()) answer(response, `answer ${index}`);
  expect(await answers).toEqual(['answer 0, keep-alive', 'answer 1, keep-alive', 'answer 2, close']);
  await closed;
});

test('a connection that was made before the end, and that Node has not taken yet, is answered', async () => {
  const { connections, responses, taken, caller } = await hold();
  const { write, answers } = caller();
  write(requests(1));
  // The system has made the connection; the event loop has not come round since.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const closed = connections.close(times);
  await taken(1);
  answer(responses[0], 'answer');
  expect(await answers).toEqual(['answer, close']);
  await closed;
});

test('an answer whose head was sent before keeps its word and its connection is closed when it is over', async () => {
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

test('an answer that is complete, but not yet read by its caller, is sent whole', async () => {
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

test('a caller who goes away while answers wait for their turn holds up nobody', async () => {
  const { connections, responses, taken, caller } = await hold();
  const gone = caller();
  gone.write(requests(3));
  await taken(3);
  // Ready, and behind two that are not.
  answer(responses[2], 'never sent');
  const kept = caller();
  kept.write(requests(1));
  await taken(4);
  const sent = new Promise((resolve) => responses[3]?.once('close', resolve));
  answer(responses[3], 'sent');
  await sent;
  const closed = connections.close(times);
  gone.reset();
  expect(await kept.answers).toEqual(['sent, keep-alive']);
  await closed;
});

test('every answer is told once of the end of its connection, also those that waited for their turn', async () => {
  const { responses, taken, caller } = await hold();
  const { write, reset } = caller();
  write(requests(3));
  await taken(3);
  const told: number[] = [];
  const ends = responses.map(
    (response, index) =>
      new Promise<void>((resolve) => {
        response.on('close', () => {
          told.push(index);
          resolve();
        });
      }),
  );
  reset();
  await Promise.all(ends);
  expect(told.toSorted()).toEqual([0, 1, 2]);
});

test('an answer that never comes is cut off when the time is over', async () => {
  const { connections, taken, caller } = await hold();
  const { write, answers } = caller();
  const cut = expect(answers).resolves.toEqual([]);
  write(requests(1));
  await taken(1);
  await connections.close({ graceMs: 0, drainMs: 20 });
  await cut;
});

test('requests that arrive together are handed on one by one, and answered in their order', async () => {
  const responses: ServerResponse[] = [];
  const server = createServer({ keepAliveTimeout: 600_000 });
  const connections = new Connections(server);
  server.on(
    'request',
    connections.inTurn((_request, response) => void responses.push(response)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => connections.close({ graceMs: 0, drainMs: 0 }));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const sent = send(port, requests(3), { answers: 3 });
  for (const text of ['first', 'second', 'third']) {
    await vi.waitFor(() => expect(responses).toHaveLength(1), { timeout: 60_000 });
    const [response] = responses.splice(0);
    // A turn of the event loop is all that the others would need.
    await new Promise((resolve) => setImmediate(resolve));
    expect(responses).toEqual([]);
    response?.setHeader('Content-Length', text.length);
    answer(response, text);
  }
  expect((await sent).answers.map(({ text }) => text)).toEqual(['first', 'second', 'third']);
});

test('requests of a caller who has gone are not handed on', async () => {
  let taken = 0;
  const server = createServer();
  const connections = new Connections(server);
  const closed = new Promise<void>((resolve) => {
    server.on(
      'request',
      connections.inTurn((request) => {
        taken += 1;
        request.socket.once('close', () => setImmediate(() => setImmediate(resolve)));
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => connections.close({ graceMs: 0, drainMs: 0 }));
  const address = server.address();
  const socket = connect({ port: typeof address === 'object' ? (address?.port ?? 0) : 0, host: '127.0.0.1' });
  socket.write(requests(3));
  await vi.waitFor(() => expect(taken).toBe(1), { timeout: 60_000 });
  socket.resetAndDestroy();
  await closed;
  expect(taken).toBe(1);
});

test('nothing is kept of connections that are closed', async () => {
  const server = createServer((_request, response) => void response.end('tea'));
  const connections = new Connections(server);
  const opened: WeakRef<object>[] = [];
  server.on('connection', (socket) => opened.push(new WeakRef(socket)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => connections.close({ graceMs: 0, drainMs: 0 }));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  for (let caller = 0; caller < 10; caller += 1)
    await send(port, getText('/', [['Connection', 'close']]), { answers: 1 });
  expect(opened).toHaveLength(10);
  await vi.waitFor(() => {
    collectGarbage();
    // Node itself may hold the last one for a while.
    expect(opened.filter((socket) => socket.deref() !== undefined).length).toBeLessThan(3);
  });
});
