import { expect, onTestFinished, test } from 'vitest';
import { openLivePages } from '../../scripts/dev/live-pages.ts';
import { exchange } from '../contract/exchange.ts';
import { smallEdition } from '../server/small-site.ts';
import { startServer } from '../server.ts';

test('paths below /_dev/ are answered only for a Host header that names this server', async () => {
  const pages = openLivePages(new Map([['client.js', '']]), { buildId: 'a', messages: [] });
  onTestFinished(() => pages.close());
  const { port } = await startServer(await smallEdition(), { parts: { around: pages.around } });
  const statusUnder = async (host: string, path: string) => (await exchange({ port, path, headers: { host } })).status;
  expect(await statusUnder('localhost', '/_dev/client.js')).toBe(200);
  for (const path of ['/_dev/client.js', '/_dev/events', '/_dev/nothing', '/'])
    expect(await statusUnder('evil.example', path), path).toBe(400);
});
