// Derives the result, the counts and the notes of an article's verification record from the outcomes of its examples. Pure: the same
// outcomes give the same result on every machine.
import type { Bilingual } from '../../build/edition/vocabulary.ts';
import { counted } from '../../build/report.ts';
import type { Record as VerificationRecord } from '../../build/source/front-matter-schema.ts';
import type { Looked } from './checker.ts';

export interface Findings {
  looked: readonly Looked[];
  /** The number of `output` blocks without an example before them. */
  strayOutputs: number;
  /** The number of differences between the two languages. */
  differences: number;
  /** The number of links to articles or headings that do not exist. */
  deadLinks: number;
}

export type Verdict = Pick<VerificationRecord, 'result'> & {
  examples: NonNullable<VerificationRecord['examples']>;
  notes: Bilingual;
};

/** The verdict on an article; undefined if an example could not be checked on this machine, because a record would be incomplete. */
export function verdictOf(findings: Findings): Verdict | undefined {
  const { looked } = findings;
  const of = (kind: Looked['outcome']['kind']): number => looked.filter(({ outcome }) => outcome.kind === kind).length;
  if (of('unable') > 0) return undefined;
  const examples = { ran: of('ran'), failed: of('failed'), skipped: of('skipped') };
  const faults = examples.failed + findings.strayOutputs + findings.differences + findings.deadLinks;
  return {
    result: faults > 0 ? 'failed' : examples.ran > 0 ? 'passed' : 'partial',
    examples,
    notes: notesOf(findings, examples, of('checked')),
  };
}

/** The notes of a record, such as «7 of 8 examples ran; 1 skipped: needs a GitHub token; 3 more were checked, not run.» */
function notesOf(
  { looked, strayOutputs, differences, deadLinks }: Findings,
  { ran, failed, skipped }: Verdict['examples'],
  checked: number,
): Verdict['notes'] {
  const all = ran + failed + skipped;
  const parts: Bilingual[] = [];
  if (all === 0) parts.push({ zh: '没有可以运行的示例', en: 'there is no example that could be run' });
  else parts.push({ zh: `${all} 个示例中运行了 ${ran} 个`, en: `${ran} of ${counted(all, 'example')} ran` });
  if (failed > 0) {
    const which = looked.filter(({ outcome }) => outcome.kind === 'failed').map(({ example }) => `${example.ordinal}`);
    parts.push({
      zh: `未通过 ${failed} 个：第 ${listed(which, '、')} 个代码块`,
      en: `${failed} failed: code block${failed === 1 ? '' : 's'} ${listed(which, ', ')}`,
    });
  }
  if (skipped > 0) {
    const reasons = looked.flatMap(({ outcome }) => (outcome.kind === 'skipped' ? [outcome.reason] : []));
    parts.push({
      zh: `跳过 ${skipped} 个：${listed(
        reasons.map(({ zh }) => zh),
        '；',
      )}`,
      en: `${skipped} skipped: ${listed(
        reasons.map(({ en }) => en),
        '; ',
      )}`,
    });
  }
  if (checked > 0) {
    parts.push({
      zh: `另有 ${checked} 个只检查、不运行`,
      en: `${checked} more ${checked === 1 ? 'was' : 'were'} checked, not run`,
    });
  }
  if (strayOutputs > 0) {
    parts.push({ zh: `${strayOutputs} 处输出没有示例`, en: `${counted(strayOutputs, 'output')} without an example` });
  }
  if (differences > 0) {
    parts.push({
      zh: `中英文有 ${differences} 处不一致`,
      en: `the languages differ in ${counted(differences, 'place')}`,
    });
  }
  if (deadLinks > 0)
    parts.push({
      zh: `${deadLinks} 个链接失效`,
      en: `${counted(deadLinks, 'link')} ${deadLinks === 1 ? 'leads' : 'lead'} nowhere`,
    });
  const [zh, en] = [parts.map((part) => part.zh).join('；'), parts.map((part) => part.en).join('; ')];
  return { zh: `${zh}。`, en: `${en.charAt(0).toUpperCase()}${en.slice(1)}.` };
}

const listedMax = 4;
const reasonLengthMax = 60;

/** Joins the distinct words, and cuts the list at the maximum length of notes. */
function listed(words: readonly string[], separator: string): string {
  const once = [...new Set(words)];
  const shown = once.slice(0, listedMax).map((word) => {
    const characters = [...word];
    return characters.length > reasonLengthMax ? `${characters.slice(0, reasonLengthMax - 1).join('')}…` : word;
  });
  return [...shown, ...(once.length > listedMax ? ['…'] : [])].join(separator);
}
