// Suggests searches when a search finds nothing: fewer filters, corrected words, only the most informative words, or a listing. Every
// suggested search has been run and finds something.

import { normalFormOf, wordsIn } from '../../build/edition/analysis.ts';
import { positionOf } from '../../build/edition/search-index.ts';
import { languages } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import type { Collection } from '../search/collection.ts';
import { evidenceFor } from '../search/evidence.ts';
import { type FilterName, type Filters, filterNames } from '../search/filters.ts';
import { readQuery } from '../search/query.ts';
import { scannerFor } from '../search/scanner.ts';

export const suggestionsMax = 5;
const tellingWordsMax = 3;

/** The query and the filters of a search. */
export interface Criteria extends Filters {
  q?: string | undefined;
  /** Whether `q` consists of the most informative words of a long text. Relevance then counts fewer words than for a typed query. */
  isExtract?: boolean;
}

export interface SuggestionSources {
  /** Whether a search finds anything. */
  finds(criteria: Criteria): boolean;
  /** How informative a word is; 0 when the index does not have it. */
  tellingOf(word: string): number;
  /** Corrections of a query with misspelt words, the most likely first. */
  corrections?: (q: string) => readonly string[];
}

/** Searches that find something, most similar first. */
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

/** The sets of filters that remain when some are removed: first all sets with one removed, then with two, and finally the empty set. */
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

/** The most informative words of a query. A run of Chinese characters is split into pairs of neighbouring characters. */
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

const correctionsMax = 2;

/** How informative a word is. For a word that is not in the index, the most similar index word counts; 0 when there is none. */
export function tellingOf(word: string, collection: Collection): number {
  const { evidence } = evidenceFor(readQuery(word), collection);
  return Math.max(0, ...evidence.flatMap(({ alternatives }) => alternatives.map(({ gain }) => gain)));
}

/** Corrected queries, the nearest first. There are none when the index has all words, or nothing similar to the unknown ones. */
export function correctionsOf(q: string, library: Library): string[] {
  const text = normalFormOf(q);
  const unknown = wordsIn(text).filter(
    ({ start, end, isHan }) => !isHan && tellingOf(text.slice(start, end), library.collection) === 0,
  );
  const choices = unknown.flatMap(({ start, end }) => {
    const words = library.collection.dictionary
      .like(text.slice(start, end).toLowerCase())
      .flatMap(({ term }) => spellingOf(term, library) ?? []);
    return words.length === 0 ? [] : [{ start, end, words }];
  });
  if (choices.length === 0) return [];
  const corrected = Array.from({ length: correctionsMax }, (_, rank) => replaced(text, choices, rank));
  return [...new Set(corrected)].filter((other) => other !== text);
}

interface Choice {
  start: number;
  end: number;
  words: string[];
}

/** Replaces each unknown word by its correction of this rank, or by its last correction if it has fewer. */
function replaced(text: string, choices: readonly Choice[], rank: number): string {
  let at = 0;
  let result = '';
  for (const { start, end, words } of choices) {
    result += text.slice(at, start) + (words[Math.min(rank, words.length - 1)] ?? '');
    at = end;
  }
  return result + text.slice(at);
}

/** The word for a term, as an article spells it. The index holds only the stem of the word. */
function spellingOf(term: number, { collection, body }: Library): string | undefined {
  const name = collection.names[term];
  const [strongest] = collection.postings(term).flatMap((ids) => ids?.[0] ?? []);
  if (name === undefined || strongest === undefined) return undefined;
  const position = positionOf(strongest);
  const scan = scannerFor([name]);
  for (const language of languages) {
    const passages = body(position, `passages.${language}`).toString('utf8');
    const [match] = scan(passages).matches;
    if (match !== undefined) return passages.slice(match.start, match.end);
  }
  return undefined;
}
