// Bugs: the answer contains only an id, the log has the details.
import { createServer } from 'node:http';
import express, { type RequestHandler } from 'express';
import { pino } from 'pino';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import type { Library } from '../../../server/library.ts';
import { noMetrics } from '../../../server/metrics/metrics.ts';
import { answerBugs } from '../../../server/middleware/errors.ts';
import { begin } from '../../../server/request-context.ts';
import { openShelf, type Shelf } from '../../../server/shelf.ts';
import type { RawAnswer } from '../../fuzz/raw-answers.ts';
import { generousState, movableClock } from '../../server.ts';
import { getFrom } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const secret = 'the secret detail of /srv/private/path';

let shelf: Shelf;
beforeAll(async () => {
  shelf = await openShelf(await smallEdition(), {
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  });
});

interface Served {
  port: number;
  lines: string[];
}

async function serveListener(make: (lines: string[]) => Parameters<typeof createServer>[1]): Promise<Served> {
  const lines: string[] = [];
  const server = createServer(make(lines) ?? (() => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, lines };
}

const logTo = (lines: string[]) => pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

/** The real application over a library with a bug in it. */
function serveBroken(fault: Partial<Library>): Promise<Served> {
  const clock = movableClock();
  return serveListener((lines) =>
    createApp({
      shelf: { library: { ...shelf.library, ...fault }, refusal: undefined },
      state: generousState(clock),
      clock,
      log: logTo(lines),
      metrics: noMetrics,
      origin: () => 'http://127.0.0.1',
      trustProxy: 0,
      version: '0.0.0-test',
    }),
  );
}

const throwing = (): never => {
  throw new Error(secret);
};

const get = (port: number, target: string): Promise<RawAnswer> => getFrom(port, '127.0.0.1', target);

function expectNothingButAnId(answer: RawAnswer | undefined, { lines }: Served): void {
  expect(answer?.status).toBe(500);
  const { success, data, error, meta } = JSON.parse(answer?.text ?? '');
  expect({ success, data }).toEqual({ success: false, data: null });
  expect(error).toEqual({
    code: 'INTERNAL_ERROR',
    message: 'The server made a mistake. The request id finds it in the log.',
  });
  expect(meta.requestId).toBe(answer?.header('x-request-id'));
  expect(answer?.header('cache-control')).toBe('no-store');
  expect(answer?.headers.has('etag')).toBe(false);
  expect(answer?.header('x-agent-api-endpoint')).toBe('http://127.0.0.1/api/v1');
  expect(JSON.stringify([...(answer?.headers ?? [])]) + answer?.text).not.toMatch(/secret|private|\.ts|at /);
  const bug = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'a bug');
  expect(bug).toMatchObject({ level: 50, requestId: meta.requestId, err: { type: 'Error', message: secret } });
  expect(bug.err.stack).toMatch(/errors\.test\.ts:\d+/);
}

describe('a bug', () => {
  test.each([
    ['in the body of a search', { body: throwing }, '/api/v1/search'],
    ['in a page', { body: throwing }, '/en/articles/kettle'],
    ['in the index', { rank: throwing }, '/api/v1/search?q=kettle'],
    ['in an entity tag', { bodyTag: throwing }, '/api/v1/articles/kettle'],
  ])('%s is INTERNAL_ERROR without a detail, and its stack is in the log', async (_title, fault, target) => {
    const served = await serveBroken(fault);
    expectNothingButAnId(await get(served.port, target), served);
    // The next request is answered normally.
    expect((await get(served.port, '/healthz'))?.status).toBe(200);
  });

  test('in a page gives a browser an error page, in its language, with only an id', async () => {
    const pages = { 'en/error': '<h1>Fault</h1>\0results\0', 'zh/error': '<h1>出错</h1>\0results\0' };
    const served = await serveBroken({ body: throwing, pages });
    for (const [path, title] of [
      ['/en/articles/kettle', 'Fault'],
      ['/zh/articles/kettle', '出错'],
    ] as const) {
      const answer = await getFrom(served.port, '127.0.0.1', path, [['accept', 'text/html']]);
      expect([answer.status, answer.header('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
      expect(answer.text).toContain(`<h1>${title}</h1>`);
      expect(answer.text).toContain(answer.header('x-request-id'));
      expect(answer.header('cache-control')).toBe('no-store');
      expect(JSON.stringify([...answer.headers]) + answer.text).not.toMatch(/secret|private|\.ts|at \//);
    }
    const api = await getFrom(served.port, '127.0.0.1', '/api/v1/search', [['accept', 'text/html']]);
    expect([api.status, JSON.parse(api.text).error.code]).toEqual([500, 'INTERNAL_ERROR']);
  });

  /** The two ends of the real chain around a test handler. */
  const serveHandler = (handler: RequestHandler, origin = 'http://127.0.0.1'): Promise<Served> =>
    serveListener((lines) => {
      const app = express();
      app.set('env', 'production');
      app.use(begin({ clock: movableClock(), library: () => shelf.library, origin: () => origin }));
      app.use(handler);
      app.use(answerBugs(logTo(lines)));
      return app;
    });

  test('in a started answer cuts the connection, so that the caller sees that the body is incomplete', async () => {
    const { port, lines } = await serveHandler((_request, response) => {
      response.setHeader('Content-Length', 1_000);
      response.write('half a body');
      throw new Error(secret);
    });
    await expect(fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())).rejects.toThrow();
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['a bug']);
  });

  test('after headers were set but before anything was sent: those headers are discarded', async () => {
    const served = await serveHandler((_request, response) => {
      response.set('ETag', '"wrong"');
      response.setHeader('Content-Encoding', 'br');
      response.setHeader('Content-Length', 3);
      throw new Error(secret);
    });
    expectNothingButAnId(await get(served.port, '/'), served);
  });
});
