import { describe, expect, test } from 'vitest';
import { type Started, type StartOptions, startServer } from '../../server.ts';
import { getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const edition = await smallEdition();

const start = (parts: StartOptions['parts'] = {}): Promise<Started> => startServer(edition, { parts });

/** The log lines about requests. The test fails if a line is not exactly one JSON object. */
function requestLines(server: Started): Record<string, unknown>[] {
  const lines = server.logLines.map((text) => {
    expect(text.indexOf('\n')).toBe(text.length - 1);
    return JSON.parse(text);
  });
  return lines.filter(({ msg }) => msg === 'request');
}

test('every request has exactly one log line with its request id', async () => {
  const server = await start();
  const paths = ['/', '/docs', '/healthz', '/nowhere', '/api/v1/search', '/api/v1/articles/nothing', '/api/v1/nowhere'];
  for (const path of paths) {
    const response = await server.get(path);
    const id = response.headers.get('x-request-id');
    const [line, ...more] = requestLines(server).filter(({ requestId }) => requestId === id);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ method: 'GET', path, status: response.status, level: 30 });
    expect(line?.durationMs).toBeGreaterThanOrEqual(0);
  }
  expect(requestLines(server)).toHaveLength(paths.length);
});

test('the log line of a request has the address, the agent id if any, and at most 200 path characters', async () => {
  const server = await start();
  await server.get('/api/v1/search', { 'x-agent-id': 'ada' });
  await server.get('/api/v1/search');
  await server.get(`/${'a'.repeat(5_000)}`);
  const [named, nameless, long] = requestLines(server);
  expect(named).toMatchObject({ address: '127.0.0.1', agent: 'ada' });
  expect(nameless).toMatchObject({ address: '127.0.0.1' });
  expect(nameless).not.toHaveProperty('agent');
  expect(long).toMatchObject({ path: `/${'a'.repeat(199)}`, status: 404 });
});

test('no log line contains a query or a header value', async () => {
  const server = await start();
  const canary = 'c4n4ry';
  const headers: [string, string][] = [
    ['Authorization', `Bearer ${canary}`],
    ['Cookie', `session=${canary}`],
    ['User-Agent', canary],
    ['Referer', `https://example.org/${canary}`],
    ['X-Api-Key', canary],
    ['X-Forwarded-For', canary],
    ['x-agent-id', `not ${canary} allowed`],
    ['If-None-Match', `"${canary}"`],
    [canary, canary],
  ];
  const targets = ['/api/v1/search', '/', '/nowhere', '/api/v1/articles/kettle'].flatMap((path) => [
    `${path}?q=${canary}&api_key=${canary}`,
    `${path}?${canary}`,
  ]);
  for (const target of targets) {
    await send(server.port, getText(target, headers), { answers: 1 });
    await send(server.port, `GET ${target} HTTP/1.1\r\nBroken ${canary}\r\n\r\n`);
    await send(server.port, `GET http://localhost${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`, { answers: 1 });
  }
  expect(requestLines(server)).toHaveLength(2 * targets.length);
  expect(server.logLines.filter((line) => line.includes(canary))).toEqual([]);
});

describe('a log line', () => {
  const forged = '{"level":30,"msg":"request","requestId":"req_forged"}';
  const texts: [title: string, text: string][] = [
    ['an encoded line end in the path', `/%0d%0a${encodeURIComponent(forged)}`],
    ['quotes in the path', `/"},${forged.replaceAll(' ', '')},{"a":"`],
  ];

  test.each(texts)('cannot be forged by %s', async (_title, target) => {
    const server = await start();
    const { answers } = await send(server.port, getText(target), { answers: 1 });
    const lines = requestLines(server);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ requestId: answers[0]?.header('x-request-id'), path: target });
    // The line contains only printable ASCII, so it has no escape sequence for a terminal.
    expect(server.logLines.at(-1)).toMatch(/^[ -~]+\n$/);
  });

  const head = 'GET /api/v1/search HTTP/1.1\r\nHost: localhost\r\n';
  test.each([
    ['a line end in the agent id', `${head}x-agent-id: a\n${forged}\r\n\r\n`],
    ['an escape sequence in the path', 'GET /\x1b[31m HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['C1 controls in the path', 'GET /\x9b31m HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['C1 controls in an absolute target', 'GET http://localhost\x9b/ HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('cannot be forged by %s', async (_title, request) => {
    const server = await start();
    await send(server.port, request, { answers: 1 });
    expect(server.logLines.slice(1)).toHaveLength(1);
    expect(server.logLines[1]).toMatch(/^[ -~]+\n$/);
    expect(JSON.parse(server.logLines[1] ?? '')).toMatchObject({ level: 30, status: 400 });
    expect(server.logLines[1]).not.toContain('forged');
  });
});
