// Tables of the two languages are held against each other only where it is certain which answers which.
import { describe, expect, it } from 'vitest';
import { judgeDraft } from '../../../build/judge.ts';
import { inLocale } from '../../../build/messages.ts';
import { draftWith } from '../sources.ts';

const table = (names: readonly string[], columns = 2): string =>
  ['Name', '---', ...names].map((cell) => `| ${Array.from({ length: columns }, () => cell).join(' | ')} |`).join('\n');

const told = (zh: string, en: string): string[] =>
  judgeDraft(draftWith({ zh: `## 表\n\n${zh}`, en: `## Table\n\n${en}` }), 'check')
    .filter(({ rule }) => rule === 'parity-tables')
    .map(({ found, advice }) => `${inLocale(found, 'en')}: ${inLocale(advice, 'en')}`);

const teas = ['`green`', '`black`', '`white`', '`red`'];

describe('parity-tables', () => {
  it.each(teas)('names the row %s when one language lacks it', (tea) => {
    const fewer = teas.filter((name) => name !== tea);
    const row = `the row that answers ${JSON.stringify(tea.replaceAll('`', ''))}`;
    expect(told(table(teas), table(fewer))).toEqual([expect.stringContaining(`Add ${row} in English`)]);
    expect(told(table(fewer), table(teas))).toEqual([expect.stringContaining(`Add ${row} in Chinese`)]);
  });

  it('tells of columns, and then of no rows', () => {
    expect(told(table(teas, 3), table(teas.slice(1)))).toEqual([
      expect.stringContaining('a table of 3 columns in Chinese and 2 in English'),
    ]);
  });

  it('says nothing of tables that are alike', () => {
    expect(told(table(teas), table(teas))).toEqual([]);
  });

  it('says nothing where one language has more tables than the other', () => {
    expect(told(`${table(teas)}\n\n茶。\n\n${table(teas)}`, table(teas.slice(1)))).toEqual([]);
  });

  it('pairs the tables of a section by their order', () => {
    const [zh, en] = [
      `${table(teas)}\n\n茶。\n\n${table(['`cup`'])}`,
      `${table(teas)}\n\nTea.\n\n${table(['`cup`', '`mug`'])}`,
    ];
    expect(told(zh, en)).toEqual([expect.stringContaining('a table of 1 row in Chinese and 2 in English')]);
  });
});
