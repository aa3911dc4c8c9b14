// A body that is sent in pieces: whole for whoever waits, and no fault of the server for whoever does not.
import { request } from 'node:http';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { decoded, exchange } from '../../../contract/exchange.ts';
import { type Started, startServer } from '../../../server.ts';
import { articleText, contentOf, publishFolder } from '../../../site.ts';

/** More than the buffers of both sides hold. */
const articles = 60;
const words = 'Water clings to the spout. '.repeat(4_000);

let editionFolder: string;
beforeAll(async () => {
  const body = `## Cause\n\n${words}`;
  const files = Array.from({ length: articles }, (_, index): [string, string] => [
    `mcp/teapot-${index}.md`,
    articleText({ id: `art_${index}`, zh: body, en: body }),
  ]);
  editionFolder = await publishFolder(await contentOf(Object.fromEntries(files)));
});

/** Asks for everything, takes the first piece and leaves. */
function leaveEarly({ port }: Started, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/llms-full.txt', headers, agent: false }, (response) => {
      response.once('data', () => response.destroy());
      response.once('error', () => undefined);
      response.once('close', resolve);
    });
    sent.once('error', reject);
    sent.end();
  });
}

describe('a streamed body', () => {
  it('arrives whole, in every coding', async () => {
    const server = await startServer(editionFolder);
    for (const coding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': coding };
      const answer = await exchange({ port: server.port, path: '/llms-full.txt', headers });
      const text = decoded(answer);
      expect(text.length, coding).toBeGreaterThan(articles * 2 * words.length);
      expect(text.match(/^Source: /gm), coding).toHaveLength(articles);
      expect(answer.headers['content-length'], coding).toBeUndefined();
    }
  });

  it('that nobody waits for ends without a fault, and the server answers on', async () => {
    const server = await startServer(editionFolder);
    for (const coding of ['identity', 'gzip', 'br']) await leaveEarly(server, { 'accept-encoding': coding });
    const logged = (): string[] => server.logLines.filter((line) => line.includes('/llms-full.txt'));
    await vi.waitUntil(() => logged().length === 3);
    expect((await server.get('/healthz')).status).toBe(200);
    expect(server.logLines.filter((line) => line.includes('a bug'))).toEqual([]);
  });
});
