// What a check is and what it finds. Checks look at evidence and ask nothing themselves.
import type { Bilingual } from '../../build/edition/vocabulary.ts';
import type { Evidence, Exchange, ProbeName } from './evidence.ts';

export type Level = 'ok' | 'warning' | 'failure' | 'skipped';

export interface Finding {
  level: Level;
  /** What came. */
  found: Bilingual;
  /** What was expected, and what to do: of warnings and failures. */
  expected?: Bilingual;
  remedy?: Bilingual;
}

export interface Check {
  /** Stable, for programs. */
  name: string;
  title: Bilingual;
  /** What it needs an answer to; without one it is skipped. */
  needs: readonly ProbeName[];
  judge(evidence: Evidence): Finding;
}

export const ok = (found: Bilingual): Finding => ({ level: 'ok', found });
export const skipped = (found: Bilingual): Finding => ({ level: 'skipped', found });
export const warning = (found: Bilingual, expected: Bilingual, remedy: Bilingual): Finding => ({
  level: 'warning',
  found,
  expected,
  remedy,
});
export const failure = (found: Bilingual, expected: Bilingual, remedy: Bilingual): Finding => ({
  level: 'failure',
  found,
  expected,
  remedy,
});

/** The same in both languages: names and values. */
export const plain = (text: string): Bilingual => ({ zh: text, en: text });

/** The answer to a request that the check needs. */
export function answerTo({ answers }: Evidence, name: ProbeName): Exchange {
  const answer = answers[name];
  if (answer === undefined) throw new Error(`${name} was not answered`);
  return answer;
}

/** A header as one text; empty when it is not there. */
export function headerOf({ headers }: Exchange, name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

/** The value at a path of a JSON body; undefined where there is none. */
export function jsonAt({ text }: Exchange, ...path: string[]): unknown {
  try {
    let value: unknown = JSON.parse(text);
    for (const name of path)
      value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
    return value;
  } catch {
    return undefined;
  }
}

/** What came, short enough for a line. */
export function shortly(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '—');
  return text === '' ? '—' : text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
