// Checks the instance itself: whether it is reachable, ready and up to date, and whether its metrics, clock and certificate are in order.
import { counted } from '../../build/report.ts';
import { type Check, failure, headerOf, jsonAt, ok, shortly, skipped, warning } from './finding.ts';

/** If this check fails, no other check runs. */
export const reachable: Check = {
  name: 'reachable',
  title: { zh: '可以访问', en: 'reachable' },
  needs: [],
  expected: '200 {"status":"ok"}',
  judge({ address, answers: { health }, faults }) {
    if (health === undefined) {
      const code = faults.health ?? 'UNKNOWN';
      const isCertificate = /CERT|SELF_SIGNED|ERR_TLS|SIGNATURE/.test(code);
      return failure(
        { zh: `没有得到 ${address.origin} 的回答（${code}）`, en: `no answer from ${address.origin} (${code})` },
        {
          expected: { zh: '/healthz 的回答', en: 'an answer from /healthz' },
          remedy: isCertificate
            ? {
                zh: '在代理上换一张有效、属于这个主机名的证书',
                en: 'install a valid certificate for this host name on the proxy',
              }
            : {
                zh: '看服务器是否在运行、监听在哪里（--host、--port），防火墙和地址是否正确',
                en: 'check that the server runs, where it listens (--host, --port), the firewall and the address',
              },
        },
      );
    }
    const { status } = health;
    if (status === 200 && jsonAt(health, 'status') === 'ok') return ok('/healthz: ok');
    if (status >= 300 && status < 400) {
      const location = shortly(headerOf(health, 'location'));
      return failure(
        { zh: `状态 ${status}，重定向到 ${location}`, en: `status ${status}, redirecting to ${location}` },
        {
          remedy: {
            zh: '对智能体使用的地址（即重定向的目标）运行 doctor',
            en: 'run doctor on the address that agents use, the target of the redirect',
          },
        },
      );
    }
    return failure(
      { zh: `状态 ${status}：${shortly(health.text)}`, en: `status ${status}: ${shortly(health.text)}` },
      {
        remedy: {
          zh: '这里回答的不是 Stele，或者代理没有转发 /healthz；502 到 504 表示代理后面的服务器没有运行',
          en: 'other software answers at this address, or the proxy does not forward /healthz; 502 to 504 mean that the server behind the proxy is not running',
        },
      },
    );
  },
};

const dayMs = 86_400_000;
const clockMsMax = 10_000;
const certificateDays = 21;
/** One year, in seconds: the minimum of the browsers' preload lists and of ASVS 3.4.1. */
const hstsSecondsMin = 31_536_000;

export const serviceChecks: readonly Check[] = [
  {
    name: 'edition',
    title: { zh: '版本', en: 'edition' },
    needs: ['ready'],
    judge(_, ready) {
      const [refused, articles] = [jsonAt(ready, 'refusedEdition'), Number(jsonAt(ready, 'articles'))];
      const buildId = String(jsonAt(ready, 'buildId')).slice(0, 12);
      if (ready.status !== 200 || jsonAt(ready, 'status') !== 'ready') {
        const remedy = {
          zh: '若它有意不对外开放，就在内部再运行一次 doctor',
          en: 'if the proxy hides /readyz on purpose, also run doctor inside the network',
        };
        return warning(
          { zh: `/readyz 的状态是 ${ready.status}`, en: `/readyz has status ${ready.status}` },
          { expected: '200', remedy },
        );
      }
      if (refused !== null) {
        return failure(
          {
            zh: `最新的版本被拒绝：${shortly(refused)}；${buildId} 仍在提供`,
            en: `the newest edition is refused: ${shortly(refused)}; ${buildId} is still served`,
          },
          {
            expected: 'refusedEdition: null',
            remedy: {
              zh: '重新构建或复制这个版本，或者 npm run rollback',
              en: 'build or copy the edition again, or use npm run rollback',
            },
          },
        );
      }
      if (articles > 0)
        return ok({ zh: `${buildId}，${articles} 篇文章`, en: `${buildId} with ${counted(articles, 'article')}` });
      return failure(
        { zh: '没有文章', en: 'no articles' },
        {
          expected: { zh: '至少一篇', en: 'at least one' },
          remedy: { zh: '看 --edition 是否正确，再构建', en: 'check --edition, then build' },
        },
      );
    },
  },
  {
    name: 'state',
    title: { zh: '状态的存储', en: 'state store' },
    needs: ['ready'],
    expected: 'state.degraded: null',
    remedy: {
      zh: '看日志；SQLite 的文件夹要可写、有空间，Redis 要在运行',
      en: 'look at the log; the SQLite folder must be writable and have free space, Redis must run',
    },
    judge(_, ready) {
      if (jsonAt(ready, 'state') === undefined)
        return skipped({ zh: '/readyz 没有说明状态', en: '/readyz does not report the state' });
      const degraded = jsonAt(ready, 'state', 'degraded');
      if (degraded === null) return ok(String(jsonAt(ready, 'state', 'store')));
      const why = shortly(degraded);
      return failure({
        zh: `存储不可用：${why}；各进程自己统计请求数`,
        en: `the store is unavailable: ${why}; each process counts requests by itself`,
      });
    },
  },
  {
    name: 'metrics-closed',
    title: { zh: '指标不对外', en: 'metrics not public' },
    needs: ['metrics'],
    expected: '404',
    remedy: {
      zh: '在代理上停止转发 /metrics；让 Prometheus 在服务器本机读取',
      en: "stop forwarding /metrics in the proxy; let Prometheus read it on the server's own machine",
    },
    judge(_, { status, text }) {
      if (status === 200 && /^# (?:HELP|TYPE) /m.test(text))
        return failure({ zh: '/metrics 对任何人都回答', en: '/metrics is public' });
      return ok({ zh: `/metrics 的状态是 ${status}`, en: `/metrics has status ${status}` });
    },
  },
  {
    name: 'clock',
    title: { zh: '时钟', en: 'clock' },
    needs: ['search'],
    expected: { zh: '最多 10 秒', en: 'at most 10 seconds' },
    remedy: {
      zh: '在两台机器上同步时钟（NTP）：限额的日和月按服务器的时钟计算',
      en: 'synchronise the clocks of both machines (NTP): the days and months of quotas follow the clock of the server',
    },
    judge(_, search) {
      const said = Date.parse(String(jsonAt(search, 'meta', 'timestamp')));
      if (Number.isNaN(said)) return skipped({ zh: '回答里没有时间', en: 'the answer has no time' });
      // The difference is 0 if the server's time lies between sending the request and receiving the response.
      const offMs = said < search.sentAtMs ? said - search.sentAtMs : Math.max(0, said - search.receivedAtMs);
      const seconds = Math.round(offMs / 1000);
      return (Math.abs(offMs) <= clockMsMax ? ok : warning)({
        zh: `相差 ${seconds} 秒`,
        en: `the clocks differ by ${counted(seconds, 'second')}`,
      });
    },
  },
  {
    name: 'certificate',
    title: { zh: 'TLS 证书', en: 'TLS certificate' },
    needs: ['health'],
    expected: { zh: `至少 ${certificateDays} 天`, en: `at least ${certificateDays} days` },
    remedy: { zh: '更新证书，并检查自动更新', en: 'renew the certificate, and check the automatic renewal' },
    judge(_, { certificateEndsMs, receivedAtMs, headers }) {
      if (certificateEndsMs === undefined) return skipped({ zh: '没有 TLS', en: 'no TLS' });
      const days = Math.floor((certificateEndsMs - receivedAtMs) / dayMs);
      const found = { zh: `还有 ${days} 天有效`, en: `valid for ${counted(days, 'day')}` };
      if (days < certificateDays) return (days < 3 ? failure : warning)(found);
      const hsts = headers['strict-transport-security'] ?? '';
      // max-age of Strict-Transport-Security, in seconds (RFC 6797, section 6.1.1).
      const maxAge = Number(/(?:^|;)\s*max-age\s*=\s*"?(\d+)/i.exec(hsts)?.[1] ?? 0);
      if (maxAge >= hstsSecondsMin) return ok(found);
      const given = `Strict-Transport-Security ${shortly(hsts)}`;
      return warning(
        { zh: `${found.zh}；${given}`, en: `${found.en}; ${given}` },
        {
          expected: `Strict-Transport-Security: max-age=${hstsSecondsMin}`,
          remedy: {
            zh: '把 PUBLIC_URL 设为 https 地址，或由代理加上 Strict-Transport-Security 头（RFC 6797）',
            en: 'set PUBLIC_URL to the https address, or let the proxy add the header Strict-Transport-Security (RFC 6797)',
          },
        },
      );
    },
  },
];
