// What a proxy in front most often gets wrong: addresses, callers, coding, caching.
import { createHash } from 'node:crypto';
import { apiPrefix } from '../../build/edition/locations.ts';
import { type Evidence, isLoopback } from './evidence.ts';
import { answerTo, type Check, failure, headerOf, jsonAt, ok, plain, shortly, skipped, warning } from './finding.ts';

const publicAddress: Check = {
  name: 'public-address',
  title: { zh: '公开的地址', en: 'public address' },
  needs: ['search'],
  judge(evidence) {
    const { address } = evidence;
    const expected = `${address.origin}${apiPrefix}`;
    const found = headerOf(answerTo(evidence, 'search'), 'x-agent-api-endpoint');
    if (found === expected) return ok(plain(found));
    if (isLoopback(address.hostname) && found !== '') {
      return warning(plain(shortly(found)), plain(expected), {
        zh: '若那是对外的地址，就对它运行 doctor；否则改正 PUBLIC_URL',
        en: 'if that is the public address, run doctor on it; else correct PUBLIC_URL',
      });
    }
    return failure(plain(shortly(found)), plain(expected), {
      zh: `智能体会被带到别处：把 PUBLIC_URL 设为 ${address.origin}，或用正确的地址检查`,
      en: `agents are led elsewhere: set PUBLIC_URL to ${address.origin}, or check the right address`,
    });
  },
};

/** Who the limit takes the caller for: a fingerprint of the address, in the partition key of RateLimit-Policy. */
function partitionOf(evidence: Evidence, name: 'search' | 'forged'): string | undefined {
  return /pk=:([^:]+):/.exec(headerOf(answerTo(evidence, name), 'ratelimit-policy'))?.[1];
}

/** As express-rate-limit makes it: the first twelve hexadecimal digits of the SHA-256, in base64. */
export const partitionOfAddress = (address: string): string =>
  Buffer.from(createHash('sha256').update(address).digest('hex').slice(0, 12)).toString('base64');

const callers: Check = {
  name: 'caller-address',
  title: { zh: '客户端的地址', en: 'address of callers' },
  needs: ['search', 'forged'],
  judge(evidence) {
    const [own, forged] = [partitionOf(evidence, 'search'), partitionOf(evidence, 'forged')];
    const isHere = isLoopback(answerTo(evidence, 'search').localAddress);
    if (own === undefined || forged === undefined)
      return skipped({ zh: '没有 RateLimit-Policy', en: 'there is no RateLimit-Policy' });
    const expected = { zh: '每个调用者按自己的地址计数', en: 'every caller counted by its own address' };
    if (own !== forged) {
      const found = { zh: '伪造的 X-Forwarded-For 被相信', en: 'a forged X-Forwarded-For is believed' };
      // Asked from the machine of the proxy, the doctor is one.
      return isHere
        ? warning(found, expected, {
            zh: '若 TRUST_PROXY 指的是本机，这里就该如此；从别的机器检查对外的地址，端口只让代理访问',
            en: 'right if TRUST_PROXY names this machine; check the public address from another one, and let only the proxy reach the port',
          })
        : failure(found, expected, {
            zh: 'TRUST_PROXY 只写代理的网络；端口只让代理访问，代理追加地址而不是照抄',
            en: 'let TRUST_PROXY name the networks of the proxies only, let only them reach the port, and let them append the address',
          });
    }
    if (!isHere && ['127.0.0.1', '::1'].some((address) => own === partitionOfAddress(address))) {
      return failure(
        {
          zh: '从外面来的请求按 127.0.0.1 计数，所有调用者共用一个限额',
          en: 'a request from outside is counted as 127.0.0.1: all callers share one limit',
        },
        expected,
        {
          zh: '设置 TRUST_PROXY，并让代理发送 X-Forwarded-For',
          en: 'set TRUST_PROXY, and let the proxy send X-Forwarded-For',
        },
      );
    }
    return ok(
      isHere
        ? {
            zh: '不相信伪造的地址；代理是否转发真的地址，只能从别的机器看出',
            en: 'no forged address is believed; whether a proxy passes the true one on shows from another machine only',
          }
        : { zh: '不相信伪造的地址', en: 'no forged address is believed' },
    );
  },
};

const compression: Check = {
  name: 'compression',
  title: { zh: '压缩', en: 'compression' },
  needs: ['openapi'],
  judge(evidence) {
    const answer = answerTo(evidence, 'openapi');
    const coding = headerOf(answer, 'content-encoding');
    const varies = /accept-encoding/i.test(headerOf(answer, 'vary'));
    if (['br', 'gzip'].includes(coding) && varies) return ok(plain(`${coding}, ${answer.bytes} B`));
    return warning(
      plain(`Content-Encoding ${shortly(coding)}, Vary ${shortly(headerOf(answer, 'vary'))}, ${answer.bytes} B`),
      plain('Content-Encoding: br | gzip; Vary: Accept-Encoding'),
      { zh: '代理要转发 Accept-Encoding，不要解压', en: 'let the proxy pass Accept-Encoding on, and not decompress' },
    );
  },
};

const validation: Check = {
  name: 'not-modified',
  title: { zh: 'ETag 与 304', en: 'ETag and 304' },
  needs: ['search'],
  judge(evidence) {
    const etag = headerOf(answerTo(evidence, 'search'), 'etag');
    const { cached } = evidence.answers;
    if (etag !== '' && cached === undefined) return skipped({ zh: '没有回答', en: 'it was not answered' });
    if (cached?.status === 304 && cached.bytes === 0) return ok(plain(etag));
    return warning(plain(etag === '' ? 'ETag —' : `${etag}: ${cached?.status}`), plain('ETag; If-None-Match → 304'), {
      zh: '代理要转发 ETag 和 If-None-Match',
      en: 'let the proxy pass ETag and If-None-Match on',
    });
  },
};

const head: Check = {
  name: 'head',
  title: { zh: 'HEAD', en: 'HEAD' },
  needs: ['search', 'head'],
  judge(evidence) {
    const [answer, got] = [answerTo(evidence, 'head'), answerTo(evidence, 'search')];
    const isSame = ['content-type', 'etag'].every((name) => headerOf(answer, name) === headerOf(got, name));
    if (answer.status === got.status && isSame) return ok(plain(String(answer.status)));
    return warning(
      plain(shortly(`${answer.status} ${headerOf(answer, 'content-type')} ${headerOf(answer, 'etag')}`)),
      { zh: '与 GET 相同的状态和头', en: 'status and headers as of GET' },
      { zh: '代理要把 HEAD 作为 HEAD 转发', en: 'let the proxy pass HEAD on as HEAD' },
    );
  },
};

const security: Check = {
  name: 'security-headers',
  title: { zh: '安全头', en: 'security headers' },
  needs: ['page'],
  judge(evidence) {
    const page = answerTo(evidence, 'page');
    const policy = headerOf(page, 'content-security-policy');
    const isPage = page.status === 200 && /^text\/html\b/.test(headerOf(page, 'content-type'));
    if (!isPage)
      return failure(plain(`${page.status} ${shortly(headerOf(page, 'content-type'))}`), plain('200 text/html'), {
        zh: '代理要转发 /',
        en: 'let the proxy pass / on',
      });
    const isStrict = /(?:^|;)\s*default-src 'none'/.test(policy) && !/unsafe-(?:inline|eval)/.test(policy);
    if (isStrict && headerOf(page, 'x-content-type-options') === 'nosniff')
      return ok(plain("default-src 'none', nosniff"));
    return failure(
      plain(
        shortly(
          `Content-Security-Policy ${shortly(policy)}; X-Content-Type-Options ${shortly(headerOf(page, 'x-content-type-options'))}`,
        ),
      ),
      plain("default-src 'none'; …; nosniff"),
      { zh: '代理不要去掉或替换这些头', en: 'let the proxy neither drop nor replace these headers' },
    );
  },
};

const links: Check = {
  name: 'links',
  title: { zh: '文档里的地址', en: 'address in the document' },
  needs: ['openapi', 'search'],
  judge(evidence) {
    const servers = jsonAt(answerTo(evidence, 'openapi'), 'servers');
    const url = String(Array.isArray(servers) ? servers[0]?.url : undefined);
    const said = headerOf(answerTo(evidence, 'search'), 'x-agent-api-endpoint');
    if (said.startsWith(url.replace(/\/$/, '')) && URL.canParse(url)) return ok(plain(url));
    return failure(plain(shortly(`servers[0].url ${url}`)), plain(said), {
      zh: '一部分回答来自另一个实例或缓存：让所有实例用同一个 PUBLIC_URL',
      en: 'part of the answers comes from another instance or a cache: give all instances the same PUBLIC_URL',
    });
  },
};

export const proxyChecks: readonly Check[] = [publicAddress, links, callers, compression, validation, head, security];
