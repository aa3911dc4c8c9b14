// Finds the known word that is most similar to an unknown one, as a suggestion to authors and to callers of the API.
import { distance } from 'fastest-levenshtein';
import { byCodeUnit } from './hash.ts';

/**
 * The candidate nearest to `word` by edit distance (Levenshtein 1965). Undefined when every candidate differs in more than a
 * third of the letters of the longer word. Case, hyphens and underscores are ignored.
 */
export function closest<Word extends string>(word: string, candidates: Iterable<Word>): Word | undefined {
  const folded = fold(word.slice(0, 128));
  let best: { candidate: Word; edits: number } | undefined;
  for (const candidate of candidates) {
    const other = fold(candidate);
    const editsMax = Math.max(folded.length, candidate.length) / 3;
    // The edit distance is at least the difference in length. This check rules out most candidates without computing the
    // distance.
    if (Math.abs(folded.length - other.length) > editsMax) continue;
    const edits = distance(folded, other);
    if (edits > editsMax) continue;
    if (
      best === undefined ||
      edits < best.edits ||
      (edits === best.edits && byCodeUnit(candidate, best.candidate) < 0)
    ) {
      best = { candidate, edits };
    }
  }
  return best?.candidate;
}

const fold = (word: string): string => word.toLowerCase().replaceAll(/[-_ ]/g, '');
