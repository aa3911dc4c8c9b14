// Rules about tables.

import type { Bilingual } from '../edition/vocabulary.ts';
import { show } from '../messages.ts';
import { extentOf, nodesIn, placeOf, plainText } from '../source/markdown.ts';
import type { DraftRule, Rule } from './rule.ts';

const tableCells: DraftRule = {
  stage: 'draft',
  name: 'table-cells',
  severity: 'warning',
  onlyInCheck: true,
  about: {
    zh: '表格每一行的单元格与表头一样多；多出的不会显示。',
    en: 'Every row of a table has as many cells as its header; pages do not show extra cells.',
  },
  check({ tree, text }) {
    const tables = nodesIn(tree.children).filter((node) => node.type === 'table');
    return tables.flatMap(({ children: rows }) => {
      const columns = rows[0]?.children.length ?? 0;
      return rows.flatMap((row) => {
        const cells = row.children.length;
        // Extra empty cells at the end of a row are no fault, because no text is lost.
        const lost = row.children.slice(columns).map((cell) => plainText([cell]).trim());
        const lostText = lost.find((words) => words !== '');
        if (cells === columns || (cells > columns && lostText === undefined)) return [];
        const { start, end } = extentOf(row);
        return {
          place: placeOf(row),
          found: {
            zh: `一行有 ${cells} 个单元格，而表头有 ${columns} 个`,
            en: `a row of ${cells} ${cells === 1 ? 'cell' : 'cells'} under a header of ${columns}`,
          },
          expected: { zh: `与表头一样有 ${columns} 个`, en: `${columns}, as many as the header` },
          advice: lostText === undefined ? adviceOnMissing(text.slice(start, end)) : adviceOnLost(show(lostText)),
        };
      });
    });
  },
};

function adviceOnLost(shown: string): Bilingual {
  return {
    zh: `页面不会显示 ${shown}：竖线若是内容，写成 \\|（行内代码里也一样）；若是分隔符，给表头加一列。`,
    en: `Pages do not show ${shown}: write \\| for a vertical bar that belongs to the text (in inline code too); if it is a separator, add a column to the header.`,
  };
}

function adviceOnMissing(line: string): Bilingual {
  // A line without any bar is probably text after the table: a table continues until an empty line.
  return line.includes('|')
    ? {
        zh: '补上缺少的单元格；空的也要写出竖线。',
        en: 'Add the missing cells; an empty cell needs its vertical bar too.',
      }
    : {
        zh: '这一行不属于表格时，在它前面空一行。',
        en: 'If this row does not belong to the table, put an empty line before it.',
      };
}

export const tableRules: readonly Rule[] = [tableCells];
