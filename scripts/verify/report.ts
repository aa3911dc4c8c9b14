// The report of `verify` on one article: its new record and a message for every fault.

import { isDeepStrictEqual } from 'node:util';
import type { Bilingual, Language } from '../../build/edition/vocabulary.ts';
import { inLocale, type Message, type Place, printable } from '../../build/messages.ts';
import { counted } from '../../build/report.ts';
import { ownVerifier, type Record as VerificationRecord } from '../../build/source/front-matter-schema.ts';
import { digestOf } from '../../build/trust/digest.ts';
import type { Fault, Looked } from './checker.ts';
import { type Verdict, verdictOf } from './verdict.ts';
import type { VerifiedArticle } from './verification.ts';

export type NewRecord = Verdict & Required<Pick<VerificationRecord, 'verifier' | 'at' | 'digest'>>;

export interface ArticleReport {
  path: string;
  /** The new record; undefined if an example could not be checked on this machine. */
  record: NewRecord | undefined;
  /** Whether the article already has a record with the same result, of any date. */
  isRecorded: boolean;
  /** True if the record could not be written to the file. */
  isUnwritten?: boolean;
  messages: Message[];
  /** The outputs of the failed examples. `ordinal` is the number of the code block in the article. */
  printed: { path: string; ordinal: number; text: string }[];
  /** The report of this article in the output of `--json`. */
  shown: object;
}

export interface ReportOptions {
  /** The messages of `check` for all files. */
  messages: readonly Message[];
  /** The time at which the examples were checked. */
  at: string;
  /** True with `--check`: records are compared with the results and not written. */
  compares: boolean;
}

/** Whether a message is an error about a difference between the two languages. */
const isDifference = ({ rule, severity }: Message): boolean => rule.startsWith('parity-') && severity === 'error';
const deadLinkRules = new Set(['own-anchors']);

export function reportOn(
  { article, looked, strayOutputs }: VerifiedArticle,
  { messages: all, at, compares }: ReportOptions,
): ArticleReport {
  const { path } = article.draft;
  const digest = digestOf(article.texts);
  const own = all.filter((message) => message.path === path);
  const differences = own.filter(isDifference);
  const deadLinks = own.filter(({ rule }) => deadLinkRules.has(rule));
  const verdict = verdictOf({
    looked,
    strayOutputs: strayOutputs.length,
    differences: differences.length,
    deadLinks: deadLinks.length,
  });
  const record = verdict && { verifier: ownVerifier, at, digest, ...verdict };
  const say = (fault: Fault, place: Place): Message => ({ ...fault, path, severity: 'error', rule: 'verify', place });
  const messages = [
    ...looked.flatMap((one) => messageOf(one, say) ?? []),
    ...strayOutputs.map(({ place }) => say(strayOutput, place)),
    ...[...differences, ...deadLinks].map((message): Message => ({ ...message, severity: 'error' })),
  ];
  const fault = record && recordFault(record, article.fields.verification);
  if (compares && fault !== undefined) {
    messages.push(say(fault, article.draft.frontMatter.placeOf(['verification'])));
  }
  return {
    path,
    record,
    isRecorded: record !== undefined && fault === undefined,
    messages,
    printed: looked.flatMap(({ example, outcome }) => {
      const text = outcome.kind === 'failed' ? outcome.fault.printed : undefined;
      return text === undefined ? [] : [{ path, ordinal: example.ordinal, text }];
    }),
    shown: { path, slug: article.slug, digest, ...verdict, outcomes: looked.map(shownOutcome) },
  };
}

/** The fault of an `output` block without an example before it. */
const strayOutput: Fault = {
  found: { zh: '前面没有示例的 output 块', en: 'an output block without an example before it' },
  expected: { zh: '跟在示例之后的输出', en: 'an output that follows its example' },
  advice: {
    zh: '把它移到打印它的示例之后；不是程序输出的内容用 text。',
    en: 'Move the block below the example that prints this output; put any other text into a text fence.',
  },
};

function messageOf({ example, outcome }: Looked, say: (fault: Fault, place: Place) => Message): Message | undefined {
  const { line: first, column } = example.place;
  if (outcome.kind === 'unable') return say({ ...unableFault, found: outcome.reason }, example.place);
  if (outcome.kind !== 'failed') return undefined;
  const { place, line, ...fault } = outcome.fault;
  // The code begins on the line after its fence.
  return say(fault, place ?? (line === undefined ? example.place : { line: first + 1 + line, column }));
}

const unableFault: Pick<Fault, 'expected' | 'advice'> = {
  expected: { zh: '能够在本机运行的示例', en: 'an example that can be run on this machine' },
  advice: {
    zh: '安装所缺的程序后再运行；在此之前不会写入这篇文章的记录。',
    en: 'Install the missing program and run verify again. No record of this article was written.',
  },
};

function shownOutcome({ example, outcome }: Looked): object {
  const { ordinal, language, place } = example;
  const { kind } = outcome;
  return {
    ordinal,
    language,
    line: place.line,
    outcome: kind,
    ...(kind === 'ran' && outcome.printed !== undefined && { printed: outcome.printed }),
    ...((kind === 'skipped' || kind === 'unable') && { reason: outcome.reason }),
    ...(kind === 'failed' && outcome.fault),
  };
}

/** The difference between the newest record of `stele verify` and the new result, without their dates; undefined if they are equal. */
function recordFault({ at: _at, ...found }: NewRecord, records: readonly VerificationRecord[]): Fault | undefined {
  const newest = records
    .filter((record) => record.verifier === ownVerifier)
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
  if (newest === undefined) return differs({ zh: '没有 stele verify 的记录', en: 'no record of stele verify' });
  const { at: _then, ...said } = newest;
  if (said.digest !== found.digest) return differs({ zh: '针对另一文本的记录', en: 'a record of another text' });
  if (isDeepStrictEqual(said, found)) return undefined;
  return differs({
    zh: `写着 ${summaryOf(newest)} 的记录，实际是 ${summaryOf(found)}`,
    en: `a record that says ${summaryOf(newest)}; the actual result is ${summaryOf(found)}`,
  });
}

const differs = (found: string | Bilingual): Fault => ({
  found,
  expected: { zh: '与实际结果相同的记录', en: 'a record of the actual result' },
  advice: { zh: '运行 `npm run verify`，并提交它写入的内容。', en: 'Run `npm run verify` and commit what it writes.' },
});

function summaryOf({ result, examples, notes }: Pick<VerificationRecord, 'result' | 'examples' | 'notes'>): string {
  const { ran = 0, failed = 0, skipped = 0 } = examples ?? {};
  const said = typeof notes === 'string' ? notes : notes?.en;
  return `${result} (${ran} ran, ${failed} failed, ${skipped} skipped${said === undefined ? '' : `; ${said}`})`;
}

const shownLinesMax = 40;

/** The outputs of the failed examples as text, for authors to compare with the claimed outputs. */
export function* tellPrinted(reports: readonly ArticleReport[], locale: Language): Generator<string> {
  for (const { path, ordinal, text } of reports.flatMap(({ printed }) => printed)) {
    const lines = text.trimEnd().split('\n');
    const shown = lines.slice(0, shownLinesMax).map((line) => `    ${printable(line)}`);
    const head: Bilingual = {
      zh: `${path} 的第 ${ordinal} 个代码块${text.trim() === '' ? '没有打印任何内容' : '打印了'}`,
      en: `block ${ordinal} of code in ${path} printed${text.trim() === '' ? ' nothing' : ''}`,
    };
    const more = lines.length > shownLinesMax ? ['    …'] : [];
    yield text.trim() === '' ? inLocale(head, locale) : [`${inLocale(head, locale)}:`, ...shown, ...more].join('\n');
  }
}

/** One line for each article, and a line with the totals. */
export function* tellVerified(
  reports: readonly ArticleReport[],
  { compares, renews }: { compares: boolean; renews: boolean },
): Generator<Bilingual> {
  const counts = { passed: 0, partial: 0, failed: 0, unknown: 0 };
  for (const { path, record } of reports) {
    const result = record?.result ?? 'unknown';
    counts[result] += 1;
    const { zh, en } = record?.notes ?? {
      zh: '有示例无法在本机运行。',
      en: 'An example cannot be run on this machine.',
    };
    yield { zh: `${resultWords[result].zh}  ${path}：${zh}`, en: `${result.padEnd(7)}  ${path}: ${en}` };
  }
  const { passed, partial, failed, unknown } = counts;
  const known = reports.filter(({ isRecorded }) => isRecorded && !renews).length;
  const written =
    reports.filter(({ record, isUnwritten }) => record !== undefined && isUnwritten !== true).length - known;
  yield {
    zh: `${reports.length} 篇文章：${passed} 篇通过，${partial} 篇部分通过，${failed} 篇未通过${unknown > 0 ? `，${unknown} 篇未能判断` : ''}；${compares ? '没有写入' : `写入 ${written} 条记录${known > 0 ? `，${known} 条不变` : ''}`}`,
    en: `${counted(reports.length, 'article')}: ${passed} passed, ${partial} partial, ${failed} failed${unknown > 0 ? `, ${unknown} not judged` : ''}; ${compares ? 'nothing written' : `${counted(written, 'record')} written${known > 0 ? `, ${known} unchanged` : ''}`}`,
  };
}

const resultWords: { readonly [Result in 'passed' | 'partial' | 'failed' | 'unknown']: Bilingual } = {
  passed: { zh: '通过', en: 'passed' },
  partial: { zh: '部分通过', en: 'partial' },
  failed: { zh: '未通过', en: 'failed' },
  unknown: { zh: '未判断', en: 'unknown' },
};
