// A statement of the specification or of the design with the check that fails when it is broken. Tables of statements are
// run as tests, and printed so that nobody has to guess what is covered.
import { expect, it } from 'vitest';
import type { Contract } from './contract.ts';

/** What belongs to a later version. */
export type Later = 'redis' | 'operations';

export interface Statement {
  /** `<section>.<number>`, as in the specification. */
  id: string;
  /** The statement in a few words. */
  text: string;
  /** Set where the specification says «not shown»: what DESIGN decides instead. */
  notShown?: string;
  check: Later | ((contract: Contract) => Promise<void>);
}

export type Section = readonly Statement[];

/** Declares a test for the table as a whole and one for every statement that can be checked. */
export function specify(
  statements: readonly Statement[],
  { sections, contract }: { sections: readonly string[]; contract: () => Contract },
): void {
  it('numbers every statement once, without gaps, in every section', () => {
    const bySection = groupedBy(statements, ({ id }) => id.replace(/\.\d+$/, ''));
    expect([...bySection.keys()]).toEqual(sections);
    for (const [section, own] of bySection) {
      expect(own.map(({ id }) => id)).toEqual(own.map((_, index) => `${section}.${index + 1}`));
    }
  });

  it('has a check or a mark for every statement', () => {
    const width = Math.max(...statements.map(({ id }) => id.length));
    const rows = statements.map(
      (statement) => `${statement.id.padEnd(width)}  ${fateOf(statement).padEnd(10)}  ${statement.text}`,
    );
    console.log([...rows, countsOf(statements)].join('\n'));
    expect(
      statements.filter(({ text, check }) => text === '' || (typeof check !== 'function' && !marks.has(check))),
    ).toEqual([]);
  });

  for (const { id, text, check, notShown } of statements) {
    if (typeof check !== 'function') continue;
    it(`${id} ${text}${notShown === undefined ? '' : ` (not shown; ${notShown})`}`, async () => {
      expect.hasAssertions();
      await check(contract());
    });
  }
}

const marks: ReadonlySet<string> = new Set<Later>(['redis', 'operations']);

function fateOf({ check, notShown }: Statement): string {
  if (typeof check !== 'function') return check;
  return notShown === undefined ? 'checked' : 'notShown';
}

function countsOf(statements: readonly Statement[]): string {
  return [...groupedBy(statements, fateOf)].map(([fate, own]) => `${own.length} ${fate}`).join(', ');
}

function groupedBy(
  statements: readonly Statement[],
  keyOf: (statement: Statement) => string,
): Map<string, Statement[]> {
  const groups = new Map<string, Statement[]>();
  for (const statement of statements)
    groups.set(keyOf(statement), [...(groups.get(keyOf(statement)) ?? []), statement]);
  return groups;
}
