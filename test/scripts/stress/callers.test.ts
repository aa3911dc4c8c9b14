// Callers by the byte, at servers that do not do what servers should.
import { createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Callers } from '../../../scripts/stress/callers.ts';
import { getText } from '../../server/raw.ts';

/** Callers of a server that does this with every connection on which something came. */
async function callersOf(answer: (socket: Socket) => void, answerMsMax = 60_000): Promise<Callers> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const callers = new Callers(typeof address === 'object' ? (address?.port ?? 0) : 0, answerMsMax);
  onTestFinished(() => {
    callers.close();
    server.close();
  });
  return callers;
}

const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';
const ask = (callers: Callers) => callers.ask('127.0.0.2', getText('/'));

it('an answer that breaks off is no answer, and is told apart', async () => {
  const outcome = await ask(await callersOf((socket) => socket.end(whole.slice(0, -1))));
  expect(outcome).toMatchObject({ answers: [], isCut: true, fault: 'closed before the answer' });
});

it('a connection that is closed without a byte is not cut', async () => {
  const outcome = await ask(await callersOf((socket) => socket.end()));
  expect(outcome).toMatchObject({ answers: [], fault: 'closed before the answer' });
  expect(outcome.isCut).toBeUndefined();
});

it('what is no HTTP is a fault and not the end of the caller', async () => {
  const { answers, fault } = await ask(await callersOf((socket) => socket.write('hello\r\n\r\n')));
  expect(answers).toEqual([]);
  expect(fault).toContain('not a status line');
});

it('silence is a fault in the end', async () => {
  const { fault } = await ask(await callersOf(() => undefined, 50));
  expect(fault).toBe('no answer within 50 ms');
});

it('a connection is kept for the next request of its caller, until the server ends it', async () => {
  const peers = new Set<number | undefined>();
  const ends: Promise<unknown>[] = [];
  const callers = await callersOf((socket) => {
    peers.add(socket.remotePort);
    ends.push(new Promise((resolve) => socket.once('close', resolve)));
    if (peers.size === 1) socket.write(whole);
    else socket.end(whole);
  });
  await ask(callers);
  await ask(callers);
  expect(peers.size).toBe(1);
  callers.closeIdle();
  await Promise.all(ends);
  expect((await ask(callers)).answers).toHaveLength(1);
  expect(peers.size).toBe(2);
});
