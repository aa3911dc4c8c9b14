// What `verify` prints besides messages: what failing examples printed, a line for each article, and the sum.
import type { Language } from '../../build/edition/vocabulary.ts';
import { type Bilingual, inLocale, printable } from '../../build/messages.ts';
import type { ArticleReport } from './report.ts';

const shownLinesMax = 40;

/** The output of every example that failed, for authors to compare. */
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

/** One line for each article, and the sum of all. */
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
      en: 'Some example cannot be run on this machine.',
    };
    yield { zh: `${resultWords[result].zh}  ${path}：${zh}`, en: `${result.padEnd(7)}  ${path}: ${en}` };
  }
  const { passed, partial, failed, unknown } = counts;
  const known = reports.filter(({ isRecorded }) => isRecorded && !renews).length;
  const written =
    reports.filter(({ record, isUnwritten }) => record !== undefined && isUnwritten !== true).length - known;
  yield {
    zh: `${reports.length} 篇文章：${passed} 篇通过，${partial} 篇部分通过，${failed} 篇未通过${unknown > 0 ? `，${unknown} 篇未能判断` : ''}；${compares ? '没有写入' : `写入 ${written} 条记录${known > 0 ? `，${known} 条不变` : ''}`}`,
    en: `${reports.length} article${reports.length === 1 ? '' : 's'}: ${passed} passed, ${partial} partial, ${failed} failed${unknown > 0 ? `, ${unknown} not judged` : ''}; ${compares ? 'nothing written' : `${written} record${written === 1 ? '' : 's'} written${known > 0 ? `, ${known} as before` : ''}`}`,
  };
}

const resultWords: { readonly [Result in 'passed' | 'partial' | 'failed' | 'unknown']: Bilingual } = {
  passed: { zh: '通过', en: 'passed' },
  partial: { zh: '部分通过', en: 'partial' },
  failed: { zh: '未通过', en: 'failed' },
  unknown: { zh: '未判断', en: 'unknown' },
};
