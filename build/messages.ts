// Messages: what the compiler tells an author. They are collected, never thrown one by one. Knows no rule.
import { byCodeUnit } from './edition/hash.ts';

export const severities = ['error', 'warning'] as const;
export type Severity = (typeof severities)[number];

/** A place in a file; lines and columns count from 1, columns in UTF-16 units. */
export interface Place {
  line: number;
  column: number;
}

/** The start of a file: for what is said of the file as a whole. */
export const startOfFile: Place = { line: 1, column: 1 };

/** What a rule found, in three parts that an author can act on. */
export interface Finding {
  place: Place;
  /** What is there. */
  found: string;
  /** What should be there. */
  expected: string;
  /** What to do about it. */
  advice: string;
}

export interface Message extends Finding {
  /** Relative to the content folder, with `/`. */
  path: string;
  severity: Severity;
  rule: string;
}

/** The order in which messages are shown: by file, then place, then rule. */
export function inReadingOrder(messages: readonly Message[]): Message[] {
  return [...messages].sort(
    (left, right) =>
      byCodeUnit(left.path, right.path) ||
      left.place.line - right.place.line ||
      left.place.column - right.place.column ||
      byCodeUnit(left.rule, right.rule) ||
      byCodeUnit(left.found, right.found),
  );
}

export function hasErrors(messages: readonly Message[]): boolean {
  return messages.some(({ severity }) => severity === 'error');
}

/** A value as an author would recognise it, cut to a readable length. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const characters = [...text];
  return characters.length > 80 ? `${characters.slice(0, 77).join('')}…` : text;
}
