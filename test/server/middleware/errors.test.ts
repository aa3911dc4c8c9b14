// When the server has a bug, the answer contains only a request id, and the log has the details.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCurrentEdition } from '../../../server/current-edition.ts';
import type { Library } from '../../../server/library.ts';
import { answerBugs } from '../../../server/middleware/errors.ts';
import { begin } from '../../../server/request-context.ts';
import type { RawAnswer } from '../../fuzz/raw-answers.ts';
import { movableClock, silent, startServer } from '../../server.ts';
import { getFrom } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const secret = 'the secret detail of /srv/private/path';
const edition = await smallEdition();

interface Served {
  port: number;
  logLines: string[];
}

/** Starts a server, and replaces parts of its library by faulty ones. */
async function serveBroken(fault: Partial<Library>): Promise<Served> {
  const server = await startServer(edition);
  Object.assign(server.currentEdition.library, fault);
  return server;
}

/** Serves a handler between the first and the last middleware of the real application. */
async function serveHandler(handler: RequestHandler): Promise<Served> {
  const logLines: string[] = [];
  const { library } = await openCurrentEdition(edition, silent);
  const app = express().set('env', 'production');
  app.use(begin({ clock: movableClock(), library: () => library, origin: () => 'http://127.0.0.1' }));
  app.use(handler);
  app.use(answerBugs(pino({ level: 'info' }, { write: (line: string) => void logLines.push(line) })));
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, logLines };
}

const throwing = (): never => {
  throw new Error(secret);
};

const get = (port: number, target: string): Promise<RawAnswer> => getFrom(port, '127.0.0.1', target);

function expectNothingButAnId(answer: RawAnswer, { logLines }: Served): void {
  const { error, meta } = JSON.parse(answer.text);
  expect([answer.status, error]).toEqual([
    500,
    {
      code: 'INTERNAL_ERROR',
      message: 'An unexpected error occurred in the server. The operator can find it in the log by the request id.',
    },
  ]);
  expect(meta.requestId).toBe(answer.header('x-request-id'));
  expect(answer.header('cache-control')).toBe('no-store');
  expect(answer.headers.has('etag')).toBe(false);
  expect(JSON.stringify([...answer.headers]) + answer.text).not.toMatch(/secret|private|\.ts|at /);
  const bug = logLines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'a bug');
  expect(bug).toMatchObject({ level: 50, requestId: meta.requestId, err: { type: 'Error', message: secret } });
  expect(bug.err.stack).toMatch(/errors\.test\.ts:\d+/);
}

describe('a bug', () => {
  test.each([
    ['in a page', { body: throwing }, '/en/articles/kettle'],
    ['in the index', { rank: throwing }, '/api/v1/search?q=kettle'],
    ['in an entity tag', { bodyTag: throwing }, '/api/v1/articles/kettle'],
  ])('%s leads to INTERNAL_ERROR without details, and its stack is in the log', async (_title, fault, target) => {
    const served = await serveBroken(fault);
    expectNothingButAnId(await get(served.port, target), served);
    // The next request is answered normally.
    expect((await get(served.port, '/healthz')).status).toBe(200);
  });

  test('in a page leads to an error page in the same language, with only a request id', async () => {
    const served = await serveBroken({ body: throwing });
    for (const language of ['zh', 'en']) {
      const path = `/${language}/articles/kettle`;
      const answer = await getFrom(served.port, '127.0.0.1', path, [['accept', 'text/html']]);
      expect([answer.status, answer.header('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
      expect(answer.text).toContain(`<html lang="${language === 'zh' ? 'zh-Hans' : 'en'}">`);
      expect(answer.text).toContain(answer.header('x-request-id'));
      expect(answer.text).toContain('<meta name="robots" content="noindex"');
      expect(answer.header('cache-control')).toBe('no-store');
      expect(JSON.stringify([...answer.headers]) + answer.text).not.toMatch(/secret|private|\.ts|at \//);
    }
    const api = await getFrom(served.port, '127.0.0.1', '/api/v1/search', [['accept', 'text/html']]);
    expect([api.status, JSON.parse(api.text).error.code]).toEqual([500, 'INTERNAL_ERROR']);
  });

  test('after the answer has begun cuts the connection, so the caller notices the incomplete body', async () => {
    const { port, logLines } = await serveHandler((_request, response) => {
      response.setHeader('Content-Length', 1_000);
      response.write('half a body');
      throw new Error(secret);
    });
    await expect(fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())).rejects.toThrow();
    expect(logLines.map((line) => JSON.parse(line).msg)).toEqual(['a bug']);
  });

  test('after headers were set, but before they were sent, discards these headers', async () => {
    const served = await serveHandler((_request, response) => {
      response.set({ ETag: '"wrong"', 'Content-Encoding': 'br', 'Content-Length': '3' });
      throw new Error(secret);
    });
    expectNothingButAnId(await get(served.port, '/'), served);
  });
});
