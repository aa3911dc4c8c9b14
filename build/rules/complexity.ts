import { type Finding, type Place, startOfFile } from '../messages.ts';
import { entriesIn, longestCombining, type Paragraph, paragraphsOf, repeatedCharacters } from '../source/complexity.ts';
import { articleBytesMax, decoded, isMarkdown } from '../source/entry.ts';
import { closingLine } from '../source/front-matter.ts';
import { placesIn } from '../source/places.ts';
import type { EntryRule } from './rule.ts';

// Each limit is five times or more what the longest of 1,600 real articles needs (shown after it), and keeps the parsers' time for
// a file of any content far below five seconds.
/** 3,338 */
const linesMax = 20_000;
/** 1,456, a changelog. */
const entriesMax = 8000;
/** 3.4 million, the same: list entries times the lines of the file. */
const entriesTimesLinesMax = 17_500_000;
/** 14,000, nearly all of them around code. */
const marksMax = 70_000;
/** 7.4 million, a reference with long tables. */
const searchedMax = 40_000_000;
/** 7,800 */
const cellsMax = 40_000;
/** 1,250, on 15 lines. */
const frontMatterMax = 32 * 1024;
const frontMatterLinesMax = 1000;
/** 750,000: what references repeat. */
const repeatedMax = 16_000_000;
/** 2; Unicode's own limit for text in streams is 30 (UAX #15, section 12.1). */
const combiningMax = 64;

export const complexity: EntryRule = {
  stage: 'entry',
  name: 'complexity',
  severity: 'error',
  unreadable: true,
  about: {
    zh: '任何文件都能在几秒内编译完：太复杂的文件在解析之前就被拒绝。',
    en: 'Every file compiles within seconds: what is too complex is refused before it is parsed.',
  },
  check({ path, kind, bytes }) {
    // What is larger is refused for its size.
    if (kind !== 'file' || !isMarkdown(path) || bytes.length > articleBytesMax) return [];
    const text = decoded(bytes);
    const lines = text.split('\n');
    const fieldsEnd = closingLine(lines);
    const bodyStart = fieldsEnd === undefined ? 0 : fieldsEnd + 1;
    const paragraphs = paragraphsOf(lines, bodyStart);
    return [
      ...ofLines(lines),
      ...ofEntries(lines, bodyStart),
      ...ofFrontMatter(lines.slice(1, fieldsEnd ?? 1)),
      ...ofMarks(paragraphs),
      ...ofSearching(paragraphs),
      ...ofCells(paragraphs),
      ...ofRepetition(lines.slice(bodyStart), paragraphs),
      ...ofCombining(text),
    ];
  },
};

function ofLines({ length }: readonly string[]): Finding[] {
  if (length <= linesMax) return [];
  return [
    {
      place: { line: linesMax + 1, column: 1 },
      found: { zh: `一个有 ${length} 行的文件`, en: `a file of ${length} lines` },
      expected: { zh: `至多 ${linesMax} 行`, en: `at most ${linesMax} lines` },
      advice: splitAdvice,
    },
  ];
}

function ofEntries(lines: readonly string[], bodyStart: number): Finding[] {
  const entries = entriesIn(lines, bodyStart);
  const max = Math.min(entriesMax, Math.floor(entriesTimesLinesMax / lines.length));
  if (entries <= max) return [];
  return [
    {
      place: startOfFile,
      found: {
        zh: `列表项、引用层级、脚注和下划线式标题在 ${lines.length} 行里共有 ${entries} 个`,
        en: `${entries} list entries, levels of quotes, footnotes and underlined headings in ${lines.length} lines`,
      },
      expected: { zh: `这么长的文件里至多 ${max} 个`, en: `at most ${max} in a file of that length` },
      advice: splitAdvice,
    },
  ];
}

function ofFrontMatter(lines: readonly string[]): Finding[] {
  const count = lines.length;
  const characters = lines.join('\n').length;
  if (characters <= frontMatterMax && count <= frontMatterLinesMax) return [];
  return [
    {
      place: startOfFile,
      found: {
        zh: `front matter 有 ${count} 行、${characters} 个字符`,
        en: `front matter of ${characters} characters on ${count} lines`,
      },
      expected: {
        zh: `至多 ${frontMatterMax} 个字符、${frontMatterLinesMax} 行`,
        en: `at most ${frontMatterMax} characters on ${frontMatterLinesMax} lines`,
      },
      advice: {
        zh: '只保留编写指南列出的字段；较长的文字请移到正文。',
        en: 'Keep the fields that the authoring guide lists, and move long texts into the body.',
      },
    },
  ];
}

function ofMarks(paragraphs: readonly Paragraph[]): Finding[] {
  const marks = sumOf(paragraphs, (paragraph) => paragraph.marks);
  if (marks <= marksMax) return [];
  return [
    {
      place: placeOfMost(paragraphs, (paragraph) => paragraph.marks),
      found: {
        zh: `全文共 ${marks} 个标记（* _ ~ \` [ ] ( ) ! <；一个网址算四个），以此段最多`,
        en: `${marks} marks (* _ ~ \` [ ] ( ) ! <; an address counts four times) in the file, most of them in this paragraph`,
      },
      expected: { zh: `每个文件至多 ${marksMax} 个`, en: `at most ${marksMax} in a file` },
      advice: splitAdvice,
    },
  ];
}

function ofSearching(paragraphs: readonly Paragraph[]): Finding[] {
  const searched = sumOf(paragraphs, (paragraph) => paragraph.searched);
  if (searched <= searchedMax) return [];
  const most = paragraphs.reduce((left, right) => (right.searched > left.searched ? right : left));
  const { waitingMarks, characters } = most;
  return [
    {
      place: { line: most.line, column: 1 },
      found: {
        zh: `对其中的标记来说过长的段落，以此段为最：${characters} 个字符里有 ${waitingMarks} 个标记（* _ ~ [ ] <）或网址`,
        en: `paragraphs too long for the marks in them, this one most of all: ${waitingMarks} marks (* _ ~ [ ] <) and addresses in ${characters} characters`,
      },
      expected: {
        zh: `更短的段落：为标记寻找另一半大约要“标记数乘以字符数”步，每个文件合计至多 ${searchedMax} 步（此处为 ${searched}）`,
        en: `shorter paragraphs: to find partners for marks takes about marks times characters, in a file at most ${searchedMax} steps (here ${searched})`,
      },
      advice: {
        zh: '用空行把它分成几段，代码里也一样；或者少用一些标记。',
        en: 'Divide it by blank lines, also inside code, or write fewer marks.',
      },
    },
  ];
}

function ofCells(paragraphs: readonly Paragraph[]): Finding[] {
  const cellsOf = (paragraph: Paragraph): number => paragraph.cells;
  const cells = sumOf(paragraphs, cellsOf);
  if (cells <= cellsMax) return [];
  return [
    {
      place: placeOfMost(paragraphs, cellsOf),
      found: {
        zh: `共有 ${cells} 个单元格的表格，以此表为最`,
        en: `tables of ${cells} cells, this one the largest`,
      },
      expected: { zh: `每个文件至多 ${cellsMax} 个`, en: `at most ${cellsMax} in a file` },
      advice: splitAdvice,
    },
  ];
}

function ofRepetition(lines: readonly string[], paragraphs: readonly Paragraph[]): Finding[] {
  const repeated = repeatedCharacters(lines, paragraphs);
  if (repeated <= repeatedMax) return [];
  const definitionOf = ({ definitionCharacters }: Paragraph): number => definitionCharacters;
  return [
    {
      place: placeOfMost(paragraphs, definitionOf),
      found: {
        zh: `引用和脚注会把定义重复成约 ${repeated} 个字符，以此处的定义最长`,
        en: `references and footnotes that would repeat their definitions, the longest of them here, up to ${repeated} characters`,
      },
      expected: { zh: `合计至多 ${repeatedMax} 个`, en: `at most ${repeatedMax}` },
      advice: { zh: '缩短定义，或者少引用几次。', en: 'Shorten the definitions, or refer to them less often.' },
    },
  ];
}

function ofCombining(text: string): Finding[] {
  const { length, start } = longestCombining(text);
  if (length <= combiningMax) return [];
  return [
    {
      place: placesIn(text)(start),
      found: { zh: `连续 ${length} 个组合字符`, en: `${length} combining characters in a row` },
      expected: { zh: `至多 ${combiningMax} 个`, en: `at most ${combiningMax}` },
      advice: {
        zh: '删去它们，或在其间写上字母。',
        en: 'Delete them, or write the letters that they belong to between them.',
      },
    },
  ];
}

const splitAdvice = {
  zh: '把它分成几篇互相链接的文章。',
  en: 'Split it into several articles that link to each other.',
};

function sumOf(paragraphs: readonly Paragraph[], amount: (paragraph: Paragraph) => number): number {
  return paragraphs.reduce((sum, paragraph) => sum + amount(paragraph), 0);
}

/** Where the paragraph begins that has most of something. */
function placeOfMost(paragraphs: readonly Paragraph[], amount: (paragraph: Paragraph) => number): Place {
  const most = paragraphs.reduce((left, right) => (amount(right) > amount(left) ? right : left));
  return { line: most.line, column: 1 };
}
