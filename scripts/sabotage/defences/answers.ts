// Defences of what callers are told: who says it, how much of it, and that it is said to its end.
import type { Defence } from '../defence.ts';

export const answerDefences: readonly Defence[] = [
  {
    name: 'own-request-ids',
    does: {
      zh: '请求的编号由服务器给出，调用者不能选',
      en: 'the server gives requests their ids, and no caller chooses one',
    },
    seen: { zh: '`X-Request-Id` 总是新的', en: 'a new `X-Request-Id` each time' },
    tests: ['test/server/middleware/headers.test.ts'],
    removals: [
      {
        file: 'server/middleware/begin.ts',
        text: 'const requestId = nextId();',
        without: "const requestId = String(_request.headers['x-request-id'] ?? nextId());",
      },
    ],
  },
  {
    name: 'own-address',
    does: {
      zh: '任何地址都不取自请求的 `Host` 或转发头',
      en: 'no address is taken from `Host` or a forwarding header of a request',
    },
    seen: { zh: '链接总是指向公开的地址', en: 'links always lead to the public address' },
    tests: ['test/server/middleware/well-formed.test.ts'],
    removals: [
      {
        file: 'server/middleware/begin.ts',
        text: 'discoveryHeaders(origin())',
        without: "discoveryHeaders('http://' + String(_request.headers.host))",
      },
    ],
  },
  {
    name: 'silent-bugs',
    does: {
      zh: '程序的错误只写进日志，回答里只有编号',
      en: 'a bug is told to the log alone; the answer has an id and nothing else of it',
    },
    seen: { zh: '`500 INTERNAL_ERROR`', en: '`500 INTERNAL_ERROR`' },
    tests: ['test/server/middleware/errors.test.ts'],
    removals: [
      {
        file: 'server/middleware/errors.ts',
        text: 'if (sendPage === undefined || !isForBrowser(request)) return sendProblem(request, response, internalError);',
        without:
          'if (sendPage === undefined || !isForBrowser(request)) return sendProblem(request, response, { ...internalError, message: String(error) });',
      },
      {
        file: 'server/middleware/errors.ts',
        text: "['ETag', 'Content-Encoding', 'Content-Length']",
        without: '[]',
      },
    ],
  },
  {
    name: 'drained-requests',
    does: {
      zh: '停止时已收到的请求都得到回答',
      en: 'a server that stops answers every request that it has taken',
    },
    seen: { zh: '回答，以及 `Connection: close`', en: 'the answer, with `Connection: close`' },
    tests: ['test/server/closing.test.ts', 'test/server/connections.test.ts'],
    removals: [
      {
        file: 'server/connections.ts',
        text: '    await closed;\n',
        without: '    this.#destroy(() => true);\n    await closed;\n',
      },
      {
        file: 'server/connections.ts',
        text: "    for (const exchanges of this.#open.values()) setConnection(exchanges.at(-1), 'close');\n",
        without: '',
      },
    ],
  },
  {
    name: 'answers-for-one',
    does: {
      zh: '写着一个调用者的编号、限额或统计的回答，共用的缓存不能保存',
      en: 'an answer with the id, the limit or the statistics of one caller is kept by no cache that others share',
    },
    seen: { zh: '`Cache-Control`：`private` 或 `no-store`', en: '`Cache-Control`: `private` or `no-store`' },
    tests: ['test/scripts/deploy/shared-cache.test.ts', 'test/server/faces/http/entity-tags.test.ts'],
    removals: [
      {
        file: 'server/faces/http/send.ts',
        text: "api: 'private, no-cache',",
        without: "api: 'public, max-age=60',",
      },
      { file: 'server/faces/http/send.ts', text: "never: 'no-store',", without: "never: 'public, max-age=60'," },
    ],
  },
];
