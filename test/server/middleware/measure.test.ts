// Counting at the ends of the chain, where an answer is cut off: `test/server/metrics/` has the whole server.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { prometheusMetrics } from '../../../server/metrics/prometheus.ts';
import { begin } from '../../../server/middleware/begin.ts';
import { answerBugs } from '../../../server/middleware/errors.ts';
import { countRequests } from '../../../server/middleware/measure.ts';
import { whenOver } from '../../../server/middleware/when-over.ts';
import { openShelf } from '../../../server/shelf.ts';
import { movableClock } from '../../server.ts';
import { requestsTotal, Scrape } from '../metrics/scraping.ts';
import { quietSources } from '../metrics/sources.ts';
import { smallEdition } from '../small-site.ts';

const silent = pino({ level: 'silent' });
const throwing = (): never => {
  throw new Error('a bug');
};

/** What is counted when one request meets the two ends of the real chain around a handler. */
async function countedWith(handler: RequestHandler, origin = (): string => 'http://127.0.0.1'): Promise<object> {
  const shelf = await openShelf(await smallEdition(), silent);
  const metrics = prometheusMetrics({ ...quietSources, library: () => shelf.library });
  onTestFinished(() => metrics.stop());
  const app = express();
  app.use(whenOver(movableClock(), [countRequests(metrics)]));
  app.use(begin({ clock: movableClock(), library: () => shelf.library, origin }));
  app.use(handler);
  app.use(answerBugs(silent));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const read = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  await read.catch(() => undefined);
  const counts = async (): Promise<object> => new Scrape(await metrics.text()).counts(requestsTotal);
  await expect.poll(counts).not.toEqual({});
  return counts();
}

describe('counted as 500 is a bug', () => {
  test('in an answer that has begun with 200 and is cut off', async () => {
    const counted = await countedWith((_request, response) => {
      response.setHeader('Content-Length', 1_000);
      response.write('half a body');
      throwing();
    });
    expect(counted).toEqual({ 'unknown 500': 1 });
  });

  test('before the first middleware is done', async () => {
    expect(await countedWith((_request, response) => void response.end(), throwing)).toEqual({ 'unknown 500': 1 });
  });
});

test('counted as aborted is an answer that somebody else cut off', async () => {
  expect(await countedWith((_request, response) => void response.destroy())).toEqual({ 'unknown aborted': 1 });
});
