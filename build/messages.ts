// Messages to authors. The compiler collects them and shows all of them at the end.
import { byCodeUnit } from './edition/hash.ts';
import type { Bilingual, Language } from './edition/vocabulary.ts';

export const severities = ['error', 'warning'] as const;
export type Severity = (typeof severities)[number];

/** A place in a file. Lines and columns count from 1. Columns are UTF-16 units. */
export interface Place {
  line: number;
  column: number;
}

/** The start of a file, for messages about the file as a whole. */
export const startOfFile: Place = { line: 1, column: 1 };

/** The text in one language. A text that is the same in both languages, such as a path or a value, is a plain string. */
export function inLocale(text: string | Bilingual, locale: Language): string {
  return typeof text === 'string' ? text : text[locale];
}

/** A replacement for the text between two offsets. The offsets refer to the file with LF line ends and without a byte order mark. */
export interface Replacement {
  start: number;
  end: number;
  replacement: string;
}

/** A fault that a rule found, described in three parts: the actual state, the required state and the remedy. */
export interface Finding {
  place: Place;
  /** The actual state, as a phrase that can follow `found`. */
  found: string | Bilingual;
  /** The required state, as a phrase that can follow `expected`. */
  expected: string | Bilingual;
  /** The remedy, as whole sentences. */
  advice: string | Bilingual;
  /** The place in the same file that the finding was compared with, such as the paragraph of the other language. */
  counterpart?: Place;
  /** The edit that `check --fix` makes. Only for edits that never change the meaning of a text. */
  fix?: Replacement;
}

export interface Message extends Finding {
  /** The path of the file, relative to the content folder. It uses `/` on every system. */
  path: string;
  severity: Severity;
  rule: string;
}

/** Sorts messages for display: by file, then by place, then by rule. */
export function inReadingOrder(messages: readonly Message[]): Message[] {
  return [...messages].sort(
    (left, right) =>
      byCodeUnit(left.path, right.path) ||
      left.place.line - right.place.line ||
      left.place.column - right.place.column ||
      byCodeUnit(left.rule, right.rule) ||
      byCodeUnit(inLocale(left.found, 'en'), inLocale(right.found, 'en')),
  );
}

export function hasErrors(messages: readonly Message[]): boolean {
  return messages.some(({ severity }) => severity === 'error');
}

/**
 * Characters that a terminal would interpret, or that would hide or reorder text. File names and texts from authors may contain
 * them.
 */
const unprintable = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu;

/** A text on one line in which every character is visible. An escape character becomes `\u{1b}`. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** A value as JSON, cut to a length that fits into a message. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const characters = [...text];
  if (characters.length <= 80) return text;
  // The quotation mark at the end was cut off with the rest and is added again.
  return `${characters.slice(0, 77).join('')}…${typeof value === 'string' ? '"' : ''}`;
}

/** Returns a function that converts an offset in a text to a place. The lines are counted on the first call only. */
export function placesIn(text: string): (offset: number) => Place {
  const lineStarts: number[] = [];
  return (offset) => {
    // Count lines on the first call, because most texts have no messages and need no places.
    if (lineStarts.length === 0) {
      lineStarts.push(0);
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lineStarts.push(end + 1);
    }
    // Binary search for the last line that begins at or before the offset.
    let line = 0;
    for (let beyond = lineStarts.length; beyond - line > 1; ) {
      const middle = (line + beyond) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) line = middle;
      else beyond = middle;
    }
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
  };
}

/** The prefix in the names of the rules that compare the two languages. */
const parityPrefix = 'parity-';

/**
 * Turns errors about differences between the languages into warnings. Imported translations are maintained elsewhere, so their
 * differences should not stop a build.
 */
export function forImported(messages: readonly Message[]): Message[] {
  return messages.map((message) =>
    message.rule.startsWith(parityPrefix) ? { ...message, severity: 'warning' } : message,
  );
}
