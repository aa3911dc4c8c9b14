// What search knows of an article, in the numbers of another vocabulary than its own.
import { eachHeadline } from './headlines.ts';
import type { Vocabulary } from './occurrences.ts';
import type { ArticleSearch } from './search-files.ts';

export type NumberedSearch = Omit<ArticleSearch, 'terms'>;

/** Numbers the terms of an article among those of all articles. The given numbers are replaced in place. */
export function renumbered({ terms, ...search }: ArticleSearch, vocabulary: Vocabulary): NumberedSearch {
  const numbers = Uint32Array.from(terms, (term) => vocabulary.numberOf(term));
  const renumber = (own: Uint32Array): void => {
    for (let at = 0; at < own.length; at += 1) own[at] = numbers[own[at] as number] as number;
  };
  renumber(search.occurrences.terms);
  eachHeadline(search.headlines, (_, own) => renumber(own));
  // Each side of a parallel is a length and so many terms.
  for (let at = 0; at < search.parallels.length; ) {
    const end = at + 1 + (search.parallels[at] as number);
    renumber(search.parallels.subarray(at + 1, end));
    at = end;
  }
  return search;
}
