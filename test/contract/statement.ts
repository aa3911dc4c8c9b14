// A statement about the HTTP API, with a check that fails if the statement is violated. It comes from the specification, or decides a
// point that the specification leaves open.
import { expect, it } from 'vitest';
import type { Contract } from './contract.ts';

type Check = (contract: Contract) => Promise<void>;

export interface Statement {
  /** `<section>.<number> <statement>` */
  title: string;
  /** The service that the check needs. */
  needs?: 'redis';
  check: Check;
}

export type Section = readonly Statement[];

/**
 * Gives each statement its number, in the order of the properties of `checks`. A statement about a point that the specification
 * leaves open ends with `(not in the specification)`.
 */
export const section = (name: string, checks: Record<string, Check | Omit<Statement, 'title'>>): Section =>
  Object.entries(checks).map(([words, check], index) => ({
    title: `${name}.${index + 1} ${words}`,
    ...(typeof check === 'function' ? { check } : check),
  }));

/** Declares a test for each statement that needs this service. Without `needs`, for each statement that needs no service. */
export function specify(statements: readonly Statement[], contract: () => Contract, needs?: 'redis'): void {
  for (const { title, check } of statements.filter((statement) => statement.needs === needs)) {
    it(title, async () => {
      expect.hasAssertions();
      await check(contract());
    });
  }
}
