// Requests and responses have Express's prototypes from the start, and are what they would have become.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { messageClassesFor } from '../../server/express-messages.ts';

test('Express finds nothing to change', async () => {
  const app = express();
  app.get('/', (request, response) => {
    response
      .status(201)
      .json({ path: request.path, accepts: request.accepts('json'), isSame: response.req === request });
  });
  const classes = messageClassesFor(app);
  const changed: boolean[] = [];
  const server = createServer(classes, (request, response) => {
    const before = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
    app(request, response);
    changed.push(Object.getPrototypeOf(request) !== before[0], Object.getPrototypeOf(response) !== before[1]);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect([answer.status, await answer.json()]).toEqual([201, { path: '/', accepts: 'json', isSame: true }]);
  expect(changed).toEqual([false, false]);
});
