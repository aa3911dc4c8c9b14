// The terms of a query as an excerpt shows them: what was asked for and what it may have been meant for, or what these are
// called in the other language. Pure.
import type { Collection } from '../search/collection.ts';
import type { Evidence } from '../search/evidence.ts';

/** A translation that is less sure is more often wrong than right. */
const surenessMin = 0.5;

/** Each term with what it gains where it stands: the words themselves, or only their likely translations. */
export function gainsOf(
  evidence: readonly Evidence[],
  { names }: Collection,
  which: 'words' | 'translations',
): Map<string, number> {
  const gains = new Map<string, number>();
  for (const { alternatives } of evidence) {
    for (const { term, gain, isTranslation, sureness } of alternatives) {
      const name = names[term];
      const isWanted = isTranslation === (which === 'translations') && sureness >= surenessMin;
      if (name !== undefined && isWanted) gains.set(name, Math.max(gain, gains.get(name) ?? 0));
    }
  }
  return gains;
}
