// Malformed requests, sent as raw bytes. test/contract tests the answers to requests that Node's parser refuses.
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type RawAnswer, readAnswers } from '../fuzz/raw-answers.ts';
import { startServer } from '../server.ts';
import { getText, send } from './raw.ts';
import { smallEdition } from './small-site.ts';

const server = await startServer(await smallEdition());

const head = 'GET /api/v1/search HTTP/1.1\r\nHost: localhost\r\n';

function expectRefusal(answer: RawAnswer | undefined): void {
  expect([answer?.status, answer?.header('cache-control')]).toEqual([400, 'no-store']);
  expect(answer?.header('x-agent-api-endpoint')).toBe(`${server.origin}/api/v1`);
  const meta = { requestId: answer?.header('x-request-id'), timestamp: '2026-01-31T12:00:00.000Z' };
  const error = { code: 'VALIDATION_ERROR' };
  expect(JSON.parse(answer?.text ?? '')).toMatchObject({ success: false, data: null, error, meta });
}

describe('malformed requests', () => {
  test('an incomplete request gets 400 when the caller closes its side of the connection', async () => {
    for (const request of ['GET', 'GET / HTTP/1.1', head, `${head}A: b`]) {
      const { answers } = await send(server.port, request, { halfClose: true });
      expectRefusal(answers[0]);
    }
  });

  test('a request that is followed by 16 MiB of data gets its answer, and the server does not reset the connection meanwhile', async () => {
    const socket = connect({ port: server.port, host: '127.0.0.1' }).pause();
    const failed = new Promise<Error>((resolve) => socket.once('error', resolve));
    const written = new Promise<void>((resolve) =>
      socket.write(`BREW / HTTP/1.1\r\n\r\n${'a'.repeat(16 * 1024 * 1024)}`, () => resolve()),
    );
    expect(await Promise.race([written, failed])).toBeUndefined();
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
    await new Promise((resolve) => socket.once('end', resolve));
    expectRefusal(readAnswers(Buffer.concat(chunks)).answers[0]);
  });

  test.each([
    ['a method that does not exist', 'BREW / HTTP/1.1\r\n\r\n', 'method', /GET, HEAD or OPTIONS/],
    ['a target in UTF-8', 'GET /\xe8\x8c\xb6 HTTP/1.1\r\n\r\n', 'request target', /percent-encoding/],
    ['a header of 65 KiB', `${head}A: ${'a'.repeat(66_560)}\r\n\r\n`, 'request', /64 KiB/],
  ])('%s gets an answer that names what is allowed', async (_title, request, parameter, allowed) => {
    const { answers } = await send(server.port, request);
    const [detail] = JSON.parse(answers[0]?.text ?? '').error.details;
    expect(detail).toMatchObject({ parameter, given: null, allowed: expect.stringMatching(allowed) });
  });
});

describe('on a connection with several requests', () => {
  const good = getText('/api/v1/search', [['Accept-Encoding', 'br']]);

  test.each([
    ['a line that is not HTTP', 'GARBAGE\r\n\r\n'],
    [
      'a request with both Content-Length and Transfer-Encoding',
      `${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
  ])('%s is answered once, after the requests before it', async (_title, bad) => {
    const { answers, isClosed } = await send(server.port, `${good}${good}${good}${bad}${good}`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
    expectRefusal(answers[3]);
    expect(isClosed).toBe(true);
  });

  test('a caller who closes its side after the requests still gets every answer', async () => {
    const { answers } = await send(server.port, good.repeat(20), { halfClose: true });
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });
});

test('callers that disconnect at any moment cause no error in the server', async () => {
  const beginnings = ['G', head, `${head}Content-Length: 1000\r\n\r\nabc`, getText('/api/v1/search').repeat(50)];
  const gone = Array.from({ length: 200 }, (_, index) => {
    const socket = connect({ port: server.port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    return new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.write(beginnings[index % beginnings.length] ?? '', () => socket.resetAndDestroy());
    });
  });
  await Promise.all(gone);
  expect((await server.get('/api/v1/search')).status).toBe(200);
  expect(server.logLines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

test('a request that the parser refuses has one log line with the request id of its answer', async () => {
  const { answers } = await send(server.port, 'BREW /secret?key=hidden HTTP/1.1\r\nAuthorization: hidden\r\n\r\n');
  const lines = server.logLines.filter((line) => line.includes(answers[0]?.header('x-request-id') ?? '—'));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ status: 400, fault: 'HPE_INVALID_METHOD', address: '127.0.0.1' });
  expect(lines[0]).not.toContain('hidden');
});
