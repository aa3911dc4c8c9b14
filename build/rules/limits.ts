// Limits on the content of a file. Some parsers take quadratic time, and the limits ensure that they end within seconds.

import type { Bilingual } from '../edition/vocabulary.ts';
import { type Place, placesIn, startOfFile } from '../messages.ts';
import { articleBytesMax, decoded, isMarkdown } from '../source/entry.ts';
import { containersAt, nestingMax } from '../source/markdown.ts';
import type { DraftRule, EntryRule, Rule } from './rule.ts';

/** A run of lines without a blank line between them. */
interface Paragraph {
  place: Place;
  text: string;
  lines: string[];
}

interface Limit {
  max: number;
  /** Measures the amount that is limited. Without a place, the finding is about the whole file. */
  measure(paragraphs: readonly Paragraph[], text: string): { amount: number; place?: Place };
  found(amount: number): Bilingual;
  advice: Bilingual;
}

const split = { zh: '把它分成几篇互相链接的文章。', en: 'Split it into several articles that link to each other.' };
const divide = {
  zh: '用空行把这一段分成几段，代码里也一样。',
  en: 'Divide the paragraph by blank lines; do the same inside a code block.',
};

/** The comment after each limit is the maximum in 1,690 real articles. Every limit is more than twice as high. */
const limits: readonly Limit[] = [
  {
    max: 10_000, // 3,338
    measure: (_, text) => ({ amount: text.split('\n').length }),
    found: (amount) => ({ zh: `一个有 ${amount} 行的文件`, en: `a file of ${amount} lines` }),
    advice: split,
  },
  {
    max: 32 * 1024, // 3,060
    measure: (_, text) => ({ amount: frontMatterOf(text).length }),
    found: (amount) => ({ zh: `front matter 有 ${amount} 个字符`, en: `front matter of ${amount} characters` }),
    advice: {
      zh: '只保留编写指南列出的字段；较长的文字请移到正文。',
      en: 'Keep the fields that the authoring guide lists, and move long texts into the body.',
    },
  },
  {
    max: 4000, // 1,456, a changelog
    measure: (paragraphs) => sum(paragraphs, containersIn),
    found: (amount) => ({ zh: `${amount} 个列表项、引用和脚注`, en: `${amount} list items, quotes and footnotes` }),
    advice: split,
  },
  {
    max: 40_000, // 7,780
    measure: (paragraphs) => sum(paragraphs, cellsIn),
    found: (amount) => ({ zh: `共有 ${amount} 个单元格的表格`, en: `tables of ${amount} cells` }),
    advice: split,
  },
  {
    max: 70_000, // 13,076
    measure: (paragraphs) => sum(paragraphs, marksIn),
    found: (amount) => ({ zh: `${amount} 个${marks.zh}`, en: `${amount} ${marks.en}` }),
    advice: split,
  },
  {
    max: 4000, // 801
    measure: (paragraphs) => most(paragraphs, marksIn),
    found: (amount) => ({ zh: `同一段里 ${amount} 个${marks.zh}`, en: `${amount} ${marks.en} in one paragraph` }),
    advice: divide,
  },
  {
    max: 50_000, // 19,995
    measure: (paragraphs) => most(paragraphs, ({ text }) => text.length),
    found: (amount) => ({ zh: `同一段里 ${amount} 个字符`, en: `${amount} characters in one paragraph` }),
    advice: divide,
  },
  {
    max: 5000, // 258
    measure: (paragraphs) => most(paragraphs, ({ lines }) => lines.length),
    found: (amount) => ({ zh: `同一段里 ${amount} 行`, en: `${amount} lines in one paragraph` }),
    advice: divide,
  },
  {
    max: 64, // 2; Unicode's own limit for text in streams is 30 (UAX #15, section 12.1)
    // The pattern includes characters that become combining characters by normalisation.
    measure: (_, text) => longest(text, /[\p{M}\u0e33\u0eb3\uff9e\uff9f]+/gu),
    found: (amount) => ({ zh: `连续 ${amount} 个组合字符`, en: `${amount} combining characters in a row` }),
    advice: {
      zh: '删去这些组合字符，或在其间写上字母。',
      en: 'Delete the combining characters, or put letters between them.',
    },
  },
  {
    max: 16_000_000, // 762,174
    measure: repeatedIn,
    found: (amount) => ({
      zh: `链接定义和脚注有 ${amount} 个字符，每引用一次算一次`,
      en: `${amount} characters in link definitions and footnotes, counted once for each reference`,
    }),
    advice: { zh: '缩短定义，或者少引用几次。', en: 'Shorten the definitions, or refer to them less often.' },
  },
];

const marks = {
  zh: '标记（* _ ~ ` [ ] < !；一个网址算四个）',
  en: 'marks (* _ ~ ` [ ] < !; an address counts four times)',
};

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const marksIn = ({ text }: Paragraph): number => count(text, /[*_~`[\]<!]/g) + 4 * count(text, /www\.|:\/\/|@/gi);

/** The number of list items, quotes and footnotes. Lines that nest too deep are not counted, because the parser never sees them. */
function containersIn({ lines }: Paragraph): number {
  return lines.map(containersAt).reduce((all, opened) => all + (opened > nestingMax ? 0 : opened), 0);
}

/** The number of table cells. The parser adds cells to short rows until they have as many columns as the second line of the table. */
function cellsIn({ text, lines }: Paragraph): number {
  const bars = lines.filter((line) => /^[-:| \t>]*$/.test(line)).map((line) => count(line, /\|/g));
  return Math.max(count(text, /\|/g), lines.length * Math.max(0, ...bars));
}

/**
 * An upper bound for the text that rendering repeats: a link reference repeats its definition, and a footnote reference repeats
 * the footnote.
 */
function repeatedIn(paragraphs: readonly Paragraph[], text: string): { amount: number } {
  const definitions = paragraphs.filter((paragraph) => paragraph.text.includes(']:'));
  const notes = paragraphs.filter((paragraph) => /^[ \t>]*\[\^|^(?: {4}|\t)/m.test(paragraph.text));
  const { amount: definition } = most(definitions, (paragraph) => paragraph.text.length);
  const { amount: note } = sum(notes, (paragraph) => paragraph.text.length);
  return { amount: count(text, /\]/g) * definition + count(text, /\[\^/g) * note };
}

function sum(paragraphs: readonly Paragraph[], amountOf: (paragraph: Paragraph) => number): { amount: number } {
  return { amount: paragraphs.reduce((all, paragraph) => all + amountOf(paragraph), 0) };
}

function most(
  paragraphs: readonly Paragraph[],
  amountOf: (paragraph: Paragraph) => number,
): { amount: number; place: Place } {
  return paragraphs
    .map((paragraph) => ({ amount: amountOf(paragraph), place: paragraph.place }))
    .reduce((left, right) => (right.amount > left.amount ? right : left), { amount: 0, place: startOfFile });
}

function longest(text: string, pattern: RegExp): { amount: number; place: Place } {
  let found = { amount: 0, start: 0 };
  for (const { 0: run, index } of text.matchAll(pattern)) {
    if (run.length > found.amount) found = { amount: run.length, start: index };
  }
  return { amount: found.amount, place: placesIn(text)(found.start) };
}

const frontMatterOf = (text: string): string => /^---[\s\S]*?\n---[ \t]*(?=\n|$)/.exec(text)?.[0] ?? '';

/** The paragraphs of the body, without the front matter. */
function paragraphsOf(text: string): Paragraph[] {
  const frontMatter = frontMatterOf(text);
  const body = frontMatter.replace(/[^\n]+/g, '') + text.slice(frontMatter.length);
  const paragraphs: Paragraph[] = [];
  let lines: string[] = [];
  for (const [index, line] of [...body.split('\n'), ''].entries()) {
    if (!/^[ \t]*$/.test(line)) lines.push(line);
    else if (lines.length > 0) {
      const place = { line: index + 1 - lines.length, column: 1 };
      paragraphs.push({ place, lines, text: lines.join('\n') });
      lines = [];
    }
  }
  return paragraphs;
}

const complexity: EntryRule = {
  stage: 'entry',
  name: 'complexity',
  severity: 'error',
  unreadable: true,
  about: {
    zh: '任何文件都能在几秒内编译完：太复杂的文件在解析之前就被拒绝。',
    en: 'Every file compiles within seconds: a file that is too complex is refused before it is parsed.',
  },
  check({ path, kind, bytes }) {
    // A larger file is reported by the rule `file-size` and not measured here.
    if (kind !== 'file' || !isMarkdown(path) || bytes.length > articleBytesMax) return [];
    const text = decoded(bytes);
    const paragraphs = paragraphsOf(text);
    return limits.flatMap(({ max, measure, found, advice }) => {
      const { amount, place = startOfFile } = measure(paragraphs, text);
      if (amount <= max) return [];
      return {
        place,
        found: found(amount),
        expected: { zh: `至多 ${max}`, en: `at most ${max}` },
        advice,
      };
    });
  },
};

const nesting: DraftRule = {
  stage: 'draft',
  name: 'nesting',
  severity: 'error',
  about: {
    zh: '列表、引用和强调不会嵌套得深到无人能读懂。',
    en: 'Lists, quotes and emphasis nest only as deep as readers can follow.',
  },
  check: ({ deepPlaces }) =>
    deepPlaces.map((place) => ({
      place,
      found: { zh: `嵌套超过 ${nestingMax} 层的 Markdown`, en: `Markdown nested deeper than ${nestingMax} levels` },
      expected: {
        zh: `至多 ${nestingMax} 层互相嵌套的列表、引用或强调`,
        en: `at most ${nestingMax} lists, quotes or emphasis marks inside one another`,
      },
      advice: {
        zh: '把内层内容移到外面，或写成代码块。',
        en: 'Move the inner parts out, or write them as a code block.',
      },
    })),
};

export const limitRules: readonly Rule[] = [complexity, nesting];
