// What a query adds to the prebuilt items of a search: the language it was found in, and excerpts.
import { z } from 'zod';
import { analyse } from '../../build/edition/analysis.ts';
import { bilingual } from '../../build/edition/article.ts';
import { type Language, type LanguageChoice, languages } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import { type Evidence, matchedLanguage } from '../search/matched-language.ts';
import { termsOfQuery } from '../search/query.ts';
import { type Finding, scannerFor } from '../search/scanner.ts';
import { snippetOf } from '../search/snippet.ts';

export interface ItemAdditions {
  matched: LanguageChoice;
  snippet?: { zh?: string; en?: string };
}

/** Says for each position what a query adds to its item; what is known of a word is kept from one item to the next. */
export function additionsFor(
  library: Library,
  { q, lang, snippet }: { q: string; lang?: Language | undefined; snippet: boolean },
): (position: number) => ItemAdditions {
  const weights = weightsFor(library, q);
  const weightOf = (term: string): number => weights.get(term) ?? 0;
  const scan = scannerFor([...weights.keys()]);
  const shown = lang === undefined ? languages : [lang];
  return (position) => {
    const read = (language: Language): string => library.body(position, `passages.${language}`).toString('utf8');
    const passages = { zh: read('zh'), en: read('en') };
    const findings = { zh: scan(passages.zh), en: scan(passages.en) };
    const matched = matchedLanguage(evidenceIn(library, { position, findings, weights }));
    if (!snippet) return { matched };
    const excerpts = shown.flatMap((language): [Language, string][] => {
      const excerpt = snippetOf(passages[language], findings[language], weightOf);
      return excerpt === undefined ? [] : [[language, excerpt]];
    });
    return { matched, snippet: Object.fromEntries(excerpts) };
  };
}

/** The JSON text of an item with what the query adds; `item` is a JSON object. */
export function withAdditions(item: Buffer, additions: ItemAdditions): (Buffer | string)[] {
  return [item.subarray(0, -1), `,${JSON.stringify(additions).slice(1)}`];
}

const itemTexts = z.object({ title: bilingual, summary: bilingual, tags: z.array(z.string()) });

/**
 * Of each language, the weight of the query's terms in its passages, title and summary; tags belong to both. Reads whole texts:
 * an index that knew the languages of its postings could say the same at once.
 */
function evidenceIn(
  library: Library,
  {
    position,
    findings,
    weights,
  }: { position: number; findings: Record<Language, Finding>; weights: ReadonlyMap<string, number> },
): Evidence {
  const texts = itemTexts.parse(JSON.parse(library.body(position, 'item.both').toString('utf8')));
  const evidenceOf = (language: Language): number => {
    const { terms } = findings[language];
    const { title, summary, tags } = texts;
    // Titles keep their stop words in the index.
    const held = new Set([
      ...terms,
      ...analyse(title[language] ?? '', 'keep'),
      ...analyse([summary[language] ?? '', ...tags].join('\n')),
    ]);
    let evidence = 0;
    for (const [term, weight] of weights) if (held.has(term)) evidence += weight;
    return evidence;
  };
  return { zh: evidenceOf('zh'), en: evidenceOf('en') };
}

/** The terms of a query with what each says: its weight times its rarity, as in the ranking. */
export function weightsFor(library: Library, q: string): Map<string, number> {
  return new Map(
    termsOfQuery(q).map(({ term, weight }) => {
      const holding = library.postings(term).reduce((sum, positions) => sum + (positions?.length ?? 0), 0);
      return [term, weight * Math.log(1 + (library.size - holding + 0.5) / (holding + 0.5))];
    }),
  );
}
