// A streamed body arrives complete and is generated no faster than the caller reads it. A caller that disconnects causes no error.
import { EventEmitter, once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCurrentEdition } from '../../../../server/current-edition.ts';
import { contentTypes, sendStream } from '../../../../server/faces/http/send.ts';
import { begin } from '../../../../server/request-context.ts';
import { decoded, exchange } from '../../../contract/exchange.ts';
import { movableClock, silent } from '../../../server.ts';
import { smallEdition } from '../../small-site.ts';

const currentEdition = await openCurrentEdition(await smallEdition(), silent);

/** Text that hardly compresses. */
const piece = Array.from({ length: 4_096 }, (_, index) => ((index * 2_654_435_761) % 4_294_967_291).toString(36)).join(
  '',
);

interface Streaming {
  port: number;
  /** The number of pieces generated so far. */
  made: number;
  /** How each answer ended. */
  ends: ('sent' | 'failed')[];
  /** Resolves when the first answer has ended. */
  ended: Promise<unknown>;
}

/** Starts a server whose answers consist of the given number of pieces. */
async function streaming(pieces: number): Promise<Streaming> {
  const ending = new EventEmitter();
  const state: Streaming = { port: 0, made: 0, ends: [], ended: once(ending, 'end') };
  function* body(): Generator<string> {
    for (let index = 0; index < pieces; index += 1) {
      state.made += 1;
      yield `${index}\n${piece}\n`;
    }
  }
  const app = express();
  app.use(begin({ clock: movableClock(), library: () => currentEdition.library, origin: () => 'http://127.0.0.1' }));
  app.get('/', async (incoming, response) => {
    const answer = { status: 200, contentType: contentTypes.text, pieces: body(), cacheControl: 'no-store' };
    await sendStream(incoming, response, answer).then(
      () => state.ends.push('sent'),
      () => state.ends.push('failed'),
    );
    ending.emit('end');
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  state.port = (server.address() as AddressInfo).port;
  return state;
}

/** Sends a request, reads the first bytes and disconnects. */
function leaveEarly(port: number, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/', headers, agent: false }, (response) => {
      response.once('data', () => response.destroy());
      response.once('close', resolve);
    });
    sent.once('error', reject);
    sent.end();
  });
}

describe.each(['identity', 'gzip', 'br'])('with the content coding %s', (coding) => {
  it('a streamed body reaches the caller complete', async () => {
    const server = await streaming(50);
    const answer = await exchange({ port: server.port, path: '/', headers: { 'accept-encoding': coding } });
    expect(decoded(answer)).toBe(Array.from({ length: 50 }, (_, index) => `${index}\n${piece}\n`).join(''));
    expect(answer.headers['content-length']).toBeUndefined();
    await server.ended;
    expect(server.ends).toEqual(['sent']);
  });

  it('a streamed body is generated only until the caller disconnects, which causes no error', async () => {
    const pieces = 20_000;
    const server = await streaming(pieces);
    await leaveEarly(server.port, { 'accept-encoding': coding });
    await server.ended;
    expect(server.ends).toEqual(['sent']);
    expect(server.made).toBeLessThan(pieces / 2);
  });

  it('a streamed body is not generated for HEAD', async () => {
    const server = await streaming(50);
    const { status, body } = await exchange({ port: server.port, path: '/', method: 'HEAD' });
    expect([status, body.length, server.made]).toEqual([200, 0, 0]);
  });
});
