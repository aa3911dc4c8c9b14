// Defences of the state, and of the limits while it cannot be asked.
import type { Defence } from '../defence.ts';

export const stateDefences: readonly Defence[] = [
  {
    name: 'limits-without-a-store',
    does: {
      zh: '存储不可用时，每个进程自己继续守住限额，从不放开',
      en: 'while the store is away each process keeps to the limits by itself, and never opens them',
    },
    seen: {
      zh: '照常的回答；`/readyz` 的 `state.degraded` 说明原因',
      en: 'answers as usual; `state.degraded` in `/readyz` says why',
    },
    tests: ['test/server/state/sqlite-faults.test.ts'],
    removals: [
      {
        file: 'server/access/local-quotas.ts',
        text: 'const decided = { admitted, used:',
        without: 'const decided = { admitted: requests, used:',
      },
      { file: 'server/access/limiter.ts', text: '    this.#ownQuotas.settle(owed);\n', without: '' },
    ],
  },
  {
    name: 'limits-over-workers',
    does: {
      zh: '`--workers` 的几个进程共用一份计数；主进程不回答时各守一份限额，之后补报放行的',
      en: 'the processes of `--workers` count together; while the primary does not answer each keeps to a share of the limit, and tells it afterwards what it let through',
    },
    seen: {
      zh: '限额与一个进程时完全相同',
      en: 'the limits are exactly those of one process',
    },
    tests: ['test/server/workers/shared-window.test.ts'],
    removals: [
      {
        file: 'server/workers/shared-window.ts',
        text: 'Math.max(1, Math.floor(window.limit / workers))',
        without: 'window.limit',
      },
      {
        file: 'server/workers/shared-window.ts',
        text: '        if (admitted > 0) this.#own.admitNow(caller, admitted);\n',
        without: '',
      },
      {
        file: 'server/workers/shared-window.ts',
        text: '    );\n    this.#settle();\n',
        without: '    );\n',
      },
    ],
  },
  {
    name: 'damaged-state',
    does: {
      zh: '损坏的状态文件、别的程序的文件、较新程序的文件都不使用，也不改动',
      en: 'a state file that is damaged, of another program or of a newer one is neither used nor changed',
    },
    seen: { zh: '启动时一句话和退出码 2', en: 'one sentence at the start, and exit code 2' },
    tests: ['test/server/state/sqlite-faults.test.ts'],
    removals: [
      {
        file: 'server/state/sqlite/opening.ts',
        text: "if (check !== 'ok') throw new StateFileError(damaged(path));",
        without: "if (check === '') throw new StateFileError(damaged(path));",
      },
      {
        file: 'server/state/sqlite/opening.ts',
        text: 'if (owner !== applicationId && tables > 0)',
        without: 'if (owner !== applicationId && tables < 0)',
      },
    ],
  },
  {
    name: 'private-state',
    does: {
      zh: '状态文件只有它的用户可读写',
      en: 'the state file can be read and written by its owner alone',
    },
    seen: { zh: '权限 `0600`', en: 'the permissions `0600`' },
    tests: ['test/server/state/sqlite-faults.test.ts'],
    removals: [
      {
        file: 'server/state/sqlite/opening.ts',
        text: "openSync(path, 'a', 0o600)",
        without: "openSync(path, 'a', 0o644)",
      },
    ],
  },
];
