// `stele doctor`: checks a running instance from outside with a few requests, and reports problems and remedies.

import { Command, Option } from 'commander';
import type { Bilingual, Language } from '../build/edition/vocabulary.ts';
import { inLocale, printable } from '../build/messages.ts';
import { counted } from '../build/report.ts';
import { apiKeyPattern } from '../server/access/api-keys.ts';
import type { CommandIo } from './command-io.ts';
import { reportingMistakes, UsageError } from './content-option.ts';
import { apiChecks } from './doctor/api-checks.ts';
import { type Evidence, gather } from './doctor/evidence.ts';
import { type Check, type Finding, failure, type Level, skipped } from './doctor/finding.ts';
import { proxyChecks } from './doctor/proxy-checks.ts';
import { reachable, serviceChecks } from './doctor/service-checks.ts';
import { localeOption } from './locale.ts';
import { packageVersion } from './package-root.ts';
import { jsonText } from './standard-output.ts';
import { aligned } from './text-table.ts';

interface DoctorOptions {
  format: 'text' | 'json';
  locale: Language;
}

const defaultAddress = 'http://127.0.0.1:8080';

export function doctorCommand(io: CommandIo): Command {
  return new Command('doctor')
    .description('check a running instance from outside and report problems with remedies')
    .argument('[url]', 'the address that agents use', defaultAddress)
    .addOption(new Option('--format <format>', 'how findings are printed').choices(['text', 'json']).default('text'))
    .addOption(localeOption(io))
    .addHelpText(
      'after',
      `
With STELE_API_KEY in the environment, doctor also checks that key; it sends the key over https or to this machine only.
It makes at most 13 requests in less than 20 seconds; 7 of them count against the limit of this address and 1 against the key.
After a 429 it sends no more requests that count. The exit code is 0 without failures, 1 with failures, 2 if it is called wrongly.`,
    )
    .action(reportingMistakes(io, runDoctor));
}

async function runDoctor(io: CommandIo, url: string, { format, locale }: DoctorOptions): Promise<void> {
  const evidence = await gather({ address: addressOf(url), version: packageVersion, key: keyOfEnvironment(io.env) });
  const judged = judge(evidence);
  io.stdout.write(`${format === 'json' ? json(evidence, judged, locale) : text(evidence, judged, locale)}\n`);
  if (judged.some(({ level }) => level === 'failure')) io.exitCode = 1;
}

function addressOf(url: string): URL {
  const address = /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  if (address?.href === `${address?.origin}/` && !/[?#]/.test(url)) return address;
  throw new UsageError({
    zh: '地址应像 https://kb.example.org 这样，不带路径、查询和密码',
    en: 'give an address such as https://kb.example.org, without path, query or password',
  });
}

/** Reads the key from the environment. An option would show it to every process of the machine. */
function keyOfEnvironment(env: NodeJS.ProcessEnv): string | undefined {
  const key = env.STELE_API_KEY ?? '';
  if (key === '') return undefined;
  if (apiKeyPattern.test(key)) return key;
  throw new UsageError({
    zh: 'STELE_API_KEY 不是密钥的样子（stele_…）；改正它，或不设它',
    en: 'STELE_API_KEY does not look like a key (stele_…); correct it, or leave it unset',
  });
}

const levels = {
  ok: { zh: '正常', en: 'ok' },
  warning: { zh: '警告', en: 'warning' },
  failure: { zh: '失败', en: 'FAILURE' },
  skipped: { zh: '跳过', en: 'skipped' },
} as const satisfies Record<Level, string | Bilingual>;

function countsOf(judged: readonly Judged[]): [Level, number][] {
  return (Object.keys(levels) as Level[]).map((level) => [level, judged.filter((one) => one.level === level).length]);
}

function text({ address, requests }: Evidence, judged: readonly Judged[], locale: Language): string {
  const say = (wording: string | Bilingual): string => printable(inLocale(wording, locale));
  const rows = aligned(judged.map(({ level, title, found }) => [say(levels[level]), say(title), say(found)]));
  const lines = judged.flatMap(({ expected, remedy }, at) => [
    (rows[at] ?? []).join('  ').trimEnd(),
    ...(expected === undefined ? [] : [`    ${say({ zh: '应为', en: 'expected' })}: ${say(expected)}`]),
    ...(remedy === undefined ? [] : [`    ${say({ zh: '对策', en: 'what to do' })}: ${say(remedy)}`]),
  ]);
  const counts = countsOf(judged).flatMap(([level, count]) => (count > 0 ? [`${count} ${say(levels[level])}`] : []));
  const end = say({
    zh: `${address.origin}：${counts.join('，')}；发出 ${requests} 个请求`,
    en: `${address.origin}: ${counts.join(', ')}; ${counted(requests, 'request')} made`,
  });
  return [...lines, end].join('\n');
}

/** Texts are in the chosen language only. Names of checks and levels do not depend on the language, so programs can rely on them. */
function json({ address, requests }: Evidence, judged: readonly Judged[], locale: Language): string {
  const say = (wording: string | Bilingual | undefined): string | null =>
    wording === undefined ? null : inLocale(wording, locale);
  return jsonText({
    address: address.origin,
    version: packageVersion,
    requests,
    counts: Object.fromEntries(countsOf(judged)),
    checks: judged.map(({ name, level, title, found, expected, remedy }) => ({
      name,
      level,
      title: say(title),
      found: say(found),
      expected: say(expected),
      remedy: say(remedy),
    })),
  });
}

export interface Judged extends Finding {
  name: string;
  title: string | Bilingual;
}

export const checks: readonly Check[] = [reachable, ...serviceChecks, ...apiChecks, ...proxyChecks];

export function judge(evidence: Evidence): Judged[] {
  const first = judgeOne(reachable, evidence);
  // Skips the other checks if the address does not answer, or if the answer is not from Stele.
  const rest = first.level === 'ok' ? checks.slice(1) : [];
  return [first, ...rest.map((check) => judgeOne(check, evidence))];
}

function judgeOne(check: Check, evidence: Evidence): Judged {
  const { name, title, expected, remedy } = check;
  const finding = unjudged(check, evidence) ?? judgedBy(check, evidence);
  const isWrong = finding.level === 'warning' || finding.level === 'failure';
  return { name, title, ...(isWrong && expected && { expected }), ...(isWrong && remedy && { remedy }), ...finding };
}

const judgedBy = (check: Check, evidence: Evidence): Finding =>
  check.judge(evidence, ...check.needs.flatMap((name) => evidence.answers[name] ?? []));

/** The finding of a check whose requests got no usable response. */
function unjudged({ name, needs }: Check, { answers, faults, isLimited, isOutOfTime }: Evidence): Finding | undefined {
  const broken = needs.find((probe) => faults[probe] !== undefined);
  if (broken !== undefined) {
    return failure(
      { zh: `没有回答（${faults[broken]}）`, en: `no answer (${faults[broken]})` },
      {
        expected: { zh: '5 秒内的回答', en: 'an answer within 5 seconds' },
        remedy: { zh: '看服务器和代理的日志', en: 'look at the logs of the server and of the proxy' },
      },
    );
  }
  // A response with 429 says nothing about the checked behaviour. Only the check `envelope` reports it.
  const isRefused = needs.some((probe) => answers[probe]?.status === 429) && name !== 'envelope';
  const isMissing = needs.some((probe) => answers[probe] === undefined);
  if (isRefused || (isMissing && isLimited)) return skipped({ zh: '限额用完了', en: 'the limit is used up' });
  if (isMissing) return skipped(isOutOfTime ? { zh: '时间到了', en: 'time was up' } : '—');
  return undefined;
}
