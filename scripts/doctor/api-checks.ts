// Checks that the API responds as specified, also through the proxies in front of it: envelopes, headers, errors, CORS, the OpenAPI
// document, MCP and API keys.

import { plans } from '../../server/access/plans.ts';
import { search as searchOperation } from '../../server/operations/search.ts';
import type { Exchange } from './evidence.ts';
import {
  type Check,
  failure,
  headerOf,
  jsonAt,
  notAnswered,
  ok,
  passOn,
  shortly,
  skipped,
  warning,
} from './finding.ts';

/** The reason why a response is wrong: its type, its status, its envelope or its error code. Undefined if all are correct. */
function envelopeFault(answer: Exchange, status: number, code?: string): string | undefined {
  const type = headerOf(answer, 'content-type');
  const isEnvelope =
    jsonAt(answer, 'success') === (code === undefined) && typeof jsonAt(answer, 'meta', 'requestId') === 'string';
  if (!/^application\/json\b/.test(type)) return `${answer.status} Content-Type ${shortly(type)}`;
  if (answer.status === status && isEnvelope && jsonAt(answer, 'error', 'code') === code) return undefined;
  return `${answer.status} ${shortly(answer.text)}`;
}

export const apiChecks: readonly Check[] = [
  {
    name: 'envelope',
    title: { zh: 'API 的回答', en: 'answers of the API' },
    needs: ['search'],
    expected: '200 {"success":true,…}',
    remedy: passOn,
    judge(_, search) {
      const fault = envelopeFault(search, 200);
      if (fault === undefined) return ok('200 {"success":true,…}');
      if (search.status !== 429) return failure(fault);
      const seconds = headerOf(search, 'retry-after');
      return warning(
        {
          zh: `429：这个地址的限额用完了，${seconds} 秒后再试`,
          en: `429: the limit of this address is used up; try again in ${seconds} seconds`,
        },
        {
          remedy: {
            zh: '等待，再运行 doctor；若总是这样，见检查项「客户端的地址」',
            en: 'wait and run doctor again; if it persists, see the check «address of callers»',
          },
        },
      );
    },
  },
  {
    name: 'discovery-headers',
    title: { zh: '发现头', en: 'discovery headers' },
    needs: ['search', 'page'],
    expected: 'X-Agent-API-Endpoint, X-Agent-API-Docs, Link',
    remedy: passOn,
    judge(_, search, page) {
      const missing = ['x-agent-api-endpoint', 'x-agent-api-docs', 'link'].filter(
        (header) => headerOf(search, header) === '' || headerOf(page, header) === '',
      );
      if (missing.length === 0) return ok('X-Agent-API-Endpoint, X-Agent-API-Docs, Link');
      return failure({ zh: `缺少 ${missing.join('、')}`, en: `missing: ${missing.join(', ')}` });
    },
  },
  {
    name: 'rate-limit',
    title: { zh: '限流的头', en: 'limit' },
    needs: ['search'],
    expected: `RateLimit: "keyless"; r=…; t=…; RateLimit-Policy: "keyless"; q=${plans.keyless.limit}; …`,
    remedy: passOn,
    judge(_, search) {
      const [left, policy] = [headerOf(search, 'ratelimit'), headerOf(search, 'ratelimit-policy')];
      if (/"keyless"; ?r=\d+; ?t=\d+/.test(left) && policy.includes(`q=${plans.keyless.limit}`)) return ok(left);
      return failure(`RateLimit ${shortly(left)}; RateLimit-Policy ${shortly(policy)}`);
    },
  },
  {
    name: 'request-id',
    title: { zh: '请求号', en: 'request id' },
    needs: ['search', 'forged'],
    judge(_, first, second) {
      const [header, body] = [headerOf(first, 'x-request-id'), String(jsonAt(first, 'meta', 'requestId'))];
      if (header !== body) {
        const remedy = {
          zh: '代理不要覆盖 X-Request-Id，否则日志里找不到请求',
          en: 'let the proxy keep X-Request-Id; otherwise requests cannot be found in the log',
        };
        return failure(
          {
            zh: `头里是 ${shortly(header)}，正文里是 ${body}`,
            en: `${shortly(header)} in the header, ${body} in the body`,
          },
          { expected: { zh: '相同', en: 'the same' }, remedy },
        );
      }
      if (jsonAt(second, 'meta', 'requestId') !== body) return ok(body);
      const remedy = {
        zh: '路上的缓存替服务器回答；让它遵守 Cache-Control: private, no-cache',
        en: 'a cache answers in place of the server; let it respect Cache-Control: private, no-cache',
      };
      return failure(
        { zh: `两个请求都得到 ${body}`, en: `two requests both got ${body}` },
        { expected: { zh: '每个请求各有一个', en: 'a different one for each request' }, remedy },
      );
    },
  },
  {
    name: 'errors',
    title: { zh: '错误的回答', en: 'answers to mistakes' },
    needs: ['missing', 'wrong'],
    expected: '404 NOT_FOUND, 400 VALIDATION_ERROR',
    remedy: passOn,
    judge(_, missing, wrong) {
      const fault = envelopeFault(missing, 404, 'NOT_FOUND') ?? envelopeFault(wrong, 400, 'VALIDATION_ERROR');
      return fault === undefined ? ok('404 NOT_FOUND, 400 VALIDATION_ERROR') : failure(fault);
    },
  },
  {
    name: 'cors',
    title: { zh: '跨源访问', en: 'cross-origin access' },
    needs: ['search', 'preflight'],
    expected: 'Access-Control-Allow-Origin: *; OPTIONS 204, Authorization',
    remedy: {
      zh: '只由服务器发 CORS 头：代理不要再加一次，也不要自己回答 OPTIONS',
      en: 'let the server alone send CORS headers: the proxy must not add its own or answer OPTIONS itself',
    },
    judge(_, search, preflight) {
      const origins = [search, preflight].map((one) => headerOf(one, 'access-control-allow-origin'));
      const allowed = headerOf(preflight, 'access-control-allow-headers');
      const isAnswered = preflight.status === 204 && /authorization/i.test(allowed);
      const isOpen = origins.every((origin) => origin === '*');
      const isNarrowed = origins.every((origin) => origin === '') && /\borigin\b/i.test(headerOf(search, 'vary'));
      if (isAnswered && isOpen) return ok('Access-Control-Allow-Origin: *');
      if (isAnswered && isNarrowed)
        return ok({ zh: '只对 CORS_ORIGIN 里的站点开放', en: 'open only to the sites in CORS_ORIGIN' });
      const shown = origins.map(shortly).join(' / ');
      return failure(shortly(`Access-Control-Allow-Origin ${shown}; OPTIONS ${preflight.status}, ${shortly(allowed)}`));
    },
  },
  {
    name: 'openapi',
    title: { zh: 'OpenAPI 文档', en: 'OpenAPI document' },
    needs: ['openapi', 'search'],
    expected: { zh: '与 OpenAPI 3.1 文档相符的回答', en: 'an OpenAPI 3.1 document, and answers that match it' },
    remedy: passOn,
    judge({ version }, document, search) {
      const edition = jsonAt(document, 'openapi');
      if (document.status !== 200 || !String(edition).startsWith('3.1'))
        return failure(`${document.status} openapi: ${shortly(edition)}`);
      if (jsonAt(document, 'info', 'version') !== version || search.status !== 200)
        return ok({
          zh: '有文档；没有用它核对回答，因为程序的版本不同，或没有得到回答',
          en: 'the document is present; no answer was compared with it, because the versions differ or no answer came',
        });
      const issue = searchOperation.output.safeParse(jsonAt(search, 'data')).error?.issues[0];
      if (issue !== undefined) return failure(shortly(`data.${issue.path.join('.')}: ${issue.message}`));
      return ok({
        zh: '有文档，一个搜索的回答与它相符',
        en: 'the document is present, and a search response matches it',
      });
    },
  },
  {
    name: 'mcp',
    title: 'MCP',
    needs: ['mcp'],
    expected: '200 {"result":{"protocolVersion":…}}',
    judge(_, mcp) {
      const revision = jsonAt(mcp, 'result', 'protocolVersion');
      if (mcp.status === 200 && typeof revision === 'string') return ok(`initialize: ${revision}`);
      const remedy =
        mcp.status === 400 && mcp.text.includes('ALLOWED_HOSTS')
          ? {
              zh: '代理要原样转发 Host，PUBLIC_URL 要是智能体访问的地址；其他名称写进 ALLOWED_HOSTS',
              en: 'let the proxy forward Host unchanged, and set PUBLIC_URL to the address that agents reach; list other names in ALLOWED_HOSTS',
            }
          : { zh: '代理要向 /mcp 转发 POST 及其正文', en: 'let the proxy pass POST and its body on to /mcp' };
      return failure(shortly(`${mcp.status} ${mcp.text}`), { remedy });
    },
  },
  {
    name: 'keys',
    title: { zh: '密钥', en: 'keys' },
    needs: [],
    judge({ keyGiven, answers: { withKey, withWrongKey } }) {
      if (keyGiven === 'no') return skipped({ zh: '没有设置 STELE_API_KEY', en: 'STELE_API_KEY is not set' });
      if (keyGiven === 'kept back') {
        const remedy = {
          zh: '在前面放一个有 TLS 的代理，用 https 地址检查',
          en: 'put a proxy with TLS in front, and check the https address',
        };
        return failure(
          { zh: '没有发送密钥，因为地址不是 https', en: 'the key was not sent, because the address is not https' },
          { expected: 'https', remedy },
        );
      }
      if (withKey === undefined || withWrongKey === undefined) return skipped(notAnswered);
      if (withWrongKey.status !== 401 || headerOf(withWrongKey, 'www-authenticate') === '') {
        const remedy = {
          zh: '代理要转发 Authorization，不要替服务器回答',
          en: 'let the proxy pass Authorization on, and not answer in place of the server',
        };
        return failure(
          { zh: `编造的密钥得到 ${withWrongKey.status}`, en: `an invented key got ${withWrongKey.status}` },
          { expected: '401 WWW-Authenticate: Bearer', remedy },
        );
      }
      const plan = jsonAt(withKey, 'meta', 'quota', 'plan');
      if (withKey.status === 200 && plan !== undefined)
        return ok({ zh: `有效，${shortly(plan)}`, en: `valid, ${shortly(plan)}` });
      if (withKey.status === 429) {
        const remedy = { zh: '这个密钥的限额用完了', en: 'the quota of this key is used up' };
        return warning('429', { expected: '200', remedy });
      }
      return failure(`${withKey.status} ${shortly(jsonAt(withKey, 'error', 'code'))}`, {
        expected: { zh: '200 和 meta.quota', en: '200 and meta.quota' },
        remedy: {
          zh: '用 npm run keys -- list --all 看这个密钥是否已撤销或过期；再检查代理是否转发 Authorization',
          en: 'see whether npm run keys -- list --all shows the key as revoked or expired; also check that the proxy forwards Authorization',
        },
      });
    },
  },
];
