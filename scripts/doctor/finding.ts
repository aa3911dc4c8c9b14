// The shape of a check and of its finding. Checks judge evidence and make no requests.
import type { Bilingual } from '../../build/edition/vocabulary.ts';
import { parsedJson } from '../parsed-json.ts';
import type { Evidence, Exchange, ProbeName } from './evidence.ts';

export type Level = 'ok' | 'warning' | 'failure' | 'skipped';

export interface Finding {
  level: Level;
  /** The observed value. */
  found: string | Bilingual;
  /** The expected value. This and `remedy` are for warnings and failures. */
  expected?: string | Bilingual;
  remedy?: string | Bilingual;
}

export interface Check {
  /** A name on which programs can rely; it does not change. */
  name: string;
  title: string | Bilingual;
  /** The probes whose responses the check judges. If one of them was not sent, the check is skipped. */
  needs: readonly ProbeName[];
  /** `expected` and `remedy` of warnings and failures that do not state their own. */
  expected?: string | Bilingual;
  remedy?: string | Bilingual;
  /** Receives the responses of `needs`, in that order. */
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
export const notAnswered: Bilingual = { zh: '没有回答', en: 'the request got no answer' };

/** The value of a header; repeated headers are joined by commas. Empty if absent. */
export function headerOf({ headers }: Exchange, name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

/** The value at a path of a JSON body; undefined when absent. */
export const jsonAt = ({ text }: Exchange, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    parsedJson(text),
  );

/** An observed value as text, cut to 120 characters; a dash if it is empty. */
export function shortly(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '—');
  return text === '' ? '—' : text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
