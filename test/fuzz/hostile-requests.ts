// Wrong and hostile requests as raw bytes, with the expected status. Each answer must be in the envelope of the API.

export interface HostileRequest {
  title: string;
  /** The bytes of the request as Latin-1 text. */
  bytes: string;
  status: number;
}

const head = 'GET /api/v1/search HTTP/1.1\r\nHost: localhost\r\n';
const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

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

const ofApplication: [title: string, bytes: string, status: number][] = [
  ['a request without Host', 'GET /api/v1/search HTTP/1.1\r\n\r\n', 400],
  ['two Host headers', `${head}Host: evil.example\r\n\r\n`, 400],
  ['a Host with a space', 'GET /api/v1/search HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['a Host with a path', 'GET /api/v1/search HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
  ['an unknown Expect header', `${head}Expect: a miracle\r\n\r\n`, 400],
  ['a request with 101 header lines', `${head}${'A: b\r\n'.repeat(100)}\r\n`, 400],
  ['a target of 53,249 bytes', get(`/api/v1/search?q=${'a'.repeat(53_249 - 17)}`), 400],
  ['a target with the scheme ftp', get('ftp://localhost/api/v1/search'), 400],
  ['a target with an incomplete IPv6 address', get('http://[/api/v1/search'), 400],
  ['a target with a user and a password', get('http://user:word@localhost/api/v1/search'), 400],
  ['a target with a fragment', get('/api/v1/search#top'), 400],
  ['a path with an incomplete UTF-8 sequence', get('/api/v1/articles/%E0%A4%A'), 400],
  ['a path with a byte that is invalid in UTF-8', get('/api/v1/articles/%ff'), 400],
  ['a path with overlong UTF-8 dots', get('/api/v1/articles/%c0%ae%c0%ae'), 400],
  ['a path traversal with ..', get('/api/v1/articles/../../../etc/passwd'), 404],
  ['a percent-encoded path traversal', get('/api/v1/articles/%2e%2e%2f%2e%2e%2fetc%2fpasswd'), 404],
  ['a doubly encoded path traversal', get('/api/v1/articles/%252e%252e%252fetc%252fpasswd'), 404],
  ['a path traversal with backslashes', get('/api/v1/articles/..%5c..%5cboot.ini'), 404],
  ['a path with full-width dots', get('/api/v1/articles/%ef%bc%8e%ef%bc%8e'), 404],
  ['a slug with an encoded NUL', get('/api/v1/articles/teapot%00.md'), 404],
  ['a slug of 3,000 letters', get(`/api/v1/articles/${'a'.repeat(3_000)}`), 404],
  ['the slug __proto__', get('/api/v1/articles/__proto__'), 404],
  ['the slug toString', get('/api/v1/articles/toString'), 404],
  ['a path with a double slash', get('//api/v1/search'), 404],
  ['a path with a trailing slash', get('/api/v1/search/'), 404],
  ['the API prefix in capitals', get('/API/V1/search'), 404],
  ['a path with .. inside the API', get('/api/v1/../v1/search'), 404],
  ['a path with a matrix parameter', get('/api/v1/search;a=b'), 404],
  ['POST', 'POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}', 404],
  ['DELETE', 'DELETE /api/v1/articles/teapot HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['TRACE', 'TRACE /api/v1/search HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  [
    'a PUT request with X-HTTP-Method-Override',
    `${head.replace('GET', 'PUT')}X-HTTP-Method-Override: GET\r\n\r\n`,
    404,
  ],
  ['a repeated parameter', get('/api/v1/search?q=a&q=b'), 400],
  ['a parameter with [] in its name', get('/api/v1/search?q[]=a'), 400],
  ['a parameter with [a] in its name', get('/api/v1/search?q[a]=b'), 400],
  ['a parameter named __proto__[x]', get('/api/v1/search?__proto__[x]=1'), 400],
  ['1,000 parameters', get(`/api/v1/search?${'a=b&'.repeat(1_000)}q=a`), 400],
  ['a search for 4,097 characters', get(`/api/v1/search?q=${'a'.repeat(4_097)}`), 400],
  ['a query with an incomplete UTF-8 sequence', get('/api/v1/search?q=%E0%A4%A'), 400],
  ['page 0', get('/api/v1/search?page=0'), 400],
  ['a hexadecimal page number', get('/api/v1/search?page=0x1'), 400],
  ['a page number of 20 digits', get('/api/v1/search?page=99999999999999999999'), 400],
  ['a pageSize of 101', get('/api/v1/search?pageSize=101'), 400],
  ['an unknown domain', get('/api/v1/search?domain=tools-postgres'), 400],
  ['an unknown format', get('/api/v1/articles/any?format=xml'), 400],
  ['an Authorization header without a scheme', `${head}Authorization: x\r\n\r\n`, 401],
  ['an Authorization header with the scheme Basic', `${head}Authorization: Basic eDp5\r\n\r\n`, 401],
  [
    'a key that was never issued',
    `${head}Authorization: Bearer stele_${'a'.repeat(12)}_${'b'.repeat(43)}\r\n\r\n`,
    401,
  ],
  ['a key of 8 KiB', `${head}Authorization: Bearer ${'a'.repeat(8_192)}\r\n\r\n`, 401],
  ['an agent id of 129 characters', `${head}x-agent-id: ${'a'.repeat(129)}\r\n\r\n`, 400],
  ['an agent id with markup', `${head}x-agent-id: <script>\r\n\r\n`, 400],
  ['two x-agent-id headers', `${head}x-agent-id: ada\r\nx-agent-id: bob\r\n\r\n`, 400],
  ['agents/me without x-agent-id', get('/api/v1/agents/me'), 400],
];

/** Requests that the HTTP parser refuses. The server then closes the connection, because the start of the next request is unknown. */
export const refusedByParser: readonly HostileRequest[] = ofParser.map(([title, bytes]) => ({
  title,
  bytes,
  status: 400,
}));

/** Requests that the HTTP parser accepts and the application refuses. */
export const refusedByApplication: readonly HostileRequest[] = ofApplication.map(([title, bytes, status]) => ({
  title,
  bytes,
  status,
}));
