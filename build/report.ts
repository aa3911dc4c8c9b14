// Messages as text: one line each that begins `path:line:column`, with the source around it on a terminal, or JSON.
import { styleText } from 'node:util';
import { codeFrameColumns } from '@babel/code-frame';
import type { Message } from './messages.ts';

export interface ReportOptions {
  /** What stands before a message's path, so that it leads to the file from where the author is. */
  pathPrefix: string;
  /** Colours and code frames, for a terminal; needs the texts. */
  frames: boolean;
  /** The text of a file by the message's path, when it could be read. */
  textOf: (path: string) => string | undefined;
}

export function reportText(messages: readonly Message[], options: ReportOptions): string {
  const lines = messages.map((message) => messageText(message, options));
  return [...lines, summaryOf(messages)].join('\n');
}

/** One JSON document: `{ errors, warnings, messages: [{ path, line, column, severity, rule, found, expected, advice }] }`. */
export function reportJson(messages: readonly Message[], { pathPrefix }: Pick<ReportOptions, 'pathPrefix'>): string {
  const flat = messages.map(({ path, place, severity, rule, found, expected, advice }) => ({
    path: pathPrefix + path,
    ...place,
    severity,
    rule,
    found,
    expected,
    advice,
  }));
  return JSON.stringify({ ...countsOf(messages), messages: flat }, null, 2);
}

export function countsOf(messages: readonly Message[]): { errors: number; warnings: number } {
  const errors = messages.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: messages.length - errors };
}

function messageText(message: Message, { pathPrefix, frames, textOf }: ReportOptions): string {
  const { path, place, severity, rule, found, expected, advice } = message;
  const paint = (style: 'red' | 'yellow' | 'dim', text: string): string =>
    frames ? styleText(style, text, { validateStream: false }) : text;
  const label = paint(severity === 'error' ? 'red' : 'yellow', severity);
  const head = `${pathPrefix}${path}:${place.line}:${place.column} ${label} ${paint('dim', `[${rule}]`)}`;
  const line = `${head} found ${found}; expected ${expected}. ${advice}`;
  const text = frames ? textOf(path) : undefined;
  return text === undefined ? line : `${line}\n${frameOf(text, message)}\n`;
}

function frameOf(text: string, { place }: Message): string {
  // Colour is left to the message line: articles are no JavaScript, which is what would be highlighted.
  return codeFrameColumns(text, { start: place }, { linesAbove: 1, linesBelow: 1, highlightCode: false });
}

function summaryOf(messages: readonly Message[]): string {
  const { errors, warnings } = countsOf(messages);
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

/** A number with its English noun: `1 error`, `2 errors`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
