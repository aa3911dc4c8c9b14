// What a query adds to the prebuilt items of a search: the language it was found in, and excerpts. `gainsOf` says what each term of
// the query gains where it stands, which chooses the excerpts.
import { type Language, type LanguageChoice, languages } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import type { Collection } from '../search/collection.ts';
import type { Evidence } from '../search/evidence.ts';
import { languageEvidence, matchedLanguage } from '../search/matched-language.ts';
import type { Matches } from '../search/ranking.ts';
import { scannerFor } from '../search/scanner.ts';
import { snippetOf } from '../search/snippet.ts';

export interface ItemAdditions {
  matched: LanguageChoice;
  snippet?: { zh?: string; en?: string };
}

/** What the query adds to the item of each position. */
export function additionsFor(
  library: Library,
  { evidence }: Matches,
  positions: readonly number[],
  { lang, snippet }: { lang?: Language | undefined; snippet: boolean },
): ItemAdditions[] {
  const matched = languageEvidence(evidence, positions, library.collection).map(matchedLanguage);
  if (!snippet) return matched.map((own) => ({ matched: own }));
  const excerptOf = excerpterFor(gainsOf(evidence, library.collection, 'words'));
  // In the text that has none of the words, what translates them.
  const translatedExcerptOf = excerpterFor(gainsOf(evidence, library.collection, 'translations'));
  const shown = lang === undefined ? languages : [lang];
  return positions.map((position, place) => {
    const excerpts = shown.flatMap((language): [Language, string][] => {
      const passages = library.body(position, `passages.${language}`).toString('utf8');
      const excerpt = excerptOf(passages) ?? translatedExcerptOf(passages);
      return excerpt === undefined ? [] : [[language, excerpt]];
    });
    return { matched: matched[place] as LanguageChoice, snippet: Object.fromEntries(excerpts) };
  });
}

/** Cuts excerpts around terms; what is known of a word is kept from one text to the next. */
function excerpterFor(gains: ReadonlyMap<string, number>): (passages: string) => string | undefined {
  const scan = scannerFor([...gains.keys()]);
  const gainOf = (term: string): number => gains.get(term) ?? 0;
  return (passages) => snippetOf(passages, scan(passages), gainOf);
}

/** The JSON text of an item with what the query adds; `item` is a JSON object. */
export function withAdditions(item: Buffer, additions: ItemAdditions): (Buffer | string)[] {
  return [item.subarray(0, -1), `,${JSON.stringify(additions).slice(1)}`];
}

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
