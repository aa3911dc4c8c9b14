// Defences against requests that nobody should send.
import type { Defence } from '../defence.ts';

const invalid = { zh: '`400 VALIDATION_ERROR`', en: '`400 VALIDATION_ERROR`' };
const wellFormed = ['test/server/middleware/well-formed.test.ts'];
const mcpRoute = ['test/server/faces/mcp/route.test.ts'];

export const requestDefences: readonly Defence[] = [
  {
    name: 'one-host',
    does: {
      zh: '恰好一个有效的 `Host`（RFC 9112 第 3.2 节）',
      en: 'exactly one valid `Host` (RFC 9112, section 3.2)',
    },
    seen: invalid,
    tests: wellFormed,
    removals: [
      {
        file: 'server/middleware/well-formed.ts',
        text: "if (hosts.length === 1 && isAuthority(hosts[0] ?? '')) return undefined;",
        without: "if (hosts.length > 0 && isAuthority(hosts[0] ?? '')) return undefined;",
      },
      {
        file: 'server/middleware/well-formed.ts',
        text: "hosts.length === 1 && isAuthority(hosts[0] ?? '')",
        without: 'hosts.length === 1',
      },
    ],
  },
  {
    name: 'request-bounds',
    does: {
      zh: '请求目标至多 8,192 字节，请求头至多 100 行',
      en: 'a request target of at most 8,192 bytes and at most 100 header lines',
    },
    seen: invalid,
    tests: wellFormed,
    removals: [
      {
        file: 'server/middleware/well-formed.ts',
        text: 'if (target.length > targetBytesMax) {',
        without: 'if (target.length > 1_000_000) {',
      },
      {
        file: 'server/middleware/well-formed.ts',
        text: 'if (lines > headerLinesMax)',
        without: 'if (lines > 1_000_000)',
      },
    ],
  },
  {
    name: 'slow-callers',
    does: {
      zh: '收得太慢的请求和没有动静的连接被关闭',
      en: 'requests that arrive too slowly and connections without traffic are ended',
    },
    seen: { zh: '`400 VALIDATION_ERROR`，或者连接关闭', en: '`400 VALIDATION_ERROR`, or the end of the connection' },
    tests: ['test/server/timeouts.test.ts'],
    removals: [
      { file: 'server/http-server.ts', text: 'headersTimeout: timeouts.headersMs,', without: 'headersTimeout: 0,' },
      { file: 'server/http-server.ts', text: 'requestTimeout: timeouts.requestMs,', without: 'requestTimeout: 0,' },
      { file: 'server/http-server.ts', text: 'server.timeout = timeouts.idleMs;', without: 'server.timeout = 0;' },
    ],
  },
  {
    name: 'unparsed-requests',
    does: {
      zh: 'Node 解析不了的请求也得到信封，连接随后关闭，后面的字节不当作下一个请求',
      en: 'requests that Node cannot parse get the envelope too, and the end of the connection: no bytes behind them are taken for a request',
    },
    seen: invalid,
    tests: ['test/server/parser-errors.test.ts'],
    removals: [
      {
        file: 'server/faces/http/parser-errors.ts',
        text: "server.on('clientError', (error: Error & { code?: string }, socket) => {",
        without: "server.on('unheard', (error: Error & { code?: string }, socket: Socket) => {",
      },
    ],
  },
  {
    name: 'strict-parameters',
    does: {
      zh: '未知、重复、嵌套或空的参数被拒绝；参数名从不成为对象的原型',
      en: 'unknown, repeated, nested and empty parameters are refused; no name of one reaches a prototype',
    },
    seen: invalid,
    tests: ['test/server/faces/http/query-string.test.ts', 'test/server/faces/http/input.test.ts'],
    removals: [
      {
        file: 'server/faces/http/query-string.ts',
        text: '} else if (name in values) {',
        without: '} else if (name in values && value === written) {',
      },
      {
        file: 'server/faces/http/query-string.ts',
        text: 'Object.create(null);',
        without: '{};',
      },
      {
        file: 'server/faces/http/input.ts',
        text: "    ...unknown.map((name) => unknownParameter(name, query.values[name] ?? '', ofQuery)),\n",
        without: '',
      },
    ],
  },
  {
    name: 'bounded-queries',
    does: {
      zh: '查询至多 256 个字符（NFKC 之后），只当作文字，从不当作模式',
      en: 'a query has at most 256 characters (after NFKC), and is text, never a pattern',
    },
    seen: invalid,
    tests: ['test/server/search/hostile-queries.test.ts'],
    removals: [
      {
        file: 'server/operations/parameters.ts',
        text: "text !== '' && [...text].length <= queryLengthMax",
        without: "text !== ''",
      },
    ],
  },
  {
    name: 'reading-only',
    does: { zh: '只有 GET、HEAD 和 OPTIONS', en: 'GET, HEAD and OPTIONS alone' },
    seen: { zh: '`404 NOT_FOUND` 和 `Allow`', en: '`404 NOT_FOUND` with `Allow`' },
    tests: ['test/server/middleware/methods.test.ts'],
    removals: [
      { file: 'server/app.ts', text: '        readOnly,\n', without: '' },
      {
        file: 'server/middleware/methods.ts',
        text: "  headersOf(response).set('Connection', 'close');\n",
        without: '',
      },
    ],
  },
  {
    name: 'names-looked-up',
    does: {
      zh: '文章和页面都按名字在内存里查找，名字从不成为文件的路径',
      en: 'articles and pages are looked up by name in memory; no name becomes the path of a file',
    },
    seen: { zh: '`404 NOT_FOUND`', en: '`404 NOT_FOUND`' },
    tests: ['test/server/operations/hostile-names.test.ts'],
    removals: [
      {
        file: 'server/operations/get-article.ts',
        text: 'const position = library.positionOfSlug.get(given.slug);',
        without:
          "const position = process.getBuiltinModule('node:fs').existsSync(given.slug) ? 0 : library.positionOfSlug.get(given.slug);",
      },
    ],
  },
  {
    name: 'mcp-origins',
    does: {
      zh: '`/mcp` 不回答别的网站的网页，也不接受别的 `Host`（DNS 重绑定）',
      en: '`/mcp` answers no page of another site, and takes no other `Host` (DNS rebinding)',
    },
    seen: { zh: '`403` 和 JSON-RPC 错误', en: '`403` with a JSON-RPC error' },
    tests: mcpRoute,
    removals: [
      {
        file: 'server/faces/mcp/handler.ts',
        text: 'const from = validateOriginHeader(origin, allowed);',
        without: 'const from = validateOriginHeader(origin && undefined, allowed);',
      },
      {
        file: 'server/faces/mcp/handler.ts',
        text: 'const asked = validateHostHeader(host, allowed);',
        without: "const asked = validateHostHeader(host && 'localhost', allowed);",
      },
    ],
  },
  {
    name: 'mcp-messages',
    does: {
      zh: '发给 `/mcp` 的消息至多 65,536 字节，一次一条',
      en: 'a message to `/mcp` has at most 65,536 bytes and comes alone',
    },
    seen: { zh: '`413` 或 `400` 和 JSON-RPC 错误', en: '`413` or `400` with a JSON-RPC error' },
    tests: mcpRoute,
    removals: [
      {
        file: 'server/faces/mcp/message.ts',
        text: "if (bytes > bodyBytesMax) return { kind: 'fault', fault: 'too large' };",
        without: '',
      },
      {
        file: 'server/faces/mcp/route.ts',
        text: "if (message.kind === 'json' && Array.isArray(message.value)) return refuse(request, response, faults.batch);",
        without: '',
      },
    ],
  },
];
