// The start of a server: its public address, its first log line, and a port that is taken.
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openCurrentEdition } from '../../server/current-edition.ts';
import { ask } from '../answers.ts';
import { portOf } from '../free-port.ts';
import { silent, startServer } from '../server.ts';
import { getFrom } from './raw.ts';
import { smallEdition } from './small-site.ts';

const edition = await smallEdition();
test.each([
  ['::1', '[::1]'],
  ['::', 'localhost'],
])('a server that listens on %s names the address %s in its answers', async (host, name) => {
  const server = await startServer(edition, { settings: { host } });
  expect(server.origin).toBe(`http://${name}:${server.port}`);
  expect(await (await ask(`${server.origin}/api/v1/articles/kettle`)).text()).toContain(`"${server.origin}/`);
});

test('a server does not start on a port that is taken', async () => {
  const port = await portOf(createServer());
  const folder = await smallEdition();
  const currentEdition = await openCurrentEdition(folder, silent);
  const { buildId } = currentEdition.library;
  await expect(startServer(folder, { settings: { port }, parts: { currentEdition } })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  // The failed start has closed its edition, so a refresh changes nothing. An open edition would keep the process alive.
  await smallEdition(1, folder);
  await currentEdition.refresh();
  expect(currentEdition.library.buildId).toBe(buildId);
});

test('the first line of the log names the edition and the address', async () => {
  const server = await startServer(edition);
  expect(JSON.parse(server.logLines[0] ?? '')).toMatchObject({
    level: 30,
    msg: `serving 4 articles at ${server.origin}`,
    origin: server.origin,
    articles: 4,
    buildId: server.currentEdition.library.buildId,
  });
});

test.each([
  ['10 seconds', 0, 'timeout=10'],
  ['75 seconds behind a trusted proxy', ['127.0.0.1'], 'timeout=75'],
])('an idle connection is kept open for %s', async (_time, trustProxy, keepAlive) => {
  const server = await startServer(edition, { settings: { trustProxy } });
  expect((await getFrom(server.port, '127.0.0.1', '/healthz')).header('keep-alive')).toBe(keepAlive);
});
