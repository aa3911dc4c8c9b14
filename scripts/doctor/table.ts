// All checks in the order in which they are shown, and the verdict over them.
import type { Bilingual } from '../../build/messages.ts';
import { apiChecks } from './api-checks.ts';
import type { Evidence } from './evidence.ts';
import { faceChecks } from './face-checks.ts';
import type { Check, Finding } from './finding.ts';
import { failure, plain, skipped } from './finding.ts';
import { proxyChecks } from './proxy-checks.ts';
import { reachable, serviceChecks } from './service-checks.ts';

export interface Judged extends Finding {
  name: string;
  title: Bilingual;
}

export const checks: readonly Check[] = [reachable, ...serviceChecks, ...apiChecks, ...faceChecks, ...proxyChecks];

export function judge(evidence: Evidence): Judged[] {
  const first = reachable.judge(evidence);
  // What something else answers says nothing of Stele.
  const rest = first.level === 'ok' ? checks.slice(1) : [];
  return [
    { name: reachable.name, title: reachable.title, ...first },
    ...rest.map((check) => ({ name: check.name, title: check.title, ...judgeOne(check, evidence) })),
  ];
}

function judgeOne(check: Check, evidence: Evidence): Finding {
  const { answers, faults, isLimited, isOutOfTime } = evidence;
  const broken = check.needs.find((name) => faults[name] !== undefined);
  if (broken !== undefined) {
    return failure(
      { zh: `没有回答（${faults[broken]}）`, en: `no answer (${faults[broken]})` },
      { zh: '5 秒内的回答', en: 'an answer within 5 seconds' },
      { zh: '看服务器和代理的日志', en: 'see the logs of server and proxy' },
    );
  }
  // A refusal by the limit says nothing of what was asked.
  const isRefused = check.needs.some((name) => answers[name]?.status === 429) && check.name !== 'envelope';
  if (isRefused || (isLimited && check.needs.some((name) => answers[name] === undefined)))
    return skipped({ zh: '限额用完了', en: 'the limit is used up' });
  if (check.needs.some((name) => answers[name] === undefined))
    return isOutOfTime ? skipped({ zh: '时间到了', en: 'time was up' }) : skipped(plain('—'));
  return check.judge(evidence);
}
