// Messages as text: one line each that begins `path:line:column`, with the source around it on a terminal, or JSON.
import { styleText } from 'node:util';
import { codeFrameColumns } from '@babel/code-frame';
import type { Language } from './edition/vocabulary.ts';
import { inLocale, type Message, type Severity } from './messages.ts';

export interface ReportOptions {
  /** The language in which authors are spoken to. */
  locale: Language;
  /** What stands before a message's path, so that it leads to the file from where the author is. */
  pathPrefix: string;
  /** Colours and code frames, for a terminal; needs the texts. */
  frames: boolean;
  /** The text of a file by the message's path, when it could be read. */
  textOf: (path: string) => string | undefined;
}

export function reportText(messages: readonly Message[], options: ReportOptions): string {
  const lines = messages.map((message) => messageText(message, options));
  return [...lines, summaryOf(messages, options)].join('\n');
}

/** One JSON document: `{ errors, warnings, messages: [{ path, line, column, severity, rule, found, expected, advice, counterpart? }] }`. */
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

function messageText(message: Message, { locale, pathPrefix, frames, textOf }: ReportOptions): string {
  const { path, place, severity, rule } = message;
  const paint = (style: 'red' | 'yellow' | 'dim', text: string): string =>
    frames ? styleText(style, text, { validateStream: false }) : text;
  const label = paint(severity === 'error' ? 'red' : 'yellow', severityWords[severity][locale]);
  const head = `${pathPrefix}${path}:${place.line}:${place.column} ${label} ${paint('dim', `[${rule}]`)}`;
  const line = `${head} ${sentencesOf(message, pathPrefix + path, locale)}`;
  const text = frames ? textOf(path) : undefined;
  return text === undefined ? line : `${line}\n${frameOf(text, message)}\n`;
}

/** What was found, what was expected, what to do, and the place it was held against. */
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

/** In Chinese a space stands between a Chinese word and what begins in ASCII: a Latin word, a number, code. */
const setOff = (phrase = ''): string => (/^[!-~]/.test(phrase) ? ` ${phrase}` : phrase);

const severityWords: { readonly [Name in Severity]: { readonly [Locale in Language]: string } } = {
  error: { zh: '错误', en: 'error' },
  warning: { zh: '警告', en: 'warning' },
};

function frameOf(text: string, { place }: Message): string {
  // Colour is left to the message line: articles are no JavaScript, which is what would be highlighted.
  return codeFrameColumns(text, { start: place }, { linesAbove: 1, linesBelow: 1, highlightCode: false });
}

function summaryOf(messages: readonly Message[], { locale }: ReportOptions): string {
  const { errors, warnings } = countsOf(messages);
  if (locale === 'zh') return `${errors} 个错误，${warnings} 个警告`;
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

/** A number with its English noun: `1 error`, `2 errors`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
