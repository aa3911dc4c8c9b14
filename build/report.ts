// Formats messages as text or JSON. As text, each message begins with `path:line:column`; on a terminal, a code frame follows.

import { styleText } from 'node:util';
import type { Bilingual, Language } from './edition/vocabulary.ts';
import { inLocale, type Message, type Place, printable, type Severity } from './messages.ts';
import { columnsOf } from './source/columns.ts';

export interface ReportOptions {
  /** The language of the messages. */
  locale: Language;
  /** A prefix for the path of each message, which makes the path relative to the folder where the author runs the command. */
  pathPrefix: string;
  /** Whether to print colours and code frames, which are for terminals. Code frames need `textOf`. */
  frames: boolean;
  /** Returns the text of a file by its path in messages. Undefined when the file could not be read. */
  textOf: (path: string) => string | undefined;
}

/** The maximum number of messages that are shown for one rule and one file. One more line tells how many were left out. */
const shownMax = 100;

export function reportText(messages: readonly Message[], options: ReportOptions): string {
  const keyOf = ({ rule, path }: Message): string => `${rule} ${path}`;
  const counts = new Map<string, number>();
  const numbered = messages.map((message) => {
    const number = (counts.get(keyOf(message)) ?? 0) + 1;
    counts.set(keyOf(message), number);
    return { message, number };
  });
  const lines = numbered.flatMap(({ message, number }) => {
    if (number <= shownMax) return messageText(message, options);
    return number > shownMax + 1 ? [] : moreText(message, (counts.get(keyOf(message)) ?? 0) - shownMax, options);
  });
  return [...lines, summaryOf(messages, options)].join('\n');
}

/**
 * The messages as one JSON document: `{ errors, warnings, messages: [{ path, line, column, severity, rule, found, expected,
 * advice, counterpart? }] }`.
 */
export function reportJson(
  messages: readonly Message[],
  { pathPrefix, locale }: Pick<ReportOptions, 'pathPrefix' | 'locale'>,
): string {
  const flat = messages.map(({ path, place, severity, rule, found, expected, advice, counterpart }) => ({
    path: pathPrefix + path,
    ...place,
    severity,
    rule,
    found: inLocale(found, locale),
    expected: inLocale(expected, locale),
    advice: inLocale(advice, locale),
    ...(counterpart !== undefined && { counterpart }),
  }));
  return JSON.stringify({ ...countsOf(messages), messages: flat }, null, 2);
}

export function countsOf(messages: readonly Message[]): { errors: number; warnings: number } {
  const errors = messages.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: messages.length - errors };
}

function messageText(message: Message, options: ReportOptions): string {
  const { locale, pathPrefix, frames, textOf } = options;
  const line = `${headOf(message, options)} ${printable(sentencesOf(message, pathPrefix + message.path, locale))}`;
  const text = frames ? textOf(message.path) : undefined;
  return text === undefined ? line : `${line}\n${frameOf(text, message.place)}\n`;
}

/** The line that takes the place of all further messages of a rule about a file. */
function moreText(message: Message, hidden: number, options: ReportOptions): string {
  const words = {
    zh: `此文件还有 ${hidden} 条同类消息，从此处起。请先改正上面的。`,
    en: `and ${hidden} more messages of this kind in this file, from here on. Correct those above first.`,
  };
  return `${headOf(message, options)} ${words[options.locale]}`;
}

/** The head of a message: `path:line:column severity [rule]`. */
function headOf({ path, place, severity, rule }: Message, { locale, pathPrefix, frames }: ReportOptions): string {
  const paint = (style: 'red' | 'yellow' | 'dim', text: string): string =>
    frames ? styleText(style, text, { validateStream: false }) : text;
  const label = paint(severity === 'error' ? 'red' : 'yellow', severityWords[severity][locale]);
  return `${printable(pathPrefix + path)}:${place.line}:${place.column} ${label} ${paint('dim', `[${rule}]`)}`;
}

/** The sentences of a message: what was found, what is expected, what to do, and the place that was compared. */
export function sentencesOf(message: Message, path: string, locale: Language): string {
  const [found, expected, advice] = [message.found, message.expected, message.advice].map((said) =>
    inLocale(said, locale),
  );
  const { counterpart } = message;
  const at = counterpart === undefined ? '' : `${path}:${counterpart.line}:${counterpart.column}`;
  if (locale === 'zh') {
    return `发现${setOff(found)}；应为${setOff(expected)}。${advice}${at === '' ? '' : `（对照 ${at}）`}`;
  }
  return `found ${found}; expected ${expected}. ${advice}${at === '' ? '' : ` (compare ${at})`}`;
}

/** Adds a space before a Latin word, a number or code, as Chinese typography requires between these and Chinese text. */
const setOff = (phrase = ''): string => (/^[!-~]/.test(phrase) ? ` ${phrase}` : phrase);

const severityWords: { readonly [Name in Severity]: Bilingual } = {
  error: { zh: '错误', en: 'error' },
  warning: { zh: '警告', en: 'warning' },
};

function summaryOf(messages: readonly Message[], { locale }: ReportOptions): string {
  const { errors, warnings } = countsOf(messages);
  if (locale === 'zh') return `${errors} 个错误，${warnings} 个警告`;
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

/** A number with its English noun, such as `1 error` or `2 errors`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

// A code frame shows the lines around a place, with a mark under the place. Chinese characters take two columns.

/** The number of lines shown before and after the faulty line. */
const around = 1;
/** The maximum length of a shown line, in UTF-16 units. A longer line is cut on both sides of the faulty place. */
const lineLengthShown = 160;
const shownBefore = 60;

export function frameOf(text: string, { line, column }: Place): string {
  const lines = text.split('\n');
  const first = Math.max(1, line - around);
  const last = Math.min(lines.length, line + around);
  const gutter = String(last).length;
  const shown: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const { content, offset } = cutTo(lines[number - 1] ?? '', number === line ? column : 1);
    const mark = number === line ? '>' : ' ';
    shown.push(`${mark} ${String(number).padStart(gutter)} | ${content}`.trimEnd());
    if (number !== line) continue;
    const before = content.slice(0, column - 1 - offset);
    // Tabs stay tabs, so that the mark is under its character at any tab width.
    const space = before.replace(/[^\t]+/g, (run) => ' '.repeat(columnsOf(run)));
    shown.push(`  ${' '.repeat(gutter)} | ${space}^`);
  }
  return shown.join('\n');
}

/** A line with its unprintable characters spelt out. A long line is cut. */
function cutTo(line: string, column: number): { content: string; offset: number } {
  if (line.length <= lineLengthShown) return { content: printableLine(line), offset: 0 };
  const start = Math.max(0, Math.min(column - 1 - shownBefore, line.length - lineLengthShown));
  return { content: printableLine(line.slice(start, start + lineLengthShown)), offset: start };
}

const printableLine = (line: string): string => printable(line).replaceAll('\\u{9}', '\t');
