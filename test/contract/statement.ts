// A statement about the HTTP API, with a check that fails if the statement is violated. It comes from the specification, or decides a
// point that the specification leaves open.
import { expect, it } from 'vitest';
import type { Contract } from './contract.ts';

type Check = (contract: Contract) => Promise<void>;

/** `title` is `<section>.<number> <statement>`. */
export type Section = readonly { title: string; check: Check }[];

/**
 * Gives each statement its number, in the order of the properties of `checks`. A statement about a point that the specification
 * leaves open ends with `(not in the specification)`.
 */
export const section = (name: string, checks: Record<string, Check>): Section =>
  Object.entries(checks).map(([words, check], index) => ({ title: `${name}.${index + 1} ${words}`, check }));

/** Declares a test for each statement. */
export function specify(statements: Section, contract: () => Contract): void {
  for (const { title, check } of statements) {
    it(title, async () => {
      expect.hasAssertions();
      await check(contract());
    });
  }
}
