// Steps that are one layer go on, end and fail as if each were a layer of its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { inOrder } from '../../../server/middleware/in-order.ts';

const caught: ErrorRequestHandler = (error: unknown, _request, response, _next) =>
  void response.end(`caught ${String(error)}`);

/** What is answered when these steps stand before one that says `reached`. */
async function answerAfter(...steps: RequestHandler[]): Promise<string> {
  const answers: string[] = [];
  for (const handlers of [[inOrder(...steps)], steps]) {
    const app = express();
    for (const handler of handlers) app.use(handler);
    app.use((_request, response) => void response.end(`${String(response.locals.way)} reached`));
    app.use(caught);
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    answers.push(await answer.text());
  }
  expect(answers[0]).toBe(answers[1]);
  return answers[0] ?? '';
}

const step =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    response.locals.way = `${String(response.locals.way ?? '')}${name}`;
    next();
  };
const late: RequestHandler = (_request, _response, next) => void setImmediate(next);

test('one follows the other, at once or later, and what stands behind them comes last', async () => {
  expect(await answerAfter(step('a'), late, step('b'), step('c'))).toBe('abc reached');
});

test('a step that does not go on ends it', async () => {
  expect(await answerAfter(step('a'), (_request, response) => void response.end('done'), step('b'))).toBe('done');
});

test.each<[string, RequestHandler]>([
  [
    'is thrown',
    () => {
      throw 'a fault';
    },
  ],
  ['is a rejection', () => Promise.reject('a fault')],
  ['is handed on', (_request, _response, next) => next('a fault')],
])('a fault that %s goes past the other steps, also after one that took its time', async (_title, faulty) => {
  expect(await answerAfter(faulty, step('b'))).toBe('caught a fault');
  expect(await answerAfter(late, faulty, step('b'))).toBe('caught a fault');
});

test('a rejection for no reason is a fault', async () => {
  expect(await answerAfter(() => Promise.reject(), step('b'))).toMatch(/^caught Error/);
});
