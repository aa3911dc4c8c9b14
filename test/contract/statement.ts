// A statement of the specification or the design, with the check that fails when it is violated.
import { expect, it } from 'vitest';
import type { Contract } from './contract.ts';

export interface Statement {
  /** `<section>.<number> <the statement in a few words>` */
  title: string;
  /** The service that its check needs. */
  needs?: 'redis';
  check(contract: Contract): Promise<void>;
}

export type Section = readonly Statement[];

export const says = (title: string, check: Statement['check']): Statement => ({ title, check });

/** A statement that the specification leaves open, with the decision of DESIGN. */
export const decided = (title: string, decision: string, check: Statement['check']): Statement =>
  says(`${title} (not shown; ${decision})`, check);

/** Declares a test for every statement that needs exactly this service. */
export function specify(statements: readonly Statement[], contract: () => Contract, needs?: 'redis'): void {
  for (const { title, check } of statements.filter((statement) => statement.needs === needs)) {
    it(title, async () => {
      expect.hasAssertions();
      await check(contract());
    });
  }
}

/** Declares a test that no statement of a table is missing or in the wrong section. */
export function expectNumbered(sections: Readonly<Record<string, Section>>): void {
  it('numbers every statement once, without gaps, in every section', () => {
    for (const [name, section] of Object.entries(sections)) {
      const numbers = section.map(({ title }) => title.split(' ', 1)[0]);
      expect(numbers).toEqual(section.map((_, index) => `${name}.${index + 1}`));
    }
  });
}
