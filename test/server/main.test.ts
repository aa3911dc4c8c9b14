// The start of a server: its public address, its first log line, and the errors that prevent the start.
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCurrentEdition } from '../../server/current-edition.ts';
import { EditionError } from '../../server/edition-files.ts';
import { ask } from '../answers.ts';
import { silent, startServer } from '../server.ts';
import { temporaryFolder } from '../site.ts';
import { getFrom } from './raw.ts';
import { smallEdition } from './small-site.ts';

const edition = await smallEdition();
test.each([
  ['localhost', 'localhost'],
  ['::1', '[::1]'],
  ['::', 'localhost'],
])('a server that listens on %s names the address %s in its answers', async (host, name) => {
  const server = await startServer(edition, { settings: { host } });
  expect(server.origin).toBe(`http://${name}:${server.port}`);
  expect(await (await ask(`${server.origin}/api/v1/articles/kettle`)).text()).toContain(`"${server.origin}/`);
});

describe('a server does not start', () => {
  test('on a port that is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
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

  test('on an address of another machine', async () => {
    await expect(startServer(edition, { settings: { host: '192.0.2.1' } })).rejects.toMatchObject({
      code: 'EADDRNOTAVAIL',
    });
  });

  test('without an edition', async () => {
    const opening = startServer(await temporaryFolder());
    await expect(opening).rejects.toThrow(EditionError);
    await expect(opening).rejects.toThrow('current is missing');
  });
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
