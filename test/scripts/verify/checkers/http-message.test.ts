import { describe, expect, it } from 'vitest';
import { headerOf, readHttp } from '../../../../scripts/verify/checkers/http.ts';

describe('an HTTP message in an article', () => {
  it('can be a request with headers and a body', () => {
    expect(
      readHttp('POST /mcp HTTP/1.1\nHost: mcp.example.com\nContent-Type: application/json\n\n{\n\n  "id": 1\n}\n'),
    ).toEqual({
      request: {
        method: 'POST',
        target: '/mcp',
        headers: [
          ['Host', 'mcp.example.com'],
          ['Content-Type', 'application/json'],
        ],
        body: '{\n\n  "id": 1\n}',
        line: 0,
      },
      response: undefined,
    });
  });

  it('can be a request with its response, with comments before the request and «…» for omitted parts', () => {
    const read = readHttp(
      '# asks\nGET /healthz\n\nHTTP/1.1 200 OK\n…\nContent-Type: application/json\n\n{"status":"ok"}',
    );
    expect(read).toMatchObject({
      request: { method: 'GET', target: '/healthz', headers: [], body: '', line: 1 },
      response: { status: 200, headers: [['Content-Type', 'application/json']], body: '{"status":"ok"}', line: 3 },
    });
  });

  it('has headers whose names are case-insensitive', () => {
    const read = readHttp('HTTP/1.1 200 OK\nContent-TYPE: text/plain');
    expect('response' in read && read.response && headerOf(read.response, 'content-type')).toBe('text/plain');
  });

  it.each([
    ['hello', { line: 0, given: 'hello' }],
    ['', { line: 1, given: '' }],
    ['GET /a b HTTP/1.1', { line: 0, given: 'GET /a b HTTP/1.1' }],
    ['GET / HTTP/1.1\nno colon here', { line: 1, given: 'no colon here' }],
    ['GET / HTTP/1.1\nBad Name: x', { line: 1, given: 'Bad Name: x' }],
    ['GET / HTTP/1.1\n\nHTTP/1.1 200 OK\nbroken', { line: 3, given: 'broken' }],
  ])('is refused, with the faulty line, when it reads %j', (code, fault) => {
    expect(readHttp(code)).toEqual(fault);
  });
});
