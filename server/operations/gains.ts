// The terms of a query as an excerpt shows them: what was asked for and what it may have been meant for, or what these are
// called in the other language. Pure.
import type { Collection } from '../search/collection.ts';
import type { Evidence } from '../search/evidence.ts';

/** A translation that says less than this share of what the word itself says is more often wrong than right. */
const likelyShare = 0.5;

/** Each term with what it gains where it stands: the words themselves, or only their likely translations. */
export function gainsOf(
  evidence: readonly Evidence[],
  { terms }: Collection,
  which: 'words' | 'translations',
): Map<string, number> {
  const gains = new Map<string, number>();
  for (const { alternatives } of evidence) {
    const most = Math.max(...alternatives.map(({ gain }) => gain));
    for (const { term, gain, isTranslation } of alternatives) {
      const name = terms.names[term];
      const isLikely = !isTranslation || gain >= likelyShare * most;
      if (name !== undefined && isTranslation === (which === 'translations') && isLikely)
        gains.set(name, Math.max(gain, gains.get(name) ?? 0));
    }
  }
  return gains;
}
