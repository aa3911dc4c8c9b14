// The report of an import: the outcome of every pair of pages, and every change of the markup with its place in the source.
import { byCodeUnit } from '../../build/edition/hash.ts';
import type { Bilingual, Language } from '../../build/edition/vocabulary.ts';
import { inLocale, printable } from '../../build/messages.ts';
import { counted } from '../../build/report.ts';

/** `mended`: changed, because a build would refuse the original. `remark`: kept unchanged, but worth checking. */
export const noteKinds = ['converted', 'mended', 'dropped', 'remark'] as const;
export type NoteKind = (typeof noteKinds)[number];

/** A change that an import made, or a remark, with its place in a source file. */
export interface Note {
  kind: NoteKind;
  path: string;
  line: number;
  what: Bilingual;
}

export const outcomes = ['new', 'updated', 'unchanged', 'edited', 'conflict', 'refused'] as const;
/**
 * The outcome of a pair. `edited`: the article was edited by hand, and its source is unchanged, so it is kept. `conflict`: the article
 * was not written, because that would overwrite another text. `refused`: a build would not accept the article.
 */
export type Outcome = (typeof outcomes)[number];

export interface PairReport {
  outcome: Outcome;
  /** The path of the article, relative to the current folder; absent for pairs without an article. */
  article?: string;
  zh: string;
  en: string;
  reasons: Bilingual[];
}

export interface ImportReport {
  isDryRun: boolean;
  pairs: PairReport[];
  unpaired: string[];
  /** Files that are not used, because another file has the same page and language. */
  doubles: string[];
  /** Files in other languages than Chinese and English. */
  others: string[];
  /** Articles of earlier imports whose source files no longer exist. */
  orphans: string[];
  notes: Note[];
}

const outcomeNames: Record<Outcome, { done: Bilingual; planned: Bilingual }> = {
  new: same({ zh: '新文章', en: 'new' }),
  updated: same({ zh: '已更新', en: 'updated' }, { zh: '将更新', en: 'would be updated' }),
  unchanged: same({ zh: '无变化', en: 'unchanged' }),
  edited: same({ zh: '手工改过，原样保留', en: 'edited by hand, kept' }),
  conflict: same({ zh: '冲突，没有写入', en: 'conflict, not written' }),
  refused: same({ zh: '没有导入', en: 'not imported' }),
};

function same(done: Bilingual, planned = done): { done: Bilingual; planned: Bilingual } {
  return { done, planned };
}

const noteNames: Record<NoteKind, Bilingual> = {
  converted: { zh: '转换', en: 'converted' },
  mended: { zh: '修正（否则构建会拒绝）', en: 'corrected (a build would refuse the original)' },
  dropped: { zh: '舍弃', en: 'dropped' },
  remark: { zh: '留意', en: 'worth checking' },
};

/** The report as text: one line per pair, one line per kind of change in a file, and a summary at the end. */
export function importText({ isDryRun, pairs, notes, ...rest }: ImportReport, locale: Language): string {
  const say = (wording: Bilingual): string => inLocale(wording, locale);
  const sections: string[] = [];
  const section = (title: Bilingual, lines: readonly string[]): void => {
    if (lines.length > 0)
      sections.push(`${say(title)} (${lines.length})\n${lines.map((line) => `  ${printable(line)}`).join('\n')}`);
  };
  for (const outcome of outcomes) {
    const own = pairs.filter((pair) => pair.outcome === outcome);
    const lines = own.flatMap(({ zh, en, article, reasons }) => {
      const line = `${en} + ${zh}${article === undefined ? '' : ` → ${article}`}`;
      return reasons.length === 0 ? [line] : reasons.map((reason) => `${line}: ${say(reason)}`);
    });
    const names = outcomeNames[outcome];
    section(isDryRun ? names.planned : names.done, lines);
  }
  section({ zh: '缺少另一种语言的页面', en: 'pages without a counterpart in the other language' }, rest.unpaired);
  section({ zh: '同一页的另一个文件，没有使用', en: 'another file of the same page, not used' }, rest.doubles);
  section({ zh: '其他语言的页面', en: 'pages in other languages' }, rest.others);
  section({ zh: '来源已不存在，文章原样保留', en: 'articles whose sources no longer exist (kept)' }, rest.orphans);
  for (const kind of noteKinds)
    section(
      noteNames[kind],
      noteLines(
        notes.filter((note) => note.kind === kind),
        locale,
      ),
    );
  const counts = outcomes.map((outcome) => [outcome, pairs.filter((pair) => pair.outcome === outcome).length] as const);
  const told = counts
    .filter(([, count]) => count > 0)
    .map(
      ([outcome, count]) => `${count} ${say(isDryRun ? outcomeNames[outcome].planned : outcomeNames[outcome].done)}`,
    );
  const list = told.length === 0 ? '' : `: ${told.join(', ')}`;
  sections.push(
    say({
      zh: `${pairs.length} 对页面${list.replace(': ', '：').replaceAll(', ', '，')}；${rest.unpaired.length} 个文件缺少另一种语言的页面${isDryRun ? '；试运行，没有写任何文件' : ''}`,
      en: `${counted(pairs.length, 'pair')}${list}; ${counted(rest.unpaired.length, 'file')} without a counterpart${isDryRun ? '; dry run, nothing was written' : ''}`,
    }),
  );
  return `${sections.join('\n\n')}\n`;
}

/** Merges equal changes in several lines of a file into one line: `guide/start.md:12,40: callout → quotation`. */
function noteLines(notes: readonly Note[], locale: Language): string[] {
  const groups = new Map<string, { path: string; what: string; lines: Set<number> }>();
  for (const { path, line, what } of notes) {
    const said = inLocale(what, locale);
    const group = groups.get(`${path}\n${said}`) ?? { path, what: said, lines: new Set() };
    groups.set(`${path}\n${said}`, group);
    group.lines.add(line);
  }
  return [...groups.values()]
    .sort((left, right) => byCodeUnit(left.path, right.path))
    .map(({ path, what, lines }) => `${path}:${[...lines].sort((left, right) => left - right).join(',')}: ${what}`);
}

/** The report as JSON, with its sentences in one language. */
export function importJson({ pairs, notes, ...rest }: ImportReport, locale: Language): string {
  const report = {
    ...rest,
    pairs: pairs.map((pair) => ({ ...pair, reasons: pair.reasons.map((reason) => inLocale(reason, locale)) })),
    notes: notes.map((note) => ({ ...note, what: inLocale(note.what, locale) })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
