// Defences against more requests or connections than the server can serve.
import type { Defence } from '../defence.ts';

export const loadDefences: readonly Defence[] = [
  {
    name: 'busy-server',
    does: {
      zh: '事件循环跟不上时拒绝一部分请求，让其余的很快得到回答；被拒绝的不计入任何限额',
      en: 'while the event loop does not keep up, a share of the requests is refused so that the others are answered soon; a refused one counts against no limit',
    },
    seen: {
      zh: '`429 RATE_LIMITED`、`Retry-After` 和 `scope` 为 `server`',
      en: '`429 RATE_LIMITED` with `Retry-After` and the `scope` `server`',
    },
    tests: ['test/server/load-guard.test.ts', 'test/server/middleware/shed.test.ts'],
    removals: [
      {
        file: 'server/load-guard.ts',
        text: 'const isStanding = share > 0 ||',
        without: 'const isStanding = share > 1 &&',
      },
      { file: 'server/app.ts', text: '        cors,\n        shed,\n', without: '        cors,\n' },
    ],
  },
  {
    name: 'connection-bounds',
    does: {
      zh: '连接总数和每个地址的连接数都有上限',
      en: 'connections are bounded, in all and from one address',
    },
    seen: {
      zh: '`429 RATE_LIMITED`，或者连接立即关闭',
      en: '`429 RATE_LIMITED`, or the end of the connection',
    },
    tests: ['test/server/middleware/shed.test.ts'],
    removals: [
      {
        file: 'server/connection-bounds.ts',
        text: 'if (count <= perAddress) return;',
        without: 'if (count > 0) return;',
      },
      { file: 'server/connection-bounds.ts', text: '  server.maxConnections = total;\n', without: '' },
    ],
  },
  {
    name: 'log-that-nobody-reads',
    does: {
      zh: '日志写不出去时服务照常：满了的磁盘不让进程结束，没人读的日志不占满内存',
      en: 'the service goes on when its log cannot be written: a full disk ends no process, and a log that nobody reads does not fill the memory',
    },
    seen: {
      zh: '一行 `nobody read the log fast enough`，`lines` 是丢弃的行数',
      en: 'the line `nobody read the log fast enough`, whose `lines` is how many were left out',
    },
    tests: ['test/server/logger.test.ts'],
    removals: [
      {
        file: 'server/logger.ts',
        text: "destination.on('error', ",
        without: "destination.on('never', ",
      },
      { file: 'server/logger.ts', text: '    maxLength: waitingBytesMax,\n', without: '' },
    ],
  },
];
