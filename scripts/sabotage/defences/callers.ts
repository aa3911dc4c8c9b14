// Defences against callers who ask too much, or pose as many.
import type { Defence } from '../defence.ts';

const limited = { zh: '`429 RATE_LIMITED` 和 `Retry-After`', en: '`429 RATE_LIMITED` with `Retry-After`' };

export const callerDefences: readonly Defence[] = [
  {
    name: 'keyless-limit',
    does: {
      zh: '没有密钥的地址在任何 60 秒里至多得到 100 次回答，API 与 MCP 一起算',
      en: 'an address without a key gets at most 100 answers in any 60 seconds, over the API and MCP together',
    },
    seen: limited,
    tests: ['test/server/middleware/limit.test.ts', 'test/server/faces/mcp/route.test.ts'],
    removals: [
      {
        file: 'server/app.ts',
        text: '        // What follows refuses callers, and that counts.\n        limit,\n',
        without: '',
      },
      { file: 'server/app.ts', text: '        // As above.\n        limit,\n', without: '' },
      {
        file: 'server/state/sliding-window.ts',
        text: '    const begin = now - this.#settings.windowMs;\n    const moments',
        without:
          '    const begin = Math.floor(now / this.#settings.windowMs) * this.#settings.windowMs - 1;\n    const moments',
      },
    ],
  },
  {
    name: 'key-quotas',
    does: {
      zh: '密钥有自己的配额，按 UTC 的日或月计，任何并发下都精确',
      en: 'a key has a quota of its own for each UTC day or month, exact under any concurrency',
    },
    seen: limited,
    tests: ['test/server/middleware/keys.test.ts'],
    removals: [
      {
        file: 'server/access/limiter.ts',
        text: 'return { ...turns.next(keyId, quota, limit), limit,',
        without: 'return { ...turns.next(keyId, quota, limit), admitted: true, limit,',
      },
    ],
  },
  {
    name: 'caller-addresses',
    does: {
      zh: '只相信 `TRUST_PROXY` 所列代理的 `X-Forwarded-For`，默认谁也不信；不是地址的内容不算',
      en: '`X-Forwarded-For` is believed from the proxies of `TRUST_PROXY` alone, by default from nobody; what is no address does not count',
    },
    seen: { zh: '冒充别的地址也只有一份限额', en: 'whoever poses as many addresses has one limit' },
    tests: ['test/server/middleware/caller.test.ts', 'test/server/config.test.ts'],
    removals: [
      {
        file: 'server/app.ts',
        text: "app.set('trust proxy', trustProxy);",
        without: "app.set('trust proxy', trustProxy === 0 ? true : trustProxy);",
      },
      { file: 'server/config.ts', text: "    trustProxy: '0',\n", without: "    trustProxy: '1',\n" },
      {
        file: 'server/middleware/caller.ts',
        text: 'return isIP(bare) === 0 ? undefined : copyOf(bare);',
        without: 'return copyOf(bare);',
      },
    ],
  },
  {
    name: 'ipv6-networks',
    does: {
      zh: '一个 IPv6 的 /64 网络共用一份限额',
      en: 'one /64 network of IPv6 has one limit',
    },
    seen: { zh: '换地址也没有新的限额', en: 'another address of it has no new limit' },
    tests: ['test/server/middleware/caller.test.ts'],
    removals: [
      {
        file: 'server/middleware/caller.ts',
        text: 'const ipv6NetworkBits = 64;',
        without: 'const ipv6NetworkBits = 128;',
      },
    ],
  },
  {
    name: 'agent-names',
    does: {
      zh: '`x-agent-id` 只接受 1–128 个规定的字符，只来一次',
      en: '`x-agent-id` takes 1–128 of the allowed characters, once',
    },
    seen: { zh: '`400 VALIDATION_ERROR`', en: '`400 VALIDATION_ERROR`' },
    tests: ['test/server/middleware/admit.test.ts'],
    removals: [
      {
        file: 'server/state/agents.ts',
        text: 'export const agentIdPattern = /^[A-Za-z0-9._:@/+-]{1,128}$/;',
        without: 'export const agentIdPattern = /^/;',
      },
    ],
  },
  {
    name: 'agent-bounds',
    does: {
      zh: '每个地址每分钟至多登记 20 个新的智能体，总数也有上限；编造的名字占不满内存和磁盘',
      en: 'an address registers at most 20 new agents a minute, and there is a bound for all; invented names fill neither memory nor disk',
    },
    seen: { zh: '照常得到回答，但不登记', en: 'answers as usual, without a registration' },
    tests: ['test/server/state/agents.test.ts'],
    removals: [
      {
        file: 'server/state/agents.ts',
        text: 'newPerAddressPerMinute: 20 };',
        without: 'newPerAddressPerMinute: 20_000 };',
      },
      {
        file: 'server/state/agents.ts',
        text: 'agents.add(counted, { agentsMax })',
        without: 'agents.add(counted, { agentsMax: agentsMax + 1_000_000 })',
      },
      {
        file: 'server/state/agents.ts',
        text: 'if (this.#waiting.size >= waitingMax) return undefined;',
        without: '',
      },
    ],
  },
];
