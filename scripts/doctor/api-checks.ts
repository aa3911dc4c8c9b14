// Whether the API answers as it is specified, seen through whatever stands between, and whether each way in works: from browsers, by
// the OpenAPI document, by MCP, with a key.

import { plans } from '../../server/access/plans.ts';
import { search } from '../../server/operations/search.ts';
import type { Exchange, ProbeName } from './evidence.ts';
import {
  answerTo,
  type Check,
  type Finding,
  failure,
  headerOf,
  jsonAt,
  ok,
  plain,
  shortly,
  skipped,
  warning,
} from './finding.ts';

const passOn = {
  zh: '代理要把回答原样转发：不改写正文和头，不替换错误页',
  en: 'let the proxy pass answers on as they are: no rewritten bodies or headers, no error pages of its own',
};

/** Why an answer is not in the envelope; undefined when it is. */
function envelopeFault(answer: Exchange, success: boolean): string | undefined {
  if (!/^application\/json\b/.test(headerOf(answer, 'content-type')))
    return `Content-Type ${shortly(headerOf(answer, 'content-type'))}`;
  if (jsonAt(answer, 'success') !== success) return shortly(answer.text);
  if (typeof jsonAt(answer, 'meta', 'requestId') !== 'string') return shortly(jsonAt(answer, 'meta'));
  return undefined;
}

const envelope: Check = {
  name: 'envelope',
  title: { zh: 'API 的回答', en: 'answers of the API' },
  needs: ['search'],
  judge(evidence) {
    const answer = answerTo(evidence, 'search');
    const fault = answer.status === 200 ? envelopeFault(answer, true) : undefined;
    if (answer.status === 200 && fault === undefined) return ok(plain('200 {"success":true,…}'));
    if (answer.status === 429) {
      const seconds = headerOf(answer, 'retry-after');
      return warning(
        {
          zh: `429：这个地址的限额用完了，${seconds} 秒后再试`,
          en: `429: the limit of this address is used up; again in ${seconds} seconds`,
        },
        plain('200'),
        {
          zh: '等待，再运行 doctor；若总是这样，见「客户端的地址」',
          en: 'wait and run doctor again; if it is always so, see «address of callers»',
        },
      );
    }
    return failure(plain(`${answer.status} ${fault ?? shortly(answer.text)}`), plain('200 {"success":true,…}'), passOn);
  },
};

const discovery: Check = {
  name: 'discovery-headers',
  title: { zh: '发现头', en: 'discovery headers' },
  needs: ['search', 'page'],
  judge(evidence) {
    const missing = (['search', 'page'] as const).flatMap((name) =>
      ['x-agent-api-endpoint', 'x-agent-api-docs', 'link']
        .filter((header) => headerOf(answerTo(evidence, name), header) === '')
        .map((header) => `${header} (${name})`),
    );
    if (missing.length === 0) return ok(plain('X-Agent-API-Endpoint, X-Agent-API-Docs, Link'));
    return failure(
      { zh: `缺少 ${missing.join('、')}`, en: `missing: ${missing.join(', ')}` },
      plain('X-Agent-API-Endpoint, X-Agent-API-Docs, Link'),
      passOn,
    );
  },
};

const rateLimit: Check = {
  name: 'rate-limit',
  title: { zh: '限流的头', en: 'limit' },
  needs: ['search'],
  judge(evidence) {
    const answer = answerTo(evidence, 'search');
    const [left, policy] = [headerOf(answer, 'ratelimit'), headerOf(answer, 'ratelimit-policy')];
    if (/"keyless"; ?r=\d+; ?t=\d+/.test(left) && policy.includes(`q=${plans.keyless.limit}`)) return ok(plain(left));
    return failure(
      plain(shortly(`RateLimit ${left === '' ? '—' : left}; RateLimit-Policy ${policy === '' ? '—' : policy}`)),
      plain(`RateLimit: "keyless"; r=…; t=…; RateLimit-Policy: "keyless"; q=${plans.keyless.limit}; …`),
      passOn,
    );
  },
};

const requestId: Check = {
  name: 'request-id',
  title: { zh: '请求号', en: 'request id' },
  needs: ['search', 'forged'],
  judge(evidence) {
    const [first, second] = [answerTo(evidence, 'search'), answerTo(evidence, 'forged')];
    const [header, body] = [headerOf(first, 'x-request-id'), String(jsonAt(first, 'meta', 'requestId'))];
    if (header !== body) {
      return failure(
        {
          zh: `头里是 ${shortly(header)}，正文里是 ${body}`,
          en: `${shortly(header)} in the header, ${body} in the body`,
        },
        { zh: '相同', en: 'the same' },
        {
          zh: '代理不要覆盖 X-Request-Id，否则日志里找不到请求',
          en: 'let the proxy leave X-Request-Id alone; with another one, requests are not found in the log',
        },
      );
    }
    if (jsonAt(second, 'meta', 'requestId') === body) {
      return failure(
        { zh: `两个请求都得到 ${body}`, en: `two requests both got ${body}` },
        { zh: '每个请求各有一个', en: 'one for every request' },
        {
          zh: '路上的缓存替服务器回答；让它遵守 Cache-Control: private, no-cache',
          en: 'a cache on the way answers in place of the server; let it heed Cache-Control: private, no-cache',
        },
      );
    }
    return ok(plain(body));
  },
};

const errors: Check = {
  name: 'errors',
  title: { zh: '错误的回答', en: 'answers to mistakes' },
  needs: ['missing', 'wrong'],
  judge(evidence) {
    const expected: [ProbeName, number, string][] = [
      ['missing', 404, 'NOT_FOUND'],
      ['wrong', 400, 'VALIDATION_ERROR'],
    ];
    for (const [name, status, code] of expected) {
      const answer = answerTo(evidence, name);
      const fault = envelopeFault(answer, false);
      if (answer.status !== status || fault !== undefined || jsonAt(answer, 'error', 'code') !== code)
        return failure(
          plain(`${answer.status} ${fault ?? shortly(jsonAt(answer, 'error', 'code'))}`),
          plain(`${status} ${code}`),
          passOn,
        );
    }
    return ok(plain('404 NOT_FOUND, 400 VALIDATION_ERROR'));
  },
};

const cors: Check = {
  name: 'cors',
  title: { zh: '跨源访问', en: 'cross-origin access' },
  needs: ['search', 'preflight'],
  judge(evidence) {
    const [answer, preflight] = [answerTo(evidence, 'search'), answerTo(evidence, 'preflight')];
    const origins = [answer, preflight].map((one) => headerOf(one, 'access-control-allow-origin'));
    const allowed = headerOf(preflight, 'access-control-allow-headers');
    const isAnswered = preflight.status === 204 && /authorization/i.test(allowed);
    if (origins.every((origin) => origin === '*') && isAnswered) return ok(plain('Access-Control-Allow-Origin: *'));
    if (origins.every((origin) => origin === '') && isAnswered && /\borigin\b/i.test(headerOf(answer, 'vary')))
      return ok({ zh: '只对 CORS_ORIGIN 里的站点开放', en: 'for the sites in CORS_ORIGIN' });
    return failure(
      plain(
        shortly(
          `Access-Control-Allow-Origin ${origins.map(shortly).join(' / ')}; OPTIONS ${preflight.status}, ${shortly(allowed)}`,
        ),
      ),
      plain('Access-Control-Allow-Origin: *; OPTIONS 204, Authorization'),
      {
        zh: '只由服务器发 CORS 头：代理不要再加一次，也不要自己回答 OPTIONS',
        en: 'let the server alone send CORS headers: the proxy must not add its own or answer OPTIONS itself',
      },
    );
  },
};

const openapi: Check = {
  name: 'openapi',
  title: { zh: 'OpenAPI 文档', en: 'OpenAPI document' },
  needs: ['openapi', 'search'],
  judge(evidence) {
    const [document, answer] = [answerTo(evidence, 'openapi'), answerTo(evidence, 'search')];
    const edition = jsonAt(document, 'openapi');
    if (document.status !== 200 || !String(edition).startsWith('3.1'))
      return failure(plain(`${document.status} openapi: ${shortly(edition)}`), plain('200 openapi: 3.1…'), passOn);
    if (jsonAt(document, 'info', 'version') !== evidence.version || answer.status !== 200)
      return ok({
        zh: '有；没有用它核对回答（另一个版本，或没有回答）',
        en: 'there; no answer was held to it (another version, or no answer)',
      });
    const read = search.output.safeParse(jsonAt(answer, 'data'));
    if (read.success)
      return ok({ zh: '有，一个搜索的回答与它相符', en: 'there, and the answer of a search keeps to it' });
    const issue = read.error.issues[0];
    return failure(
      plain(shortly(`data.${issue?.path.join('.')}: ${issue?.message}`)),
      { zh: '与文档相符的回答', en: 'an answer that keeps to the document' },
      passOn,
    );
  },
};

const mcp: Check = {
  name: 'mcp',
  title: { zh: 'MCP', en: 'MCP' },
  needs: ['mcp'],
  judge(evidence) {
    const answer = answerTo(evidence, 'mcp');
    const revision = jsonAt(answer, 'result', 'protocolVersion');
    if (answer.status === 200 && typeof revision === 'string') return ok(plain(`initialize: ${revision}`));
    const found = plain(shortly(`${answer.status} ${answer.text}`));
    const expected = plain('200 {"result":{"protocolVersion":…}}');
    return answer.status === 400 && answer.text.includes('ALLOWED_HOSTS')
      ? failure(found, expected, {
          zh: '代理要原样转发 Host，PUBLIC_URL 要是智能体访问的地址；其他名称写进 ALLOWED_HOSTS',
          en: 'let the proxy pass Host on as it is, and set PUBLIC_URL to the address that agents reach; list other names in ALLOWED_HOSTS',
        })
      : failure(found, expected, {
          zh: '代理要向 /mcp 转发 POST 及其正文',
          en: 'let the proxy pass POST and its body on to /mcp',
        });
  },
};

const keys: Check = {
  name: 'keys',
  title: { zh: '密钥', en: 'keys' },
  needs: [],
  judge({ keyGiven, answers: { withKey, withWrongKey } }): Finding {
    if (keyGiven === 'no') return skipped({ zh: '没有设置 STELE_API_KEY', en: 'STELE_API_KEY is not set' });
    if (keyGiven === 'kept back')
      return failure(
        { zh: '没有发送密钥，因为地址不是 https', en: 'the key was not sent, because the address is not https' },
        plain('https'),
        {
          zh: '在前面放一个有 TLS 的代理，用 https 地址检查',
          en: 'put a proxy with TLS in front, and check the https address',
        },
      );
    if (withKey === undefined || withWrongKey === undefined)
      return skipped({ zh: '没有回答', en: 'it was not answered' });
    if (withWrongKey.status !== 401 || headerOf(withWrongKey, 'www-authenticate') === '')
      return failure(
        { zh: `编造的密钥得到 ${withWrongKey.status}`, en: `an invented key got ${withWrongKey.status}` },
        plain('401 WWW-Authenticate: Bearer'),
        {
          zh: '代理要转发 Authorization，不要替服务器回答',
          en: 'let the proxy pass Authorization on, and not answer in place of the server',
        },
      );
    const plan = jsonAt(withKey, 'meta', 'quota', 'plan');
    if (withKey.status === 200 && plan !== undefined)
      return ok({ zh: `有效，${shortly(plan)}`, en: `valid, ${shortly(plan)}` });
    if (withKey.status === 429)
      return warning(plain('429'), plain('200'), {
        zh: '这个密钥的限额用完了',
        en: 'the quota of this key is used up',
      });
    return failure(
      plain(`${withKey.status} ${shortly(jsonAt(withKey, 'error', 'code'))}`),
      { zh: '200 和 meta.quota', en: '200 and meta.quota' },
      {
        zh: '用 npm run keys -- list --all 看它是否被撤销或过期，代理是否转发 Authorization',
        en: 'see with npm run keys -- list --all whether it is revoked or expired, and whether the proxy passes Authorization on',
      },
    );
  },
};

export const apiChecks: readonly Check[] = [
  ...[envelope, discovery, rateLimit, requestId, errors],
  ...[cors, openapi, mcp, keys],
];
