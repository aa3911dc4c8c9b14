// Generates valid, invalid and hostile requests as bytes (Latin-1 text).
import fc from 'fast-check';
import { oneOf, words } from './targets.ts';

export interface FuzzRequest {
  /**
   * `whole` is one valid request (RFC 9112) whose answer is awaited. `pipelined` is several valid requests at once. `broken` is
   * arbitrary bytes, after which the caller closes its side of the connection. `aborted` is a request after which the caller
   * disconnects.
   */
  kind: 'whole' | 'pipelined' | 'broken' | 'aborted';
  /** The index of the caller. */
  caller: number;
  methods: string[];
  targets: string[];
  bytes: string;
}

/** Of `callers` callers, the first `greedyCallers` send more requests than their limit allows. */
export const greedyCallers = 2;
export const callers = 240;

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const character = fc
  .integer({ min: 0x20, max: 0xff })
  .filter((code) => code !== 0x7f)
  .map((code) => String.fromCharCode(code));
const junk = fc.string({ unit: character, maxLength: 60 });

const headerValues: Record<string, fc.Arbitrary<string>> = {
  Accept: oneOf(
    '*/*',
    'text/html',
    'text/markdown',
    'application/json;q=0',
    'text/markdown;q=0.1, */*;q=x',
    ',,',
    'a/b',
  ),
  'Accept-Encoding': oneOf('br', 'gzip, br', 'identity;q=0', '*;q=0', 'br;q=0, gzip;q=0.001', 'zstd', '', 'gzip;q=2'),
  'Accept-Language': oneOf('zh', 'zh-TW, en;q=0.5', 'en-GB', 'xx', '*', 'zh;q=0', '😀'),
  'If-None-Match': oneOf('*', '*', '*', '*', '"x"', 'W/"x", "y", *', '"', 'W/', ' ', `"${'x'.repeat(2_000)}"`),
  'x-agent-id': fc.oneof(
    oneOf('ada', 'bob', '__proto__', 'constructor', 'a'.repeat(128), 'a'.repeat(129), '', ' ', '<script>', 'a,b', '😀'),
    junk,
  ),
  Authorization: fc.oneof(oneOf('Bearer', 'Bearer ', 'Bearer stele_x', 'bearer x', 'Basic eDp5', 'x', ''), junk),
  'X-Forwarded-For': oneOf('203.0.113.9', '::1', 'unknown', '1.2.3.4:5', ',,', '127.0.0.1, 10.0.0.1'),
  'X-Forwarded-Host': oneOf('evil.example', '"', 'a b'),
  'X-HTTP-Method-Override': words('DELETE GET'),
  Range: words('bytes=0-10 bytes=10-0 lines=1-2'),
  'If-Modified-Since': oneOf('Thu, 01 Jan 1970 00:00:00 GMT', 'tomorrow'),
  'Cache-Control': words('no-cache max-age=0'),
  Origin: words('null https://evil.example'),
  Cookie: oneOf('a=b', 'a'.repeat(1_000)),
  Expect: oneOf('100-continue', 'a miracle'),
  Connection: words('keep-alive close x-agent-id TE'),
  'X-Junk': junk,
  'X-Request-Id': oneOf('req_forged', 'a\tb'),
  'Content-Type': oneOf('application/json', 'text/plain; charset=utf-7'),
};
const header = oneOf(...Object.entries(headerValues)).chain(([name, value]) =>
  value.map((text) => `${name}: ${latin1(text)}`),
);
const host = fc.oneof(
  { weight: 25, arbitrary: fc.constant(['Host: localhost']) },
  {
    weight: 1,
    arbitrary: oneOf<string[]>(
      [],
      ['Host: a', 'Host: b'],
      ['Host: a b'],
      ['Host: [::1]:80'],
      ['Host:'],
      ['Host: ../..'],
    ),
  },
);
const method = fc.oneof(
  { weight: 16, arbitrary: fc.constant('GET') },
  { weight: 2, arbitrary: fc.constant('HEAD') },
  { weight: 1, arbitrary: words('OPTIONS POST PUT PATCH DELETE TRACE PROPFIND SEARCH PURGE MKCOL') },
);
const body = fc.oneof(
  { weight: 14, arbitrary: fc.constant({ lines: [''], content: '' }) },
  { weight: 1, arbitrary: junk.map((content) => ({ lines: [`Content-Length: ${content.length}`], content })) },
  {
    weight: 1,
    arbitrary: fc.constant({ lines: ['Transfer-Encoding: chunked'], content: '3\r\nabc\r\n0\r\n\r\n' }),
  },
);

type Parts = Pick<FuzzRequest, 'methods' | 'targets' | 'bytes'>;
type Target = fc.Arbitrary<string>;

const bytesOf = (line: string, headers: readonly string[], content = ''): string =>
  `${[line, ...headers].filter((text) => text !== '').join('\r\n')}\r\n\r\n${content}`;

const requestWith = (target: Target, verbs: fc.Arbitrary<string>): fc.Arbitrary<Parts> =>
  fc
    .tuple(verbs, target, host, fc.array(header, { maxLength: 6 }), body)
    .map(([verb, aim, hosts, headers, { lines, content }]) => ({
      methods: [verb],
      targets: [aim],
      bytes: bytesOf(`${verb} ${aim} HTTP/1.1`, [...hosts, ...headers, ...lines], content),
    }));

/** Several requests on one connection. They have no headers that could close the connection. */
const pipelinedTo = (target: Target): fc.Arbitrary<Parts> =>
  fc.array(fc.tuple(words('GET GET HEAD'), target), { minLength: 2, maxLength: 6 }).map((several) => ({
    methods: several.map(([verb]) => verb),
    targets: several.map(([, aim]) => aim),
    bytes: several.map(([verb, aim]) => bytesOf(`${verb} ${aim} HTTP/1.1`, ['Host: localhost'])).join(''),
  }));

const templateWith = (target: Target): fc.Arbitrary<string> =>
  fc
    .tuple(target, junk, fc.integer({ min: 1, max: 100_000 }))
    .chain(([aim, text, length]) =>
      oneOf(
        `GET ${aim} HTTP/1.1\nHost: localhost\n\n`,
        bytesOf(`GET ${aim} HTTP/1.1`, ['Host: localhost', `A: b\r\n ${text}`]),
        bytesOf(
          `POST ${aim} HTTP/1.1`,
          ['Host: localhost', 'Content-Length: 3', 'Transfer-Encoding: chunked'],
          '0\r\n\r\nGET / ',
        ),
        bytesOf(`GET ${aim} HTTP/1.1`, ['Host: localhost', `Content-Length: ${text}`]),
        bytesOf(`GET ${aim} HTTP/1.1`, ['Host: localhost', `Content-Length: ${length}`], text),
        bytesOf(`GET ${aim} HTTP/1.1`, ['Host: localhost', `Transfer-Encoding: ${text}`]),
        bytesOf(`POST ${aim} HTTP/1.1`, ['Host: localhost', 'Transfer-Encoding: chunked'], `${text}\r\n`),
        bytesOf(`GET ${aim}${'a'.repeat(length)} HTTP/1.1`, ['Host: localhost']),
        bytesOf(`GET ${aim} HTTP/1.1`, ['Host: localhost', `A: ${'a'.repeat(length)}`]),
        bytesOf(`GET ${aim} HTTP/1.1`, ['Host: localhost', ...Array.from({ length: length % 3_000 }, () => 'A: b')]),
        bytesOf(`CONNECT ${text} HTTP/1.1`, ['Host: localhost']),
        bytesOf(`GET ${aim} HTTP/1.1`, ['Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'], text),
        bytesOf(`GET ${aim} HTTP/1.1`, ['Host: localhost', `Expect: ${text}`]),
        bytesOf(`GET ${text} HTTP/1.1`, ['Host: localhost']),
        bytesOf(`${text} ${aim} HTTP/1.1`, ['Host: localhost']),
        bytesOf(`GET ${aim} HTTP/${text}`, ['Host: localhost']),
        bytesOf(`GET ${aim} HTTP/1.0`, []),
        `GET ${aim}\r\n`,
        '\0'.repeat(length % 100),
        text,
      ),
    );
const anyByte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const change = fc.tuple(fc.nat(), anyByte, words('replace insert delete cut'));
/** Valid requests with changed bytes. HEAD is excluded, because the reader must know which answers have no body. */
const mutatedFrom = (target: Target): fc.Arbitrary<string> =>
  fc
    .tuple(requestWith(target, words('GET GET GET POST OPTIONS')), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([{ bytes }, changes]) =>
      changes.reduce((text, [place, byte, how]) => {
        const at = place % (text.length + 1);
        if (how === 'cut') return text.slice(0, at);
        return text.slice(0, at) + (how === 'delete' ? '' : byte) + text.slice(how === 'insert' ? at : at + 1);
      }, bytes),
    );
const brokenTo = (target: Target): fc.Arbitrary<Parts> =>
  fc.oneof(templateWith(target), mutatedFrom(target)).map((bytes) => ({ methods: [], targets: [], bytes }));

const caller = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 0, max: greedyCallers - 1 }) },
  { weight: 3, arbitrary: fc.integer({ min: greedyCallers, max: callers - 1 }) },
);
const ofKind = (kind: FuzzRequest['kind'], parts: fc.Arbitrary<Parts>): fc.Arbitrary<FuzzRequest> =>
  fc.tuple(caller, parts).map(([sender, made]) => ({ kind, caller: sender, ...made }));

/** Requests of every kind to these targets. */
export function fuzzRequests(target: Target): fc.Arbitrary<FuzzRequest> {
  const request = requestWith(target, method);
  const pipelined = pipelinedTo(target);
  return fc.oneof(
    { weight: 80, arbitrary: ofKind('whole', request) },
    { weight: 4, arbitrary: ofKind('pipelined', pipelined) },
    { weight: 13, arbitrary: ofKind('broken', brokenTo(target)) },
    { weight: 3, arbitrary: ofKind('aborted', fc.oneof(request, pipelined)) },
  );
}
