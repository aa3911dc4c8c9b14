import type { Table, TableRow } from 'mdast';
import { type Finding, show, type Wording } from '../messages.ts';
import { nodesIn } from '../source/nodes.ts';
import { extentOf, placeOf } from '../source/outline.ts';
import { plainText } from '../source/plain-text.ts';
import type { DraftRule } from './rule.ts';

export const tableCells: DraftRule = {
  stage: 'draft',
  name: 'table-cells',
  severity: 'warning',
  onlyInCheck: true,
  about: {
    zh: '表格每一行的单元格与表头一样多；多出的不会显示。',
    en: 'Every row of a table has as many cells as its header; those beyond it are never shown.',
  },
  check: ({ tree, text }) =>
    nodesIn(tree.children)
      .filter((node) => node.type === 'table')
      .flatMap((table) => table.children.flatMap((row) => rowFinding(row, table, text) ?? [])),
};

function rowFinding(row: TableRow, table: Table, text: string): Finding | undefined {
  const columns = table.children[0]?.children.length ?? 0;
  const cells = row.children.length;
  const surplus = row.children.slice(columns);
  // Empty cells at the end of a line lose nothing.
  const lost = surplus.find((cell) => plainText([cell]).trim() !== '');
  if (cells === columns || (cells > columns && lost === undefined)) return undefined;
  return {
    place: placeOf(row),
    found: {
      zh: `一行有 ${cells} 个单元格，而表头有 ${columns} 个`,
      en: `a row of ${cells} ${cells === 1 ? 'cell' : 'cells'} under a header of ${columns}`,
    },
    expected: { zh: `与表头一样有 ${columns} 个`, en: `${columns}, as many as the header` },
    advice: lost === undefined ? adviceOnMissing(row, text) : adviceOnLost(show(plainText([lost]).trim())),
  };
}

function adviceOnLost(shown: string): Wording {
  return {
    zh: `页面不会显示 ${shown}：属于内容的竖线写成 \\|（行内代码里也一样），否则给表头加一列。`,
    en: `Pages do not show ${shown}: write \\| for a bar that is text, in inline code too, or give the header a column.`,
  };
}

function adviceOnMissing(row: TableRow, text: string): Wording {
  const { start, end } = extentOf(row);
  // A line without any bar is most likely no row: a table goes on until an empty line.
  return text.slice(start, end).includes('|')
    ? {
        zh: '补上缺少的单元格；空的也要写出竖线。',
        en: 'Add the cells that are missing; an empty one has its bar too.',
      }
    : {
        zh: '这一行不属于表格时，在它前面空一行。',
        en: 'If it does not belong to the table, put an empty line before it.',
      };
}
