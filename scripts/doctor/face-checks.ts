// Whether each way in works: from browsers, by the OpenAPI document, by MCP, with a key.
import { search } from '../../server/operations/search.ts';
import { passOn } from './api-checks.ts';
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

export const faceChecks: readonly Check[] = [cors, openapi, mcp, keys];
