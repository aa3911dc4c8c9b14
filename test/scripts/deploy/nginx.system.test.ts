// What callers get through nginx, with the configuration as it is deployed, from two replicas on one Redis.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../free-port.ts';
import type { RawAnswer } from '../../fuzz/raw-answers.ts';
import { redisIsHere } from '../../redis.ts';
import { issueKey } from '../../server/keys.ts';
import { flood } from '../../server/processes/place.ts';
import { getFrom, getText, send } from '../../server/raw.ts';
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

  /** The log lines of requests, of both replicas. */
  const logged = (field: string): unknown[] =>
    deployed.replicas.map(({ output }) =>
      output()
        .split('\n')
        .filter((line) => line.includes(`"${field}"`))
        .map((line) => (JSON.parse(line) as Record<string, unknown>)[field]),
    );

  test('keeps the limit of an address exact, whichever replica answers', async () => {
    const from = '127.5.0.1';
    expect(await flood([port], { requests: 400, from })).toEqual({ 200: 100, 429: 300 });
    for (const addresses of logged('address')) expect(addresses).toContain(from);
  });

  test('keeps the quota of a key exact, whichever replica answers', async () => {
    const { bearer } = await issueKey(deployed.store);
    expect(await flood([port], { requests: 1_200, headers: bearer })).toEqual({ 200: 1_000, 429: 200 });
  });

  test('takes the address from the connection, whatever a caller says of itself', async () => {
    const from = '127.5.0.2';
    const forged: [string, string][] = [
      ['X-Forwarded-For', '203.0.113.1'],
      ['X-Forwarded-For', '203.0.113.2, 127.0.0.1'],
      ['X-Forwarded-For', '127.0.0.1'],
      ['X-Real-IP', '203.0.113.3'],
      ['Forwarded', 'for=203.0.113.4'],
      ['CF-Connecting-IP', '203.0.113.5'],
    ];
    const asked = Array.from({ length: 20 }, () => forged).flat();
    const answers = await Promise.all(asked.map((header) => getFrom(port, from, '/api/v1/domains', [header])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(logged('address').flat().join(' ')).not.toContain('203.0.113.');
  });

  test.each([
    '/en/articles/teapot',
    '/en/articles/teapot.md',
    '/articles/teapot',
    '/en/docs',
    '/sitemap.xml',
    // Too small to be compressed.
    '/robots.txt',
    '/llms.txt',
  ])('passes on what a replica answers to GET and HEAD of %s, compressed and with its entity tag', async (path) => {
    for (const coding of ['br', 'gzip', 'identity']) {
      for (const method of ['GET', 'HEAD']) {
        const request = getText(path, [['Accept-Encoding', coding]]).replace('GET', method);
        const own = await one(deployed.replicas[0].port, request, method);
        const passed = await one(port, request, method);
        expect(described(passed), `${method} ${coding}`).toEqual(described(own));
      }
    }
    const etag = (await one(port, getText(path, [['Accept-Encoding', 'br']]))).header('etag') ?? '';
    const conditional = getText(path, [
      ['Accept-Encoding', 'br'],
      ['If-None-Match', etag],
    ]);
    expect((await one(port, conditional)).status).toBe(304);
  });

  test('passes on brotli and 304 for an article of the API, whichever replica made its entity tag', async () => {
    const from = '127.5.0.3';
    const coding = ['Accept-Encoding', 'br'] as const;
    const get = (...more: [string, string][]): Promise<RawAnswer> =>
      getFrom(port, from, '/api/v1/articles/teapot', [[...coding], ...more]);
    const answer = await get();
    expect(answer.header('content-encoding')).toBe('br');
    expect(JSON.parse(answer.text)).toMatchObject({ success: true });
    const etag = answer.header('etag') ?? '';
    const again = await Promise.all(Array.from({ length: 6 }, () => get(['If-None-Match', etag])));
    expect(again.map(({ status }) => status)).toEqual([304, 304, 304, 304, 304, 304]);
  });

  test('gives public addresses, whatever host was asked for', async () => {
    for (const host of ['kb.example.org', 'evil.example', `127.0.0.1:${port}`]) {
      for (const path of [
        '/api/v1/openapi.json',
        '/api/v1/search',
        '/en/articles/teapot',
        '/sitemap.xml',
        '/llms.txt',
      ]) {
        const request = getText(path).replace('Host: localhost', `Host: ${host}\r\nX-Forwarded-Host: evil.example`);
        const answer = await one(port, request, 'GET', '127.5.0.4');
        expect(answer.status).toBe(200);
        expect(answer.header('x-agent-api-endpoint')).toBe(`${publicUrl}/api/v1`);
        const all = `${answer.text} ${[...answer.headers.values()].flat().join(' ')}`;
        expect(all).toContain(publicUrl);
        expect(all).not.toMatch(/evil\.example|127\.0\.0\.1|localhost/);
      }
    }
  });

  test('leads to /mcp under the public name, and under no name of another site', async () => {
    const initialize = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'caller', version: '1' } },
    });
    const answer = await one(port, message(initialize));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
    expect((await one(port, message(initialize, 'evil.example'))).status).toBe(403);
  });

  test('lets a replica itself say that a message or a request target is too large', async () => {
    const large = await one(port, message('x'.repeat(100_000)));
    expect(large.status).toBe(413);
    expect(JSON.parse(large.text)).toMatchObject({ jsonrpc: '2.0' });
    const long = await getFrom(port, '127.5.0.5', `/api/v1/search?q=${'x'.repeat(9_000)}`);
    expect(long.status).toBe(400);
    expect(JSON.parse(long.text)).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  });

  test('answers in the envelope when no replica is there', async () => {
    const alone = await startNginx([await freePort(), await freePort()]);
    const response = await fetch(`http://127.0.0.1:${alone.port}/api/v1/search?q=tea`);
    await alone.stop();
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('retry-after')).toBe('1');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = (await response.json()) as { meta: { requestId: string; timestamp: string } };
    expect(body).toMatchObject({ success: false, data: null, error: { code: 'INTERNAL_ERROR' } });
    expect(body.meta.requestId).toBe(response.headers.get('x-request-id'));
    expect(Date.parse(body.meta.timestamp)).toBeGreaterThan(0);
  });

  test('has nothing to complain of', () => {
    expect(deployed.nginx.log()).toBe('');
  });
});

async function one(port: number, request: string, method = 'GET', from = '127.0.0.1'): Promise<RawAnswer> {
  const { answers } = await send(port, request, { answers: 1, methods: [method], from });
  const [answer] = answers;
  if (answer === undefined) throw new Error(`no answer to ${request}`);
  return answer;
}

/** What does not differ between two answers to the same request. */
function described(answer: RawAnswer): object {
  const names = [
    'content-type',
    'content-length',
    'content-encoding',
    'etag',
    'vary',
    'cache-control',
    'location',
    'link',
  ];
  const headers = Object.fromEntries(names.map((name) => [name, answer.header(name)]));
  return { status: answer.status, headers, body: answer.body.toString('base64') };
}

function message(body: string, host = 'kb.example.org'): string {
  const headers = {
    Host: host,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'Content-Length': String(body.length),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
