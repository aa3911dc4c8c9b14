// Checks for the most frequent mistakes in the configuration of a proxy: public address, caller addresses, compression and security headers.
import { createHash } from 'node:crypto';
import { apiPrefix } from '../../build/edition/locations.ts';
import { type Exchange, isLoopback } from './evidence.ts';
import { type Check, failure, headerOf, ok, shortly, skipped, warning } from './finding.ts';

/** The caller as the rate limiter identifies it: a hash of its address, which the header RateLimit-Policy sends as partition key. */
const partitionOf = (answer: Exchange): string | undefined =>
  /pk=:([^:]+):/.exec(headerOf(answer, 'ratelimit-policy'))?.[1];

/** The partition key that express-rate-limit makes of an address: the first twelve hexadecimal digits of its SHA-256, in base64. */
const partitionOfAddress = (address: string): string =>
  Buffer.from(createHash('sha256').update(address).digest('hex').slice(0, 12)).toString('base64');

export const proxyChecks: readonly Check[] = [
  {
    name: 'public-address',
    title: { zh: '公开的地址', en: 'public address' },
    needs: ['search'],
    judge({ address }, search) {
      const expected = `${address.origin}${apiPrefix}`;
      const found = headerOf(search, 'x-agent-api-endpoint');
      if (found === expected) return ok(found);
      if (isLoopback(address.hostname) && found !== '') {
        const remedy = {
          zh: '若找到的地址就是对外的地址，就对它运行 doctor；否则改正 PUBLIC_URL',
          en: 'if the address found is the public one, run doctor on it; else correct PUBLIC_URL',
        };
        return warning(shortly(found), { expected, remedy });
      }
      const remedy = {
        zh: `智能体会被带到别处：把 PUBLIC_URL 设为 ${address.origin}，或者用正确的地址运行 doctor`,
        en: `agents are sent to another address: set PUBLIC_URL to ${address.origin}, or run doctor with the right address`,
      };
      return failure(shortly(found), { expected, remedy });
    },
  },
  {
    name: 'caller-address',
    title: { zh: '客户端的地址', en: 'address of callers' },
    needs: ['search', 'forged'],
    expected: { zh: '每个调用者按自己的地址计数', en: 'every caller counted by its own address' },
    judge(_, search, forged) {
      const own = partitionOf(search);
      const isHere = isLoopback(search.localAddress);
      if (own === undefined) return skipped({ zh: '没有 RateLimit-Policy', en: 'there is no RateLimit-Policy' });
      if (own !== partitionOf(forged)) {
        const found = { zh: '伪造的 X-Forwarded-For 被相信', en: 'a forged X-Forwarded-For is trusted' };
        // If the doctor runs on the machine of a trusted proxy, the server trusts the doctor's X-Forwarded-For too.
        const remedy = isHere
          ? {
              zh: '若 TRUST_PROXY 指的是本机，这是正常的；从别的机器检查对外的地址，端口只让代理访问',
              en: 'this is normal if TRUST_PROXY names this machine; check the public address from another machine, and let only the proxy reach the port',
            }
          : {
              zh: 'TRUST_PROXY 只写代理的网络；端口只让代理访问；让代理把连接的地址追加到 X-Forwarded-For，而不是原样转发收到的值',
              en: 'set TRUST_PROXY to the networks of the proxies only; let only them reach the port; have them append the address of the connection to X-Forwarded-For instead of passing it on unchanged',
            };
        return (isHere ? warning : failure)(found, { remedy });
      }
      if (isHere)
        return ok({
          zh: '没有相信伪造的地址；代理是否转发真实地址，要从别的机器运行 doctor 才能看出',
          en: 'no forged address is trusted; run doctor on another machine to see whether a proxy forwards the real one',
        });
      if (!['127.0.0.1', '::1'].some((address) => own === partitionOfAddress(address)))
        return ok({ zh: '不相信伪造的地址', en: 'no forged address is trusted' });
      const found = {
        zh: '从外面来的请求按 127.0.0.1 计数，所有调用者共用一个限额',
        en: 'a request from outside is counted as 127.0.0.1: all callers share one limit',
      };
      const remedy = {
        zh: '设置 TRUST_PROXY，并让代理发送 X-Forwarded-For',
        en: 'set TRUST_PROXY, and let the proxy send X-Forwarded-For',
      };
      return failure(found, { remedy });
    },
  },
  {
    name: 'compression',
    title: { zh: '压缩', en: 'compression' },
    needs: ['openapi'],
    expected: 'Content-Encoding: br | gzip; Vary: Accept-Encoding',
    remedy: {
      zh: '代理要转发 Accept-Encoding，不要把回答解压',
      en: 'let the proxy pass Accept-Encoding on, and not decompress answers',
    },
    judge(_, openapi) {
      const [coding, vary] = [headerOf(openapi, 'content-encoding'), headerOf(openapi, 'vary')];
      if (['br', 'gzip'].includes(coding) && /accept-encoding/i.test(vary)) return ok(`${coding}, ${openapi.bytes} B`);
      return warning(`Content-Encoding ${shortly(coding)}, Vary ${shortly(vary)}, ${openapi.bytes} B`);
    },
  },
  {
    name: 'security-headers',
    title: { zh: '安全头', en: 'security headers' },
    needs: ['page'],
    expected: "default-src 'none'; …; nosniff",
    remedy: { zh: '代理不要去掉或替换安全头', en: 'let the proxy neither drop nor replace the security headers' },
    judge(_, page) {
      const type = headerOf(page, 'content-type');
      if (page.status !== 200 || !/^text\/html\b/.test(type))
        return failure(`${page.status} ${shortly(type)}`, {
          expected: '200 text/html',
          remedy: { zh: '代理要转发 /', en: 'let the proxy pass / on' },
        });
      const [policy, sniffing] = ['content-security-policy', 'x-content-type-options'].map((name) =>
        headerOf(page, name),
      );
      const isStrict =
        /(?:^|;)\s*default-src 'none'/.test(policy ?? '') && !/unsafe-(?:inline|eval)/.test(policy ?? '');
      if (isStrict && sniffing === 'nosniff') return ok("default-src 'none', nosniff");
      return failure(`Content-Security-Policy ${shortly(policy)}; X-Content-Type-Options ${shortly(sniffing)}`);
    },
  },
];
