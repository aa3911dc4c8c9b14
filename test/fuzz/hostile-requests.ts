// Wrong and hostile requests as raw bytes, and the expected status of each, always in the envelope.

export interface HostileRequest {
  title: string;
  /** Latin-1. */
  bytes: string;
  status: number;
}

const head = 'GET /api/v1/search HTTP/1.1\r\nHost: localhost\r\n';
const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

const ofParser: [title: string, bytes: string][] = [
  ['no request at all', 'hello\r\n\r\n'],
  ['NUL bytes', '\0\0\0\0\r\n\r\n'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['the greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a method that does not exist', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a method in lower case', 'get / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target without slash', 'GET api/v1/search HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target in UTF-8', `GET /api/v1/search?q=${Buffer.from('茶').toString('latin1')} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a target with NUL', 'GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target with a tab', 'GET /a\tb HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target with an escape sequence', 'GET /\x1b[31m HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target with a space', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['another protocol', 'GET / ICAP/1.0\r\nHost: x\r\n\r\n'],
  ['HTTP/1.2', 'GET / HTTP/1.2\r\nHost: x\r\n\r\n'],
  ['HTTP/3.0', 'GET / HTTP/3.0\r\nHost: x\r\n\r\n'],
  ['a version that is no number', 'GET / HTTP/x.y\r\nHost: x\r\n\r\n'],
  ['bare LF', 'GET / HTTP/1.1\nHost: x\n\n'],
  ['a bare LF between two headers', `${head}A: b\nC: d\r\n\r\n`],
  ['a bare CR in a value', `${head}A: b\rc\r\n\r\n`],
  ['a folded header', `${head}A: b\r\n c\r\n\r\n`],
  ['a space before the colon', `${head}A : b\r\n\r\n`],
  ['a header without colon', `${head}broken\r\n\r\n`],
  ['a header without name', `${head}: value\r\n\r\n`],
  ['a header name in UTF-8', `${head}n\xc3\xa4me: value\r\n\r\n`],
  ['a NUL in a value', `${head}A: b\0c\r\n\r\n`],
  ['Content-Length and Transfer-Encoding', `${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['two Content-Lengths', `${head}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`],
  ['the same Content-Length twice', `${head}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`],
  ['a negative Content-Length', `${head}Content-Length: -1\r\n\r\n`],
  ['a Content-Length that is no number', `${head}Content-Length: three\r\n\r\n`],
  ['a Content-Length of 30 digits', `${head}Content-Length: ${'9'.repeat(30)}\r\n\r\n`],
  ['an unknown Transfer-Encoding', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['chunked, but not last', `${head}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
  ['a chunk size that is no number', `${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\nhello\r\n0\r\n\r\n`],
  ['a header of 65 KiB', `${head}A: ${'a'.repeat(65 * 1024)}\r\n\r\n`],
  ['a header of 1 MiB', `${head}A: ${'a'.repeat(1024 * 1024)}\r\n\r\n`],
  ['a target of 65 KiB', `GET /${'a'.repeat(65 * 1024)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['20,000 headers', `${head}${Array.from({ length: 20_000 }, (_, index) => `A${index}: b\r\n`).join('')}\r\n`],
];

const ofApplication: [title: string, bytes: string, status: number][] = [
  ['no Host', 'GET /api/v1/search HTTP/1.1\r\n\r\n', 400],
  ['two Hosts', `${head}Host: evil.example\r\n\r\n`, 400],
  ['a Host with a space', 'GET /api/v1/search HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['a Host with a path', 'GET /api/v1/search HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
  ['an unknown expectation', `${head}Expect: a miracle\r\n\r\n`, 400],
  ['101 lines of headers', `${head}${'A: b\r\n'.repeat(100)}\r\n`, 400],
  ['a target of 53,249 bytes', get(`/api/v1/search?q=${'a'.repeat(53_249 - 17)}`), 400],
  ['a target that is an address of something else', get('ftp://localhost/api/v1/search'), 400],
  ['a target with half a network address', get('http://[/api/v1/search'), 400],
  ['a target with a user and a password', get('http://user:word@localhost/api/v1/search'), 400],
  ['a fragment', get('/api/v1/search#top'), 400],
  ['a path with half a character', get('/api/v1/articles/%E0%A4%A'), 400],
  ['a path with a byte that is no character', get('/api/v1/articles/%ff'), 400],
  ['an overlong dot', get('/api/v1/articles/%c0%ae%c0%ae'), 400],
  ['a way out of the folder', get('/api/v1/articles/../../../etc/passwd'), 404],
  ['an encoded way out', get('/api/v1/articles/%2e%2e%2f%2e%2e%2fetc%2fpasswd'), 404],
  ['a twice encoded way out', get('/api/v1/articles/%252e%252e%252fetc%252fpasswd'), 404],
  ['a way out with backslashes', get('/api/v1/articles/..%5c..%5cboot.ini'), 404],
  ['dots of another width', get('/api/v1/articles/%ef%bc%8e%ef%bc%8e'), 404],
  ['a NUL in a name', get('/api/v1/articles/teapot%00.md'), 404],
  ['a name of 3,000 letters', get(`/api/v1/articles/${'a'.repeat(3_000)}`), 404],
  ['the name of a prototype', get('/api/v1/articles/__proto__'), 404],
  ['the name of a method', get('/api/v1/articles/toString'), 404],
  ['a slash too many', get('//api/v1/search'), 404],
  ['a slash at the end', get('/api/v1/search/'), 404],
  ['the prefix in capitals', get('/API/V1/search'), 404],
  ['a detour', get('/api/v1/../v1/search'), 404],
  ['a parameter of a path', get('/api/v1/search;a=b'), 404],
  ['POST', 'POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}', 404],
  ['DELETE', 'DELETE /api/v1/articles/teapot HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['TRACE', 'TRACE /api/v1/search HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['another method in a header', `${head.replace('GET', 'PUT')}X-HTTP-Method-Override: GET\r\n\r\n`, 404],
  ['a parameter twice', get('/api/v1/search?q=a&q=b'), 400],
  ['a list', get('/api/v1/search?q[]=a'), 400],
  ['an object', get('/api/v1/search?q[a]=b'), 400],
  ['a prototype in the query', get('/api/v1/search?__proto__[x]=1'), 400],
  ['1,000 parameters', get(`/api/v1/search?${'a=b&'.repeat(1_000)}q=a`), 400],
  ['a search for 4,097 characters', get(`/api/v1/search?q=${'a'.repeat(4_097)}`), 400],
  ['half a character to search for', get('/api/v1/search?q=%E0%A4%A'), 400],
  ['page 0', get('/api/v1/search?page=0'), 400],
  ['a page in another notation', get('/api/v1/search?page=0x1'), 400],
  ['a page beyond all pages', get('/api/v1/search?page=99999999999999999999'), 400],
  ['101 on a page', get('/api/v1/search?pageSize=101'), 400],
  ['a domain that does not exist', get('/api/v1/search?domain=tools-postgres'), 400],
  ['a format that does not exist', get('/api/v1/articles/any?format=xml'), 400],
  ['a credential of no kind', `${head}Authorization: x\r\n\r\n`, 401],
  ['a name and a password', `${head}Authorization: Basic eDp5\r\n\r\n`, 401],
  [
    'a key that was never issued',
    `${head}Authorization: Bearer stele_${'a'.repeat(12)}_${'b'.repeat(43)}\r\n\r\n`,
    401,
  ],
  ['a key of 8 KiB', `${head}Authorization: Bearer ${'a'.repeat(8_192)}\r\n\r\n`, 401],
  ['an agent with a name of 129 characters', `${head}x-agent-id: ${'a'.repeat(129)}\r\n\r\n`, 400],
  ['an agent with markup in its name', `${head}x-agent-id: <script>\r\n\r\n`, 400],
  ['two agents', `${head}x-agent-id: ada\r\nx-agent-id: bob\r\n\r\n`, 400],
  ['a question about itself by an agent without a name', get('/api/v1/agents/me'), 400],
];

/** Refused by the parser: the connection is closed, because the start of the next request is unknown. */
export const refusedByParser: readonly HostileRequest[] = ofParser.map(([title, bytes]) => ({
  title,
  bytes,
  status: 400,
}));

/** Parsed, and refused by the application. */
export const refusedByApplication: readonly HostileRequest[] = ofApplication.map(([title, bytes, status]) => ({
  title,
  bytes,
  status,
}));
