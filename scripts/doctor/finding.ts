// The shape of a check and of its finding. Checks judge evidence and make no requests.
import type { Bilingual } from '../../build/edition/vocabulary.ts';
import type { Evidence, Exchange, ProbeName } from './evidence.ts';

export type Level = 'ok' | 'warning' | 'failure' | 'skipped';

export interface Finding {
  level: Level;
  /** The observed value. */
  found: string | Bilingual;
  /** The expected value and the remedy, for warnings and failures. */
  expected?: string | Bilingual;
  remedy?: string | Bilingual;
}

export interface Check {
  /** A stable name for programs. */
  name: string;
  title: string | Bilingual;
  /** The probes that it needs; without one of their responses it is skipped. */
  needs: readonly ProbeName[];
  /** The default for warnings and failures without their own. */
  expected?: string | Bilingual;
  remedy?: string | Bilingual;
  /** Gets the responses to `needs`, in that order. */
  judge(evidence: Evidence, ...answers: Exchange[]): Finding;
}

type Said = Pick<Finding, 'expected' | 'remedy'>;
export const ok = (found: string | Bilingual): Finding => ({ level: 'ok', found });
export const skipped = (found: string | Bilingual): Finding => ({ level: 'skipped', found });
export const warning = (found: string | Bilingual, said: Said = {}): Finding => ({ level: 'warning', found, ...said });
export const failure = (found: string | Bilingual, said: Said = {}): Finding => ({ level: 'failure', found, ...said });

export const passOn: Bilingual = {
  zh: '代理要把回答原样转发：不改写正文和头，不替换错误页',
  en: 'let the proxy forward answers unchanged: no rewritten bodies or headers, no error pages of its own',
};
export const notAnswered: Bilingual = { zh: '没有回答', en: 'it was not answered' };

/** A header as one text; empty when absent. */
export function headerOf({ headers }: Exchange, name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

/** The value at a path of a JSON body; undefined when absent. */
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

/** An observed value, shortened to fit a line. */
export function shortly(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '—');
  return text === '' ? '—' : text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
