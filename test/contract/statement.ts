// A statement of the specification or the design, with the check that fails when it is violated.
import { expect, it } from 'vitest';
import type { Contract } from './contract.ts';

type Check = (contract: Contract) => Promise<void>;

export interface Statement {
  /** `<section>.<number> <the statement in a few words>` */
  title: string;
  /** The service that its check needs. */
  needs?: 'redis';
  check: Check;
}

export type Section = readonly Statement[];

/**
 * Statements with their checks, numbered in this order. A title ends with `(not shown; <the decision of DESIGN>)` where the
 * specification leaves the statement open.
 */
export const section = (name: string, checks: Record<string, Check | Omit<Statement, 'title'>>): Section =>
  Object.entries(checks).map(([words, check], index) => ({
    title: `${name}.${index + 1} ${words}`,
    ...(typeof check === 'function' ? { check } : check),
  }));

/** Declares a test for every statement that needs exactly this service. */
export function specify(statements: readonly Statement[], contract: () => Contract, needs?: 'redis'): void {
  for (const { title, check } of statements.filter((statement) => statement.needs === needs)) {
    it(title, async () => {
      expect.hasAssertions();
      await check(contract());
    });
  }
}
