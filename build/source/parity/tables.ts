// The tables of both languages of an article, each beside the one that says the same in the other language.
import type { Table } from 'mdast';
import type { Draft } from '../draft.ts';
import { nodesIn } from '../nodes.ts';
import { extentOf } from '../outline.ts';
import { type ComparedSection, comparedSections } from './block-pairs.ts';
import type { Parity, Section } from './sections.ts';

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
