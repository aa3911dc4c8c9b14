// Whether the API answers as it is specified, seen through whatever stands between.
import { plans } from '../../server/access/plans.ts';
import type { ProbeName } from './evidence.ts';
import type { Exchange } from './exchange.ts';
import { answerTo, type Check, failure, headerOf, jsonAt, ok, plain, shortly, warning } from './finding.ts';

export const passOn = {
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

export const apiChecks: readonly Check[] = [envelope, discovery, rateLimit, requestId, errors];
