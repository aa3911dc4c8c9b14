// Messages to authors. They are collected, never thrown one by one.
import { byCodeUnit } from './edition/hash.ts';
import type { Bilingual, Language } from './edition/vocabulary.ts';

export const severities = ['error', 'warning'] as const;
export type Severity = (typeof severities)[number];

/** A place in a file; lines and columns count from 1, columns in UTF-16 units. */
export interface Place {
  line: number;
  column: number;
}

/** The start of a file, for messages about the file as a whole. */
export const startOfFile: Place = { line: 1, column: 1 };

/** A text in one language. Texts that are the same in both, such as a path or a value, are plain strings. */
export function inLocale(text: string | Bilingual, locale: Language): string {
  return typeof text === 'string' ? text : text[locale];
}

/** Replaces the text between two offsets of a file (LF line ends, no byte order mark). */
export interface Replacement {
  start: number;
  end: number;
  replacement: string;
}

/** The finding of a rule, in three parts that an author can act on. */
export interface Finding {
  place: Place;
  /** The actual state: a phrase that can follow `found`. */
  found: string | Bilingual;
  /** The required state: a phrase that can follow `expected`. */
  expected: string | Bilingual;
  /** The remedy: whole sentences. */
  advice: string | Bilingual;
  /** The place in the same file that the finding is compared with, such as the other language's paragraph. */
  counterpart?: Place;
  /** The edit of `check --fix`, if it is safe: it never changes the meaning of a text. */
  fix?: Replacement;
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
      byCodeUnit(inLocale(left.found, 'en'), inLocale(right.found, 'en')),
  );
}

export function hasErrors(messages: readonly Message[]): boolean {
  return messages.some(({ severity }) => severity === 'error');
}

/** Characters that a terminal would interpret, or that would hide or reorder text. File names and texts may contain any. */
const unprintable = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu;

/** A text on one line with every character visible: `\u{1b}` for an escape character. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** A value in a form that an author recognises, cut to a readable length. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const characters = [...text];
  if (characters.length <= 80) return text;
  // The truncated part of a text is inside its quotation marks.
  return `${characters.slice(0, 77).join('')}…${typeof value === 'string' ? '"' : ''}`;
}

/** Maps offsets of a text to places. The lines are counted once for any number of offsets. */
export function placesIn(text: string): (offset: number) => Place {
  const lineStarts: number[] = [];
  return (offset) => {
    // Most texts need no places.
    if (lineStarts.length === 0) {
      lineStarts.push(0);
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lineStarts.push(end + 1);
    }
    // Binary search for the last line that does not begin after the offset.
    let line = 0;
    for (let beyond = lineStarts.length; beyond - line > 1; ) {
      const middle = (line + beyond) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) line = middle;
      else beyond = middle;
    }
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
  };
}

/** The prefix of rules that compare the two languages. */
const parityPrefix = 'parity-';

/**
 * Turns differences between the languages into warnings: imported translations are maintained elsewhere, and their differences stop
 * nothing.
 */
export function forImported(messages: readonly Message[]): Message[] {
  return messages.map((message) =>
    message.rule.startsWith(parityPrefix) ? { ...message, severity: 'warning' } : message,
  );
}
