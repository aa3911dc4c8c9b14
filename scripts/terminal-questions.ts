// Asks questions on a terminal in the author's language. Only this module uses the prompt library. Ctrl-C, Escape and the end of input
// all throw `Cancelled`, so that no question waits forever.

import { type CANCEL_SYMBOL, confirm, intro, isCancel, log, select, text, updateSettings } from '@clack/prompts';
import type { Bilingual, Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import type { CommandIo } from './command-io.ts';

/** The author cancelled the questions. */
export class Cancelled extends Error {}

export interface Choice<Value> {
  value: Value;
  label: string;
  hint?: string | Bilingual;
}

export interface LineOptions {
  /** The initial text, which the author can edit. */
  initial?: string;
  /** The fault of an answer; undefined for a valid one. */
  fault: (answer: string) => string | Bilingual | undefined;
}

export interface Questions {
  line(question: Bilingual, options: LineOptions): Promise<string>;
  choice<Value extends string>(question: Bilingual, choices: readonly Choice<Value>[]): Promise<Value>;
  agreement(question: Bilingual): Promise<boolean>;
  tell(lines: readonly (string | Bilingual)[]): void;
  /** Releases the terminal. */
  close(): void;
}

export function openQuestions({ stdin, stdout }: CommandIo, locale: Language, welcome: Bilingual): Questions {
  const say = (wording: string | Bilingual): string => inLocale(wording, locale);
  const ended = new AbortController();
  // Cancels on Ctrl-D. The library does not handle it, and readline would stop reading without an event.
  const listen = (_character: unknown, key: { ctrl?: boolean; name?: string } = {}): void => {
    if (key.ctrl === true && key.name === 'd') ended.abort();
  };
  stdin.on('keypress', listen);
  const { signal } = ended;
  const cancelled = { cancel: say({ zh: '已取消', en: 'cancelled' }), error: say({ zh: '出错了', en: 'failed' }) };
  updateSettings({ messages: cancelled });
  const terminal = { input: stdin, output: stdout };
  intro(say(welcome), terminal);
  return {
    async line(question, { initial, fault }) {
      const validate = (answer = ''): string | undefined => {
        const found = fault(answer.trim());
        return found === undefined ? undefined : say(found);
      };
      const message = say(question);
      const given = initial === undefined ? {} : { initialValue: initial };
      return answerOf(await text({ message, validate, signal, ...given, ...terminal })).trim();
    },
    async choice<Value extends string>(question: Bilingual, choices: readonly Choice<Value>[]) {
      const labels = new Map(choices.map(({ value, label, hint }) => [value, { label, hint }]));
      // Values become strings, because the type of the library's options depends on the type of the value, which is generic here.
      const options = [...labels].map(([value, { label, hint }]) => ({
        value: String(value),
        label,
        ...(hint !== undefined && { hint: say(hint) }),
      }));
      const answer = answerOf(
        await select({ message: say(question), options, showInstructions: false, signal, ...terminal }),
      );
      const chosen = choices.find(({ value }) => value === answer);
      if (chosen === undefined) throw new Cancelled();
      return chosen.value;
    },
    async agreement(question) {
      const words = { active: say({ zh: '是', en: 'yes' }), inactive: say({ zh: '否', en: 'no' }) };
      return answerOf(await confirm({ message: say(question), ...words, signal, ...terminal }));
    },
    tell: (lines) => log.warn(lines.map(say).join('\n'), terminal),
    close: () => void stdin.off('keypress', listen),
  };
}

function answerOf<Value extends string | boolean>(answer: Value | typeof CANCEL_SYMBOL): Value {
  if (isCancel(answer)) throw new Cancelled();
  return answer;
}
