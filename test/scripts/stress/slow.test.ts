// Slow callers at the real server, with bounds short enough to wait for, and at one that lets them stay.
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { Callers } from '../../../scripts/stress/callers.ts';
import { amongSlow } from '../../../scripts/stress/slow.ts';
import { lenientGuard } from '../../../server/load-guard.ts';
import { serve } from '../../../server/main.ts';
import { smallEdition } from '../../server/small-site.ts';
import { generousState, movableClock } from '../../server.ts';

const numbers = { slowWriters: 5, slowReaders: 3, seed: 7, quietMs: 100, say: () => undefined };
const target = (port: number) => ({ port, rssBytes: () => process.memoryUsage().rss, complaints: [] });

it('the real server closes them all', async () => {
  const editionFolder = await smallEdition();
  const clock = movableClock();
  const running = await serve(
    {
      port: 0,
      host: '127.0.0.1',
      editionFolder,
      dataFolder: editionFolder,
      redisUrl: undefined,
      keepsQueries: true,
      publicUrl: undefined,
      trustProxy: 0,
      logLevel: 'silent',
      metricsPort: undefined,
    },
    {
      version: '0.0.0-test',
      clock,
      state: generousState(clock),
      guard: lenientGuard,
      timeouts: { headersMs: 300, requestMs: 300, idleMs: 300, keepAliveMs: 300, checkEveryMs: 50 },
    },
  );
  onTestFinished(() => running.close());
  const callers = new Callers(running.port, 60_000);
  onTestFinished(() => callers.close());
  const { bars } = await amongSlow(target(running.port), callers, { ...numbers, watchMsMax: 60_000 });
  const names = ['failed requests of everybody else', 'slow connections left open'];
  expect(bars.filter(({ name }) => names.includes(name)).map(({ isMet }) => isMet)).toEqual([true, true]);
});

it('a server that lets them stay is found out', async () => {
  const item = { id: 'art_a', slug: 'a', title: { zh: '茶', en: 'Tea' } };
  const server = createServer({ headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 }, (_request, response) =>
    response.end(JSON.stringify({ data: { items: [item] } })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const callers = new Callers(port, 60_000);
  onTestFinished(() => callers.close());
  const { bars } = await amongSlow(target(port), callers, { ...numbers, watchMsMax: 600 });
  const left = bars.find(({ name }) => name === 'slow connections left open');
  expect(left).toMatchObject({ measured: '8', isMet: false });
});
