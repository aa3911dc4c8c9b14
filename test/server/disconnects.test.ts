// Callers who send much at once on one connection, and callers who go away.
import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { movableClock, type Started, startServer, stateFor } from '../server.ts';
import { getText, send } from './raw.ts';
import { smallEdition } from './small-site.ts';
import { within } from './state/answering.ts';

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

test('1,000 requests on one connection are answered in their order, exactly 100 of them within the limit', async () => {
  const clock = movableClock();
  const server = await startServer(edition, { clock, state: stateFor(clock) });
  const requests = Array.from({ length: 1_000 }, (_, index) => getText(`/api/v1/search?page=${index + 1}`));
  const { answers } = await send(server.port, requests.join(''), { answers: requests.length });
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 1_000 }, (_, index) => (index < 100 ? 200 : 429)),
  );
  const pages = answers.slice(0, 100).map(({ text }) => JSON.parse(text).data.pagination.page);
  expect(pages).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  expect(new Set(answers.map((answer) => answer.header('x-request-id'))).size).toBe(1_000);
});

/** Asks and goes away: at once, after the first bytes of the answer, or in the middle of the request. */
function goAway(server: Started, index: number): Promise<void> {
  const whole = getText(index % 2 === 0 ? '/api/v1/openapi.json' : '/llms.txt');
  return new Promise((resolve) => {
    const from = `127.0.2.${1 + (index % 200)}`;
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.on('connect', () => {
      if (index % 3 === 0) socket.once('data', () => socket.resetAndDestroy());
      socket.write(index % 3 === 1 ? whole.slice(0, 30) : whole, () => {
        if (index % 3 !== 0) socket.destroy();
      });
    });
  });
}

const openSockets = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

test('1,000 callers who go away at any moment leave nothing open', async () => {
  const server = await startServer(edition);
  await server.get('/readyz');
  const before = openSockets();
  for (let begin = 0; begin < 1_000; begin += 50)
    await Promise.all(Array.from({ length: 50 }, (_, index) => goAway(server, begin + index)));
  // Those that this process keeps to ask again are among them.
  await within(15_000, 'their connections are closed', async () => openSockets() <= before);
  expect((await server.json('/api/v1/search?q=kettle')).body.success).toBe(true);
  expect(server.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
