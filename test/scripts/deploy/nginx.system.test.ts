// Sends requests through nginx, with the deployed configuration, to two replicas that share one Redis.
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../free-port.ts';
import type { RawAnswer } from '../../fuzz/raw-answers.ts';
import { redisIsHere } from '../../redis.ts';
import { issueKey } from '../../server/keys.ts';
import { flood } from '../../server/processes/place.ts';
import { getFrom, getText, send } from '../../server/raw.ts';
import type { Serving } from '../command.ts';
import { nginxIsHere, startNginx } from './nginx.ts';
import { type Deployed, deploy, publicUrl } from './replicas.ts';

const isHere = nginxIsHere() && redisIsHere();

describe.skipIf(!isHere)('nginx in front of two replicas', () => {
  let deployed: Deployed;
  let port: number;
  beforeAll(async () => {
    deployed = await deploy();
    ({ port } = deployed.nginx);
  });
  afterAll(() => deployed?.end());

  test('allows an address exactly its limit, and a key exactly its quota, over both replicas together', async () => {
    expect(await flood([port], { requests: 400, from: '127.5.0.1' })).toEqual({ 200: 100, 429: 300 });
    for (const { output } of deployed.replicas) expect(output()).toContain('"address":"127.5.0.1"');
    const { bearer } = await issueKey(deployed.store);
    expect(await flood([port], { requests: 1_200, headers: bearer })).toEqual({ 200: 1_000, 429: 200 });
  });

  test.each([
    ['X-Forwarded-For', '203.0.113.2, 127.0.0.1'],
    ['X-Real-IP', '203.0.113.3'],
    ['Forwarded', 'for=203.0.113.4'],
  ])('passes on the address of the connection although the caller sends the header %s: %s', async (...forged) => {
    const answer = await getFrom(port, '127.5.0.2', '/api/v1/domains', [forged]);
    const line = await loggedBy(deployed.replicas, `"requestId":"${answer.header('x-request-id')}"`);
    expect(JSON.parse(line)).toMatchObject({ address: '127.5.0.2' });
  });

  test.each(['/en/articles/teapot', '/en/articles/teapot.md', '/articles/teapot', '/robots.txt', '/llms.txt'])(
    'passes on the answer to GET and HEAD of %s unchanged, with compression and entity tag',
    async (path) => {
      for (const [method, coding] of [
        ['GET', 'br'],
        ['GET', 'identity'],
        ['HEAD', 'gzip'],
      ] as const) {
        const request = getText(path, [['Accept-Encoding', coding]]).replace('GET', method);
        const own = await one(deployed.replicas[0].port, request, method);
        const passed = await one(port, request, method);
        expect(described(passed), `${method} ${coding}`).toEqual(described(own));
      }
    },
  );

  test('passes on 304 for an entity tag, whichever replica answers', async () => {
    const get = (...more: [string, string][]): Promise<RawAnswer> =>
      getFrom(port, '127.5.0.3', '/api/v1/articles/teapot', [['Accept-Encoding', 'br'], ...more]);
    const etag = (await get()).header('etag') ?? '';
    for (let turn = 0; turn < 6; turn += 1) expect((await get(['If-None-Match', etag])).status).toBe(304);
  });

  test('ignores X-Forwarded-Host and refuses a foreign Host, so answers have only public addresses', async () => {
    const text = getText('/en/articles/teapot');
    const request = text.replace('localhost', 'kb.example.org\r\nX-Forwarded-Host: evil.example');
    const refused = await one(port, text.replace('localhost', 'evil.example'), 'GET', '127.5.0.4');
    expect([refused.status, refused.text.includes('ALLOWED_HOSTS')]).toEqual([400, true]);
    const answer = await one(port, request, 'GET', '127.5.0.4');
    const all = `${answer.text} ${[...answer.headers.values()].flat().join(' ')}`;
    expect(answer.status).toBe(200);
    expect(all).toContain(`${publicUrl}/api/v1`);
    expect(all).not.toMatch(/evil\.example|127\.0\.0\.1|localhost/);
  });

  test.each([
    [
      'is answered by a replica under the public name',
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      'kb.example.org',
      200,
    ],
    ['is refused by nginx with JSON-RPC when the message is too large', 'x'.repeat(100_000), 'kb.example.org', 413],
  ])('POST /mcp %s', async (_what, body, host, status) => {
    const answer = await one(port, message(body, host));
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0' });
  });

  test('passes on a question of the maximum length', async () => {
    const answer = await getFrom(port, '127.5.0.5', `/api/v1/search?q=${encodeURIComponent('🫖'.repeat(4096))}`);
    expect(answer.status).toBe(200);
  });

  test('passes on a request target that is too long, so a replica answers with VALIDATION_ERROR', async () => {
    const answer = await getFrom(port, '127.5.0.5', `/api/v1/search?q=${'x'.repeat(54_000)}`);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  });

  test('logs no warning for the requests of the tests above', () => {
    expect(deployed.nginx.log()).toBe('');
  });

  test('answers 503 in the envelope of the API when no replica is available', async () => {
    const alone = await startNginx([await freePort(), await freePort()]);
    const response = await fetch(`http://127.0.0.1:${alone.port}/api/v1/search?q=tea`);
    await alone.stop();
    expect(response.status).toBe(503);
    const names = ['content-type', 'retry-after', 'cache-control', 'x-content-type-options', 'content-security-policy'];
    const headers = names.map((name) => response.headers.get(name));
    const policy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
    expect(headers).toEqual(['application/json; charset=utf-8', '1', 'no-store', 'nosniff', policy]);
    const requestId = response.headers.get('x-request-id');
    expect(await response.json()).toMatchObject({
      success: false,
      data: null,
      error: { code: 'INTERNAL_ERROR' },
      meta: { requestId, timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    });
  });
});

/** Resolves to the first log line of a replica that contains this text. */
async function loggedBy(replicas: readonly Serving[], text: string): Promise<string> {
  for (;;) {
    const lines = replicas.flatMap(({ output }) => output().split('\n').slice(0, -1));
    const found = lines.find((line) => line.includes(text));
    if (found !== undefined) return found;
    await Promise.race(replicas.map(({ process }) => process.stdout && once(process.stdout, 'data')));
  }
}

async function one(port: number, request: string, method = 'GET', from = '127.0.0.1'): Promise<RawAnswer> {
  const { answers } = await send(port, request, { answers: 1, methods: [method], from });
  const [answer] = answers;
  if (answer === undefined) throw new Error(`no answer to ${request}`);
  return answer;
}

const compared = 'content-type content-length content-encoding etag vary cache-control location link'.split(' ');
const described = (answer: RawAnswer): object => ({
  status: answer.status,
  headers: compared.map((name) => answer.header(name)),
  body: answer.body.toString('base64'),
});

function message(body: string, host: string): string {
  const headers = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];
  const lines = [`Host: ${host}`, ...headers, `Content-Length: ${body.length}`, '', body];
  return ['POST /mcp HTTP/1.1', ...lines].join('\r\n');
}
