// Requests that never reach the application.

/** Bytes that Node's parser refuses, or that it would answer by itself. */
export const unparsable = [
  ['no HTTP at all', 'GARBAGE\r\n\r\n'],
  ['an unknown method', 'BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['headers of 20 kB', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost a\r\n\r\n'],
  ['two lengths', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['a length and chunks', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n'],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
] as const;
