// What to ask when a search finds nothing: the same with fewer filters, with words corrected, with its most telling words
// alone, or a listing. Each suggestion has been tried.
import type { Domain, VerificationStatus } from '../../build/edition/vocabulary.ts';
import { wordsIn } from '../../build/edition/words.ts';

export const suggestionsMax = 5;
const tellingWordsMax = 3;

/** What narrows a search. */
export interface Criteria {
  q?: string | undefined;
  domain?: Domain | undefined;
  status?: VerificationStatus | undefined;
}

export interface SuggestionSources {
  /** Whether a search finds anything. */
  finds(criteria: Criteria): boolean;
  /** How much a word says, of which something is found; 0 when nothing is. */
  tellingOf(word: string): number;
  /** A query with misspelt words corrected, the likeliest first. */
  corrections?: (q: string) => readonly string[];
}

/** Searches that find something, the nearest first. */
export function suggestionsFor(
  { q, domain, status }: Criteria,
  { finds, tellingOf, corrections = () => [] }: SuggestionSources,
): Criteria[] {
  const corrected = q === undefined ? [] : corrections(q);
  const candidates: Criteria[] = [
    { q, domain },
    { q, status },
    { q },
    ...corrected.map((other) => ({ q: other, domain, status })),
    ...corrected.map((other) => ({ q: other })),
    ...(q === undefined ? [] : tellingWords(q, tellingOf)).map((word) => ({ q: word })),
    { domain, status },
    { domain },
    { status },
    {},
  ];
  const asked = keyOf({ q, domain, status });
  const seen = new Set([asked]);
  const found: Criteria[] = [];
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    if (found.length === suggestionsMax || seen.has(key)) continue;
    seen.add(key);
    if (finds(candidate)) found.push(candidate);
  }
  return found;
}

const keyOf = ({ q, domain, status }: Criteria): string => JSON.stringify([q ?? null, domain ?? null, status ?? null]);

/** The words of a query that say most; of a run of Chinese characters, its pairs. */
function tellingWords(q: string, tellingOf: (word: string) => number): string[] {
  const words = wordsIn(q).flatMap(({ start, end, isHan }) => {
    const word = q.slice(start, end);
    const characters = [...word];
    if (!isHan || characters.length < 3) return [word];
    return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
  return [...new Set(words)]
    .map((word) => ({ word, telling: tellingOf(word) }))
    .filter(({ telling }) => telling > 0)
    .sort((left, right) => right.telling - left.telling)
    .slice(0, tellingWordsMax)
    .map(({ word }) => word);
}
