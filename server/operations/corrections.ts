// What a query that finds nothing may have been meant for: its unknown words replaced by the nearest known ones, as they stand
// in an article.

import { positionOf } from '../../build/edition/search-index.ts';
import { languages } from '../../build/edition/vocabulary.ts';
import { normalFormOf, wordsIn } from '../../build/edition/words.ts';
import type { Library } from '../library.ts';
import type { Collection } from '../search/collection.ts';
import { evidenceFor } from '../search/evidence.ts';
import { readQuery } from '../search/query.ts';
import { scannerFor } from '../search/scanner.ts';

const correctionsMax = 2;

/** How much a word says that is in the index, or near one that is; 0 when nothing is. */
export function tellingOf(word: string, collection: Collection): number {
  const { evidence } = evidenceFor(readQuery(word), collection);
  return Math.max(0, ...evidence.flatMap(({ alternatives }) => alternatives.map(({ gain }) => gain)));
}

/** Corrected queries, the nearest first; none when every word is known, or is like none that is. */
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

/** The text with the words of this rank, or the last there is. */
function replaced(text: string, choices: readonly Choice[], rank: number): string {
  let at = 0;
  let result = '';
  for (const { start, end, words } of choices) {
    result += text.slice(at, start) + (words[Math.min(rank, words.length - 1)] ?? '');
    at = end;
  }
  return result + text.slice(at);
}

/** A word as the article spells it that says most about it: the index holds only its stem. */
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
