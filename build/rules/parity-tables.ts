import type { Table } from 'mdast';
import { type Finding, show, type Wording } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { nodesIn } from '../source/nodes.ts';
import { extentOf, placeOf } from '../source/outline.ts';
import { type ComparedSection, comparedSections } from '../source/parity/block-pairs.ts';
import { type Parity, parityOf, type Section } from '../source/parity/sections.ts';
import { languageNames, otherLanguage } from '../source/parity/words.ts';
import { plainText } from '../source/plain-text.ts';
import type { DraftRule } from './rule.ts';

export const parityTables: DraftRule = {
  stage: 'draft',
  name: 'parity-tables',
  severity: 'error',
  onlyInCheck: true,
  about: {
    zh: '两种语言的表格行数和列数相同。',
    en: 'A table has as many rows and columns in one language as in the other.',
  },
  check(draft) {
    const parity = parityOf(draft);
    if (parity === undefined) return [];
    return tablePairs(draft, parity).flatMap((pair) => columnFinding(pair) ?? rowFinding(pair) ?? []);
  },
};

const columnsOf = ({ children: [header] }: Table): number => header?.children.length ?? 0;
/** Without the header. */
const rowsOf = ({ children }: Table): number => children.length - 1;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function columnFinding({ zh, en }: TablePair): Finding | undefined {
  const [inZh, inEn] = [columnsOf(zh), columnsOf(en)];
  if (inZh === inEn) return undefined;
  return {
    place: placeOf(zh),
    counterpart: placeOf(en),
    found: {
      zh: `中文的表格有 ${inZh} 列，英文的有 ${inEn} 列`,
      en: `a table of ${counted(inZh, 'column')} in Chinese and ${inEn} in English`,
    },
    expected: { zh: '两种语言的表格列数相同', en: 'as many columns in both languages' },
    advice: {
      zh: '补上缺少的列，或删去另一种语言没有的列。',
      en: 'Add the column that is missing, or remove the one that the other language does not have.',
    },
  };
}

function rowFinding(pair: TablePair): Finding | undefined {
  const { zh, en } = pair;
  const [inZh, inEn] = [rowsOf(zh), rowsOf(en)];
  if (inZh === inEn) return undefined;
  const alone = rowAlone(pair);
  return {
    place: alone?.language === 'zh' ? placeOf(alone.row) : placeOf(zh),
    counterpart: alone?.language === 'en' ? placeOf(alone.row) : placeOf(en),
    found: {
      zh: `中文的表格有 ${inZh} 行，英文的有 ${inEn} 行（不计表头）`,
      en: `a table of ${counted(inZh, 'row')} in Chinese and ${inEn} in English, headers aside`,
    },
    expected: { zh: '两种语言的表格行数相同', en: 'as many rows in both languages' },
    advice: alone === undefined ? adviceOnAny : adviceOn(alone),
  };
}

const adviceOnAny: Wording = {
  zh: '补上缺少的行，或删去另一种语言没有的行。',
  en: 'Add the rows that are missing, or remove those that the other language does not have.',
};

interface RowAlone {
  language: 'zh' | 'en';
  row: Table['children'][number];
}

function adviceOn({ language, row }: RowAlone): Wording {
  const shown = show(plainText(row.children.slice(0, 1)).trim());
  const [here, there] = [languageNames[language], languageNames[otherLanguage(language)]];
  return {
    zh: `在${there.zh}补上与 ${shown} 对应的一行，或从${here.zh}删去它。`,
    en: `Add the row that answers ${shown} in ${there.en}, or remove it in ${here.en}.`,
  };
}

/** The row that one language has and the other lacks, when it is the only difference. */
function rowAlone({ zh, en, section }: TablePair): RowAlone | undefined {
  const language = rowsOf(zh) > rowsOf(en) ? 'zh' : 'en';
  const [table, other] = language === 'zh' ? [zh, en] : [en, zh];
  if (rowsOf(table) - rowsOf(other) !== 1) return undefined;
  const starts = new Map(table.children.map((row) => [extentOf(row).start, row]));
  const alone = section.pairs.flatMap((pair) => {
    const row = pair[otherLanguage(language)] === undefined ? starts.get(pair[language]?.start ?? -1) : undefined;
    return row === undefined ? [] : [row];
  });
  const [row, ...others] = alone;
  return row === undefined || others.length > 0 ? undefined : { language, row };
}

// The tables of both languages of an article, each beside the one that says the same in the other language.

export interface TablePair {
  zh: Table;
  en: Table;
  section: ComparedSection;
}

/**
 * The tables of sections that both languages have. Where one language has more tables than the other, one of them has become
 * a list, or stands in another section: nobody can say then which answers which, and none is compared.
 */
export function tablePairs(draft: Pick<Draft, 'tree'>, parity: Parity): TablePair[] {
  const tables = nodesIn(draft.tree.children).filter((node) => node.type === 'table');
  if (tables.length === 0) return [];
  return comparedSections(parity).flatMap((section) => {
    const [zh, en] = [within(tables, section.zh), within(tables, section.en)];
    if (zh.length !== en.length) return [];
    return zh.flatMap((table, index) => {
      const other = en[index];
      return other === undefined ? [] : [{ zh: table, en: other, section }];
    });
  });
}

function within(tables: readonly Table[], { start, end }: Section): Table[] {
  return tables.filter((table) => extentOf(table).start >= start && extentOf(table).end <= end);
}
