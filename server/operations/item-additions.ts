// Adds the query-dependent fields to the prebuilt items of a search: the matched language and excerpts.
import { type Language, type LanguageChoice, languages } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import { gainsOf } from '../search/evidence.ts';
import { languageEvidence, matchedLanguage } from '../search/matched-language.ts';
import type { Matches } from '../search/ranking.ts';
import { relevancesOf } from '../search/relevance.ts';
import { scannerFor } from '../search/scanner.ts';
import { snippetOf } from '../search/snippet.ts';

export interface ItemAdditions {
  matched: LanguageChoice;
  relevance: number;
  snippet?: { zh?: string; en?: string };
}

/** The query-dependent fields of each item of a page. */
export function additionsFor(
  library: Library,
  matches: Matches,
  { page, pageSize }: { page: number; pageSize: number },
  { lang, snippet }: { lang?: Language | undefined; snippet: boolean },
): ItemAdditions[] {
  const { evidence } = matches;
  const [from, to] = [(page - 1) * pageSize, page * pageSize];
  const positions = matches.page(from, to);
  const relevances = relevancesOf(matches, from, to);
  const matched = languageEvidence(evidence, positions, library.collection).map(
    (own, place): ItemAdditions => ({ matched: matchedLanguage(own), relevance: relevances[place] ?? 0 }),
  );
  if (!snippet) return matched;
  const excerptOf = excerpterFor(gainsOf(evidence, library.collection, 'words'));
  // A text without any of the query's words gets an excerpt that shows their translations.
  const translatedExcerptOf = excerpterFor(gainsOf(evidence, library.collection, 'translations'));
  const shown = lang === undefined ? languages : [lang];
  return positions.map((position, place) => {
    const excerpts = shown.flatMap((language): [Language, string][] => {
      const passages = library.body(position, `passages.${language}`).toString('utf8');
      const excerpt = excerptOf(passages) ?? translatedExcerptOf(passages);
      return excerpt === undefined ? [] : [[language, excerpt]];
    });
    return { ...(matched[place] as ItemAdditions), snippet: Object.fromEntries(excerpts) };
  });
}

/** Returns a function that cuts excerpts around terms. It caches analysed words, so it is made once for many texts. */
function excerpterFor(gains: ReadonlyMap<string, number>): (passages: string) => string | undefined {
  const scan = scannerFor([...gains.keys()]);
  const gainOf = (term: string): number => gains.get(term) ?? 0;
  return (passages) => snippetOf(passages, scan(passages), gainOf);
}

/** The JSON text of an item with the query-dependent fields; `item` is a JSON object. */
export function withAdditions(item: Buffer, additions: ItemAdditions): (Buffer | string)[] {
  return [item.subarray(0, -1), `,${JSON.stringify(additions).slice(1)}`];
}
