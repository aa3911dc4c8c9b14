// What search knows of an article, in the numbers of another vocabulary than the one it was counted with.
import { eachHeadline } from './headlines.ts';
import type { ArticleSearch } from './search-files.ts';

/** Replaces every term by `numbers[term]`, in place. */
export function renumber({ occurrences, headlines, parallels }: ArticleSearch, numbers: readonly number[]): void {
  renumberAll(occurrences.terms, numbers);
  eachHeadline(headlines, (_, terms) => renumberAll(terms, numbers));
  // Each side of a parallel is a length and so many terms.
  for (let at = 0; at < parallels.length; ) {
    const end = at + 1 + (parallels[at] as number);
    renumberAll(parallels.subarray(at + 1, end), numbers);
    at = end;
  }
}

function renumberAll(terms: Uint32Array, numbers: readonly number[]): void {
  for (let at = 0; at < terms.length; at += 1) terms[at] = numbers[terms[at] as number] as number;
}
