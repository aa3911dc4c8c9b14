// Rules that compare the two languages section by section: headings, code, links, numbers, code spans and tables.

import type { Code, Heading, Table } from 'mdast';
import { holdsHan } from '../edition/analysis.ts';
import { type Bilingual, type Language, languages, otherLanguage } from '../edition/vocabulary.ts';
import { type Finding, type Place, placesIn, show } from '../messages.ts';
import { languageOf, proseLanguages } from '../source/code.ts';
import type { Draft } from '../source/draft.ts';
import { definitionsOf } from '../source/links.ts';
import { extentOf, nodesIn, placeOf } from '../source/markdown.ts';
import { headingText } from '../source/outline.ts';
import {
  type CodeLine,
  type CodePair,
  codeLines,
  codePairsIn,
  codeSpansIn,
  couldTranslate,
  linksIn,
  type Mention,
  numeralsIn,
  numeralsOf,
  type Section,
  type SectionPair,
  sectionPairs,
  sourceOf,
  tight,
} from '../source/parity.ts';
import type { DraftRule, Rule } from './rule.ts';

const languageNames: Bilingual<Bilingual> = {
  zh: { zh: '中文', en: 'Chinese' },
  en: { zh: '英文', en: 'English' },
};

const correctEither: Bilingual = {
  zh: '改正有误的一方。',
  en: 'Correct the Chinese or the English, whichever is wrong.',
};

const parityHeadings: DraftRule = {
  stage: 'draft',
  name: 'parity-headings',
  severity: 'error',
  onlyInCheck: true,
  about: {
    zh: '两种语言的标题相同：级别一样，顺序一样，一个不多一个不少。',
    en: 'Both languages have the same headings: the same levels in the same order.',
  },
  check: (draft) =>
    sectionPairs(draft).flatMap((pair) => {
      const [zh, en] = [headingsIn(pair.zh), headingsIn(pair.en)];
      const longer = zh.length > en.length ? zh : en;
      const at = longer.findIndex((_, index) => zh[index]?.depth !== en[index]?.depth);
      return at === -1 ? [] : headingFinding({ zh, en }, at);
    }),
};

const headingsIn = ({ nodes }: Section): Heading[] => nodes.filter((node) => node.type === 'heading');

function headingFinding({ zh, en }: Bilingual<Heading[]>, at: number): Finding {
  const shown = (heading: Heading | undefined): Bilingual =>
    heading === undefined
      ? { zh: '没有更多标题', en: 'no more headings' }
      : {
          zh: `是第 ${heading.depth} 级的 ${show(headingText(heading))}`,
          en: `${show(headingText(heading))} at level ${heading.depth}`,
        };
  const [left, right] = [shown(zh[at]), shown(en[at])];
  return {
    place: placeOf(zh[at] ?? zh.at(-1)),
    counterpart: placeOf(en[at] ?? en.at(-1)),
    found: {
      zh: `标题从这里起不同：中文${left.zh}，英文${right.zh}`,
      en: `headings that differ from here on: ${left.en} in Chinese and ${right.en} in English`,
    },
    expected: {
      zh: '两种语言有相同级别、相同顺序的标题',
      en: 'headings of the same levels in the same order in both languages',
    },
    advice: {
      zh: '补上缺少的一节，删去另一种语言没有的一节，或改正级别。在标题一致之前，只能把两种语言的文字整体对照，不能逐节对照。',
      en: 'Add the section that is missing, remove the one that the other language does not have, or correct the level. Until the headings agree, the texts are compared as a whole and not section by section.',
    },
  };
}

const parityCode: DraftRule = {
  stage: 'draft',
  name: 'parity-code',
  severity: 'error',
  onlyInCheck: true,
  about: {
    zh: '两种语言的代码相同。注释可以翻译，不能运行的代码里的文字也可以翻译。',
    en: 'Both languages show the same code. Comments may be translated, and so may the words in code that cannot be run.',
  },
  check: (draft) =>
    sectionPairs(draft).flatMap((sections) => {
      const pairs = codePairsIn(sections);
      const isSameCount = pairs.every(({ zh, en }) => zh !== undefined && en !== undefined);
      return isSameCount ? pairs.flatMap((pair) => codeFinding(pair, draft)) : missingCode(pairs, sections);
    }),
};

const sameCode: Bilingual = { zh: '两种语言代码相同', en: 'the same code in both languages' };

/**
 * The finding for two sections with different numbers of code blocks. It names the first block of the section with more blocks that
 * the section with fewer blocks lacks.
 */
function missingCode(pairs: readonly CodePair[], sections: SectionPair): Finding {
  const language = pairs.at(-1)?.zh === undefined ? 'en' : 'zh';
  const other = otherLanguage(language);
  const known = new Set(pairs.flatMap((pair) => (pair[other] === undefined ? [] : squeezed(codeLines(pair[other])))));
  const blocks = pairs.flatMap((pair) => pair[language] ?? []);
  const block = blocks.find((code) => !known.has(squeezed(codeLines(code)))) ?? blocks.at(-1);
  const shown = show(block?.value.split('\n', 1)[0]);
  return {
    place: placeOf(block),
    counterpart: placeOf(sections[other].heading),
    found: {
      zh: `${languageNames[language].zh}的代码 ${shown}，${languageNames[other].zh}没有`,
      en: `code in ${languageNames[language].en} that ${languageNames[other].en} does not have: ${shown}`,
    },
    expected: sameCode,
    advice: {
      zh: `在${languageNames[other].zh}补上这段代码，或从${languageNames[language].zh}删去它。`,
      en: `Add the code in ${languageNames[other].en}, or remove it in ${languageNames[language].en}.`,
    },
  };
}

/** Languages of code that can be run. `verify` runs such code once for both languages, so only comments may be translated. */
const runnableLanguages = new Set(['js', 'jsx', 'ts', 'tsx', 'json', 'bash', 'sql', 'http', 'yaml']);

function codeFinding({ zh, en }: CodePair, { text }: Draft): Finding[] {
  if (zh === undefined || en === undefined) return [];
  const language = languageOf(zh);
  if (language !== languageOf(en)) return [markFinding(zh, en)];
  if (proseLanguages.has(language) && (holdsHan(zh.value) || holdsHan(en.value))) return [];
  const mayTranslate = !runnableLanguages.has(language);
  const [left, right] = [codeLines(zh), codeLines(en)];
  if (squeezed(left) === squeezed(right)) return [];
  const longer = left.length > right.length ? left : right;
  const at = longer.findIndex((_, index) => !isSameLine(left[index], right[index], mayTranslate));
  const [one, other] = [left[at], right[at]];
  if (at === -1) return [];
  const shown = (line: CodeLine | undefined, than: CodeLine | undefined): Bilingual => {
    if (line === undefined) return { zh: '到此为止', en: 'no more lines' };
    const text = showDifference(line.text, than?.text);
    return { zh: `是 ${text}`, en: text };
  };
  const [inZh, inEn] = [shown(one, other), shown(other, one)];
  return [
    {
      place: placeOfLine(zh, one ?? left.at(-1), text),
      counterpart: placeOfLine(en, other ?? right.at(-1), text),
      found: {
        zh: `代码不同：中文${inZh.zh}，英文${inEn.zh}`,
        en: `code that differs: ${inZh.en} in Chinese and ${inEn.en} in English`,
      },
      expected: sameCode,
      advice: mayTranslate
        ? {
            zh: '改正有误的一方；不能运行的代码里，只有注释和自然语言的文字可以翻译。',
            en: 'Correct the Chinese or the English, whichever is wrong; in code that cannot be run, only comments and text in natural language are translated.',
          }
        : {
            zh: '改正有误的一方；可运行的代码里只有注释可以翻译。',
            en: 'Correct the Chinese or the English, whichever is wrong; in code that is run, only comments are translated.',
          },
    },
  ];
}

function markFinding(zh: Code, en: Code): Finding {
  const [left, right] = [show(zh.lang ?? ''), show(en.lang ?? '')];
  return {
    place: placeOf(zh),
    counterpart: placeOf(en),
    found: {
      zh: `中文的代码块标为 ${left}，英文的标为 ${right}`,
      en: `a code block marked ${left} in Chinese and ${right} in English`,
    },
    expected: { zh: '两种语言的代码块标明同一种语言', en: 'the same language on both code blocks' },
    advice: { zh: '改正标错的一方。', en: 'Correct the mark that is wrong.' },
  };
}

/** Code without spaces and line breaks, which formatters may change. */
const squeezed = (lines: readonly CodeLine[]): string => lines.map(({ text }) => text.replaceAll(' ', '')).join('');

function isSameLine(one: CodeLine | undefined, other: CodeLine | undefined, mayTranslate: boolean): boolean {
  if (one === undefined || other === undefined || one.text === other.text) return one?.text === other?.text;
  return mayTranslate && (holdsHan(one.text) || holdsHan(other.text)) && couldTranslate(one.text, other.text);
}

function placeOfLine(code: Code, line: CodeLine | undefined, text: string): Place {
  const { line: first, column } = placeOf(code);
  const isFenced = /^[`~]/.test(text.charAt(extentOf(code).start));
  return { line: first + (line === undefined ? 0 : line.index + (isFenced ? 1 : 0)), column };
}

const shownBefore = 30;

/** Shows a text, cut so that it begins shortly before its first difference from `other`. */
function showDifference(text: string, other = ''): string {
  let common = 0;
  while (common < text.length && text[common] === other[common]) common += 1;
  // A text is cut only if this saves more than a few characters.
  return show(common < shownBefore + 10 ? text : `…${text.slice(common - shownBefore)}`);
}

/** One finding for all elements that only one of two paired sections has. `lost` holds them by the language that has them. */
function lostFindings(lost: Bilingual<Mention[]>, sections: SectionPair, same: Bilingual, text: string) {
  const placeAt = placesIn(text);
  const having = languages.filter((language) => lost[language].length > 0);
  const [language] = having;
  if (language === undefined) return [];
  const other = otherLanguage(language);
  const [here, there] = [languageNames[language], languageNames[other]];
  const placeIn = (of: Language): Place => {
    const first = lost[of][0];
    return first === undefined ? placeOf(sections[of].heading) : placeAt(first.offset);
  };
  const shown = (of: Language, comma: string): string => {
    const texts = lost[of].slice(0, shownMax).map((one) => showDifference(one.text, lost[otherLanguage(of)][0]?.text));
    return texts.join(comma) + (lost[of].length > shownMax ? '…' : '');
  };
  const finding: Finding = {
    place: placeIn(language),
    counterpart: placeIn(other),
    found:
      having.length > 1
        ? {
            zh: `中文有 ${shown('zh', '、')}，英文有 ${shown('en', '、')}`,
            en: `${shown('zh', ', ')} in Chinese and ${shown('en', ', ')} in English`,
          }
        : {
            zh: `${here.zh}有 ${shown(language, '、')}，${there.zh}这一节没有`,
            en: `${shown(language, ', ')} in ${here.en}, which this section does not have in ${there.en}`,
          },
    expected: same,
    advice:
      having.length > 1
        ? correctEither
        : {
            zh: `在${there.zh}补上，或从${here.zh}删去。`,
            en: `Add it in ${there.en}, or remove it in ${here.en}.`,
          },
  };
  return [finding];
}

const shownMax = 4;

/** The mentions of one language whose keys are not in `known`, the keys of the other language. Each key is returned once. */
function unknown(mentions: readonly Mention[], known: ReadonlySet<string>): Mention[] {
  const seen = new Set(known);
  return mentions.filter(({ key }) => {
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

const keysOf = (mentions: readonly Mention[]): Set<string> => new Set(mentions.map(({ key }) => key));

const parityLinks: DraftRule = {
  stage: 'draft',
  name: 'parity-links',
  severity: 'error',
  onlyInCheck: true,
  about: {
    zh: '两种语言的链接相同，图片一样多；同一页面的不同语言版本算同一个目标。',
    en: 'Both languages link to the same pages and have the same number of images; two language versions of a page count as one page.',
  },
  check(draft) {
    const definitions = { zh: definitionsOf(draft, 'zh'), en: definitionsOf(draft, 'en') };
    return sectionPairs(draft).flatMap((sections) => {
      const zh = linksIn(sections.zh, draft.path, definitions.zh);
      const en = linksIn(sections.en, draft.path, definitions.en);
      const lost = { zh: unknown(zh, keysOf(en)), en: unknown(en, keysOf(zh)) };
      return lostFindings(lost, sections, sameLinks, draft.text);
    });
  },
};

const sameLinks: Bilingual = { zh: '两种语言有相同的链接和图片', en: 'the same links and images in both languages' };

const parityNumbers: DraftRule = {
  stage: 'draft',
  name: 'parity-numbers',
  severity: 'warning',
  onlyInCheck: true,
  about: {
    zh: '两种语言的同一节里有相同的阿拉伯数字。',
    en: 'A section has the same Arabic numerals in both languages.',
  },
  check: (draft) =>
    sectionPairs(draft).flatMap((sections) => {
      const { zh, en } = sections;
      const lost = {
        zh: unknown(numeralsIn(zh, draft.text), keysOf(numeralsOf(sourceOf(en, draft.text)))),
        en: unknown(numeralsIn(en, draft.text), keysOf(numeralsOf(sourceOf(zh, draft.text)))),
      };
      const isDisputed = lost.zh.length > 0 && lost.en.length > 0;
      const reported = ({ key }: Mention): boolean => isDisputed || !isOftenAWord(key);
      const told = { zh: lost.zh.filter(reported), en: lost.en.filter(reported) };
      return lostFindings(told, sections, sameNumbers, draft.text);
    }),
};

const sameNumbers: Bilingual = { zh: '两种语言有相同的数字', en: 'the same numbers in both languages' };

/** Small and round numbers, which one language may write in figures and the other in words. */
const isOftenAWord = (key: string): boolean => /^(?:\d|1[0-2]|10+)$/.test(key);

const parityIdentifiers: DraftRule = {
  stage: 'draft',
  name: 'parity-identifiers',
  severity: 'warning',
  onlyInCheck: true,
  about: {
    zh: '两种语言的同一节里有相同的行内代码；其中的中文可以翻译。',
    en: 'A section has the same code spans in both languages; Chinese in them may be translated.',
  },
  check: (draft) =>
    sectionPairs(draft).flatMap((sections) => {
      const spans = { zh: codeSpansIn(sections.zh), en: codeSpansIn(sections.en) };
      const lostOf = (language: Language): Mention[] => {
        const other = otherLanguage(language);
        const lost = unknown(spans[language], keysOf(spans[other]));
        if (lost.length === 0) return [];
        const said = tight(sourceOf(sections[other], draft.text));
        const isSaid = ({ key, text }: Mention): boolean =>
          said.includes(key) ||
          spans[other]
            .slice(0, comparedMax)
            .some((span) => (holdsHan(text) || holdsHan(span.text)) && couldTranslate(text, span.text));
        return lost.slice(0, comparedMax).filter((mention) => !isSaid(mention));
      };
      return lostFindings({ zh: lostOf('zh'), en: lostOf('en') }, sections, sameSpans, draft.text);
    }),
};

const sameSpans: Bilingual = { zh: '两种语言有相同的行内代码', en: 'the same code spans in both languages' };

/** The maximum number of code spans that are compared per section, because each is searched for in the whole section. */
const comparedMax = 200;

const parityTables: DraftRule = {
  stage: 'draft',
  name: 'parity-tables',
  severity: 'error',
  onlyInCheck: true,
  about: {
    zh: '两种语言的表格行数和列数相同。',
    en: 'A table has the same number of rows and columns in both languages.',
  },
  check: (draft) =>
    sectionPairs(draft).flatMap((sections) => {
      const [zh, en] = [tablesIn(sections.zh), tablesIn(sections.en)];
      // If the languages have different numbers of tables, one of them probably has a list instead of a table, and tables cannot
      // be paired.
      if (zh.length !== en.length) return [];
      return zh.flatMap((table, index) => tableFinding(table, en[index] ?? table));
    }),
};

const tablesIn = ({ nodes }: Section): Table[] => nodesIn(nodes).filter((node) => node.type === 'table');

function tableFinding(zh: Table, en: Table): Finding[] {
  const shape = ({ children: [header, ...rows] }: Table) => ({
    rows: rows.length,
    columns: header?.children.length ?? 0,
  });
  const [left, right] = [shape(zh), shape(en)];
  if (left.rows === right.rows && left.columns === right.columns) return [];
  return [
    {
      place: placeOf(zh),
      counterpart: placeOf(en),
      found: {
        zh: `中文的表格有 ${left.rows} 行 ${left.columns} 列，英文的有 ${right.rows} 行 ${right.columns} 列（不计表头）`,
        en: `a table of ${left.rows} × ${left.columns} cells in Chinese and ${right.rows} × ${right.columns} in English (rows × columns, without headers)`,
      },
      expected: { zh: '两种语言的表格行数和列数相同', en: 'the same number of rows and columns in both languages' },
      advice: {
        zh: '补上缺少的行或列，或删去另一种语言没有的。',
        en: 'Add what is missing, or remove what the other language does not have.',
      },
    },
  ];
}

export const parityRules: readonly Rule[] = [
  parityHeadings,
  parityCode,
  parityLinks,
  parityNumbers,
  parityIdentifiers,
  parityTables,
];
