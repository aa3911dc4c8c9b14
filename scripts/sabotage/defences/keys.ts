// Defences of API keys.
import type { Defence } from '../defence.ts';

const unauthorized = {
  zh: '`401 UNAUTHORIZED` 和 `WWW-Authenticate`',
  en: '`401 UNAUTHORIZED` with `WWW-Authenticate`',
};

export const keyDefences: readonly Defence[] = [
  {
    name: 'refused-credentials',
    does: {
      zh: '无效的凭据被拒绝，计入来访地址的限额，从不当作没有密钥',
      en: 'a credential that is not valid is refused and counts against the address; it is never taken for none',
    },
    seen: unauthorized,
    tests: ['test/server/middleware/keys.test.ts'],
    removals: [
      {
        file: 'server/middleware/admit.ts',
        text: "if (caller?.access.kind === 'refused') return unauthorized(caller.access.reason);",
        without: '',
      },
      {
        file: 'server/app.ts',
        text: '        limit,\n        admit,\n        wellFormed,\n        readOnly,\n',
        without: '        admit,\n        limit,\n        wellFormed,\n        readOnly,\n',
      },
    ],
  },
  {
    name: 'revoked-keys',
    does: {
      zh: '撤销或到期的密钥不再有效',
      en: 'a key that was revoked or has expired is no longer valid',
    },
    seen: unauthorized,
    tests: ['test/server/middleware/keys.test.ts'],
    removals: [
      {
        file: 'server/access/key-ring.ts',
        text: "if (record.revokedAt !== null) return { kind: 'refused', reason: 'revoked' };",
        without: '',
      },
      {
        file: 'server/access/key-ring.ts',
        text: 'return moment !== null && Date.parse(moment) <= this.#clock.now();',
        without: 'return moment !== null && Date.parse(moment) <= 0;',
      },
    ],
  },
  {
    name: 'kept-hashes',
    does: {
      zh: '只保存密钥的 SHA-256，按哈希查找，比较的时间处处相同',
      en: 'only the SHA-256 of a key is kept; keys are found by it, and compared in the same time wherever they differ',
    },
    seen: { zh: '密钥只显示一次，谁也读不出来', en: 'a key is shown once, and nobody can read it out again' },
    tests: ['test/server/access/key-ring.test.ts'],
    removals: [
      {
        file: 'server/access/api-keys.ts',
        text: "hash('sha256', key);",
        without: "Buffer.from(key.slice(-43), 'base64url').toString('hex');",
      },
      {
        file: 'server/access/key-ring.ts',
        text: 'left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));',
        without: 'left === right;',
      },
    ],
  },
  {
    name: 'keys-in-addresses',
    does: {
      zh: '地址里和智能体名字里的密钥被拒绝',
      en: 'a key in the address, or as the name of an agent, is refused',
    },
    seen: {
      zh: '`400 VALIDATION_ERROR`，并说明用哪个头',
      en: '`400 VALIDATION_ERROR`, which names the header to use',
    },
    tests: ['test/server/middleware/keys.test.ts'],
    removals: [
      {
        file: 'server/middleware/admit.ts',
        text: 'if (keyParameter !== undefined) return keyInAddress(keyParameter);',
        without: '',
      },
      {
        file: 'server/middleware/caller.ts',
        text: 'agentIdPattern.test(id) && !looksLikeKey(id)',
        without: 'agentIdPattern.test(id)',
      },
    ],
  },
  {
    name: 'keys-left-out',
    does: {
      zh: '日志和回答里从不出现密钥、查询字符串和请求头',
      en: 'no log line or answer holds a key, and no log line a query string or header',
    },
    seen: { zh: '密钥的位置写着 `stele_…`', en: '`stele_…` where a key was' },
    tests: ['test/server/middleware/keys.test.ts', 'test/server/middleware/log.test.ts'],
    removals: [
      {
        file: 'server/access/api-keys.ts',
        text: "text.replaceAll(keyInText, 'stele_…');",
        without: 'text;',
      },
      {
        file: 'server/middleware/log.ts',
        text: "withoutKeys(url.split('?', 1)[0] ?? '')",
        without: 'withoutKeys(url)',
      },
    ],
  },
];
