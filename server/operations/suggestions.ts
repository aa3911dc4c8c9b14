// What to ask when a search finds nothing: the same with fewer filters, with words corrected, with its most telling words
// alone, or a listing. Each suggestion has been tried.
import { wordsIn } from '../../build/edition/words.ts';
import { type FilterName, type Filters, filterNames } from '../search/filters.ts';

export const suggestionsMax = 5;
const tellingWordsMax = 3;

/** What narrows a search. */
export interface Criteria extends Filters {
  q?: string | undefined;
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
  asked: Criteria,
  { finds, tellingOf, corrections = () => [] }: SuggestionSources,
): Criteria[] {
  const { q } = asked;
  const filters = keeping(asked, filterNames);
  const fewer = fewerFilters(asked);
  const corrected = q === undefined ? [] : corrections(q);
  const candidates: Criteria[] = [
    ...fewer.map((kept) => ({ q, ...kept })),
    ...corrected.map((other) => ({ q: other, ...filters })),
    ...corrected.map((other) => ({ q: other })),
    ...(q === undefined ? [] : tellingWords(q, tellingOf)).map((word) => ({ q: word })),
    filters,
    ...fewer,
  ];
  const seen = new Set([keyOf(asked)]);
  const found: Criteria[] = [];
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    if (found.length === suggestionsMax || seen.has(key)) continue;
    seen.add(key);
    if (finds(candidate)) found.push(candidate);
  }
  return found;
}

const keyOf = (criteria: Criteria): string =>
  JSON.stringify([criteria.q, ...filterNames.map((name) => criteria[name])].map((value) => value ?? null));

/** The filters without some of them: first every way to give up one, then every way to give up two, and so on to none left. */
function fewerFilters(asked: Criteria): Filters[] {
  const given = filterNames.filter((name) => asked[name] !== undefined);
  const ways = (from: readonly FilterName[], count: number): FilterName[][] =>
    count === 0 ? [[]] : from.flatMap((name, at) => ways(from.slice(at + 1), count - 1).map((rest) => [name, ...rest]));
  return given
    .flatMap((_, index) => ways(given, index + 1))
    .map((dropped) =>
      keeping(
        asked,
        filterNames.filter((name) => !dropped.includes(name)),
      ),
    );
}

function keeping(asked: Criteria, names: readonly FilterName[]): Filters {
  const kept = <Name extends FilterName>(name: Name): Filters[Name] => (names.includes(name) ? asked[name] : undefined);
  return {
    domain: kept('domain'),
    status: kept('status'),
    minConfidence: kept('minConfidence'),
    maxRisk: kept('maxRisk'),
  };
}

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
