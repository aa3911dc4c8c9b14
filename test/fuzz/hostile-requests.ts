// Hostile requests as raw bytes that the HTTP parser refuses. Each answer must be in the envelope of the API.

const head = 'GET /api/v1/search HTTP/1.1\r\nHost: localhost\r\n';

/** `bytes` are Latin-1 text. */
const ofParser: [title: string, bytes: string][] = [
  ['text that is not a request', 'hello\r\n\r\n'],
  ['a TLS ClientHello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['an HTTP/2 connection preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target without slash', 'GET api/v1/search HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target in UTF-8', `GET /api/v1/search?q=${Buffer.from('茶').toString('latin1')} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a target with NUL', 'GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target with a space', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a protocol other than HTTP', 'GET / ICAP/1.0\r\nHost: x\r\n\r\n'],
  ['an HTTP version that is not a number', 'GET / HTTP/x.y\r\nHost: x\r\n\r\n'],
  ['line ends without CR', 'GET / HTTP/1.1\nHost: x\n\n'],
  ['a bare LF between two headers', `${head}A: b\nC: d\r\n\r\n`],
  ['a bare CR in a value', `${head}A: b\rc\r\n\r\n`],
  ['a folded header', `${head}A: b\r\n c\r\n\r\n`],
  ['a space before the colon', `${head}A : b\r\n\r\n`],
  ['a header without colon', `${head}broken\r\n\r\n`],
  ['a NUL in a value', `${head}A: b\0c\r\n\r\n`],
  ['Content-Length and Transfer-Encoding', `${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['two Content-Lengths', `${head}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`],
  ['two equal Content-Lengths', `${head}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`],
  ['a negative Content-Length', `${head}Content-Length: -1\r\n\r\n`],
  ['an unknown Transfer-Encoding', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['a Transfer-Encoding whose last coding is not chunked', `${head}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
  ['a chunk size that is not a number', `${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\nhello\r\n0\r\n\r\n`],
  ['a header of 65 KiB', `${head}A: ${'a'.repeat(65 * 1024)}\r\n\r\n`],
  ['a target of 65 KiB', `GET /${'a'.repeat(65 * 1024)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['20,000 headers', `${head}${Array.from({ length: 20_000 }, (_, index) => `A${index}: b\r\n`).join('')}\r\n`],
];

/** Requests that the HTTP parser refuses. The server then closes the connection, because the start of the next request is unknown. */
export const refusedByParser = ofParser.map(([title, bytes]) => ({ title, bytes }));
