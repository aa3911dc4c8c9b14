// The reference ranking: a naive implementation with maps and loops over the data of an edition, without precomputation or
// reuse. The real ranking must find the same articles in the same order, so both must compute exactly the same floating-point sums.
// Both therefore add up in the order of the terms in the query.
import { analyse, holdsHan, isCommonWord, isSingleHan } from '../../../build/edition/analysis.ts';
import { impactOfSlot, positionOf, postingsOf, type SearchIndex } from '../../../build/edition/search-index.ts';
import { headlineKinds, type SearchTables } from '../../../build/edition/search-tables.ts';
import { type Query, readQuery } from '../../../server/search/query.ts';
import { type ReferenceNear, referenceDictionary } from './reference-near.ts';

export interface Indexed {
  index: SearchIndex;
  /** The terms of the index, in the order in which its exported parts list them. */
  names: readonly string[];
  tables: SearchTables;
  /** Position → rank. Of articles with equal scores, the one with the smaller rank comes first. */
  tieRank: ArrayLike<number>;
}

/** Returns the positions of all matches of a query that `isAllowed` accepts, best first. */
export type ReferenceRank = (query: string, isAllowed: (position: number) => boolean) => number[];

/**
 * The terms that can match one word of the query: its own term and translations, or similar spellings. Term → the factor by which
 * the impact of the term in an article is multiplied. In each article only the highest product counts.
 */
type Alternatives = Map<number, number>;

interface Evidence {
  alternatives: Alternatives;
  isSupporting: boolean;
}

interface Headline {
  kind: string;
  terms: ReadonlySet<number>;
  mass: number;
}

const isPair = (name: string): boolean => holdsHan(name) && !isSingleHan(name);

function massOf(name: string, rarity: number, isAmongPairs: boolean): number {
  if (isCommonWord(name)) return rarity * 0.3;
  return isAmongPairs && isSingleHan(name) ? rarity * 0.5 : rarity;
}

export function referenceRanking({ index, names, tables, tieRank }: Indexed): ReferenceRank {
  const size = tieRank.length;
  const allNames = [...names, ...tables.extraTerms];
  const numbers = new Map(allNames.map((name, term) => [name, term]));
  const impacts = names.map(
    (name) =>
      new Map(
        postingsOf(index, name).flatMap((ids, slot) =>
          (ids ?? []).map((id): [number, number] => [positionOf(id), impactOfSlot(slot)]),
        ),
      ),
  );
  const rarities = allNames.map((_, term) => rarityOf(impacts[term]?.size ?? 0));
  const nameOf = (term: number): string => allNames[term] ?? '';
  const rarity = (term: number): number => rarities[term] ?? Number.NaN;
  const dictionary = referenceDictionary(
    names,
    impacts.map((own) => own.size),
  );
  const headlines = Array.from({ length: size }, (_, position) => headlinesOf(position));
  const namesIn = headlines.map(namesOf);
  const translations = translationsByTerm();

  /** The inverse document frequency of Robertson and Spärck Jones, in the form that is never negative. */
  function rarityOf(frequency: number): number {
    return Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
  }

  const inIndex = (name: string): number | undefined => {
    const term = numbers.get(name);
    return term !== undefined && term < names.length ? term : undefined;
  };

  function headlinesOf(position: number): Headline[] {
    const found: Headline[] = [];
    for (let at = tables.articleStarts[position] ?? 0; at < (tables.articleStarts[position + 1] ?? 0); at += 1) {
      const terms = [...tables.headlineTerms.subarray(tables.headlineStarts[at], tables.headlineStarts[at + 1])];
      const isAmongPairs = terms.some((term) => isPair(nameOf(term)));
      let mass = 0;
      for (const term of terms) mass += massOf(nameOf(term), rarity(term), isAmongPairs);
      found.push({ kind: headlineKinds[tables.headlineKinds[at] ?? 0] ?? '', terms: new Set(terms), mass });
    }
    return found;
  }

  /** The terms of an article's titles and slug, without single Han characters. */
  function namesOf(own: readonly Headline[]): Set<number> {
    const naming = own.filter(({ kind }) => kind === 'title' || kind === 'name');
    return new Set(naming.flatMap(({ terms }) => [...terms].filter((term) => !isSingleHan(nameOf(term)))));
  }

  function translationsByTerm(): Map<number, [other: number, sureness: number][]> {
    const found = new Map<number, [other: number, sureness: number][]>();
    tables.translationFrom.forEach((from, at) => {
      const own = found.get(from) ?? [];
      own.push([tables.translationTo[at] ?? 0, (tables.translationDice[at] ?? 0) / 255]);
      found.set(from, own);
    });
    return found;
  }

  function read(query: Query, meantBy: (word: string) => ReferenceNear[]) {
    const asked = new Set(query.terms.map(({ term }) => inIndex(term)));
    const near = new Map<string, ReferenceNear[]>();
    const evidence = query.terms.map(({ term: name, weight: whole, isSupporting, partOf }): Evidence => {
      const isPart = partOf !== undefined && inIndex(partOf) !== undefined;
      const weight = whole * (isPart ? 0.5 : 1);
      const term = inIndex(name);
      if (term === undefined) {
        const meant = meantBy(name);
        near.set(name, meant);
        return {
          alternatives: new Map(meant.map((other) => [other.term, weight * other.share * rarity(other.term)])),
          isSupporting,
        };
      }
      const alternatives: Alternatives = new Map([[term, weight * rarity(term)]]);
      if (!isPart) addTranslations(term, weight, { asked, alternatives });
      return { alternatives, isSupporting };
    });
    for (const name of query.joined) {
      const term = inIndex(name);
      if (term !== undefined && !asked.has(term))
        evidence.push({ alternatives: new Map([[term, 1.5 * rarity(term)]]), isSupporting: false });
    }
    return { evidence: evidence.filter(({ alternatives }) => alternatives.size > 0), near };
  }

  function addTranslations(
    term: number,
    weight: number,
    { asked, alternatives }: { asked: ReadonlySet<number | undefined>; alternatives: Alternatives },
  ): void {
    for (const [other, sureness] of translations.get(term) ?? []) {
      if (asked.has(other)) continue;
      alternatives.set(other, weight * 1.4 * sureness * Math.min(rarity(other), 1.2 * rarity(term)));
    }
  }

  /**
   * Position → score. Supporting evidence adds to the score of articles that match other evidence. It counts for all articles only if
   * no article matches other evidence.
   */
  function scoresBy(evidence: readonly Evidence[]): Map<number, number> {
    const scores = new Map<number, number>();
    const add = ({ alternatives }: Evidence, isCounted: (position: number) => boolean): void => {
      const gains = new Map<number, number>();
      for (const [term, gain] of alternatives) {
        for (const [position, impact] of impacts[term] ?? [])
          gains.set(position, Math.max(gains.get(position) ?? 0, gain * impact));
      }
      for (const [position, gain] of gains)
        if (isCounted(position)) scores.set(position, (scores.get(position) ?? 0) + gain);
    };
    for (const own of evidence) if (!own.isSupporting) add(own, () => true);
    const isFound = scores.size > 0;
    for (const own of evidence) if (own.isSupporting) add(own, (position) => !isFound || scores.has(position));
    return scores;
  }

  function massesOf(text: string, near: ReadonlyMap<string, readonly ReferenceNear[]>) {
    const terms = [...new Set(analyse(text, 'keep'))];
    const isAmongPairs = terms.some(isPair);
    const masses = new Map<number, number>();
    let total = 0;
    for (const name of terms) {
      const term = numbers.get(name);
      const meant = near.get(name) ?? [];
      for (const other of meant) if (!masses.has(other.term)) masses.set(other.term, rarity(other.term) * other.share);
      const own = massOf(name, term === undefined ? rarityOf(0) : rarity(term), isAmongPairs);
      if (meant.length === 0 && term !== undefined) masses.set(term, own);
      total += meant.length > 0 ? Math.max(...meant.map((other) => rarity(other.term))) : own;
    }
    return { masses, total };
  }

  /** The similarity between the query and the headlines of an article. `server/search/headlines.ts` explains the formula. */
  function bonusOf(position: number, { masses, total, hasHan }: ReturnType<typeof massesOf> & { hasHan: boolean }) {
    const ownNames = namesIn[position] ?? new Set();
    const massOfAll = (isCounted: (term: number) => boolean): number => {
      let sum = 0;
      for (const [term, mass] of masses) if (isCounted(term)) sum += mass;
      return sum;
    };
    const named = massOfAll((term) => ownNames.has(term));
    const greatest = { nearest: 0, title: 0, item: 0 };
    for (const { kind, terms, mass } of headlines[position] ?? []) {
      const shared = massOfAll((term) => terms.has(term));
      if (kind === 'name' || shared === 0) continue;
      const beside = named - massOfAll((term) => terms.has(term) && ownNames.has(term));
      const overlap = shared + beside;
      const z = (overlap * overlap) / (total * (mass + beside));
      if (kind === 'item') greatest.item = Math.max(greatest.item, z);
      else greatest.nearest = Math.max(greatest.nearest, z);
      if (kind === 'title') greatest.title = Math.max(greatest.title, z);
    }
    const ofWords = 6 * greatest.nearest ** (hasHan ? 2 : 2.5) + greatest.nearest ** 16;
    return 0.25 * total * (ofWords + greatest.title + 2 * greatest.item ** 4);
  }

  return (text, isAllowed) => {
    const query = readQuery(text);
    let { evidence, near } = read(query, dictionary.near);
    if (evidence.length === 0)
      ({ evidence, near } = read(query, (word) => (word.length >= 8 ? dictionary.like(word) : [])));
    const scores = [...scoresBy(evidence)]
      .filter(([position]) => isAllowed(position))
      .map(([position, score]) => ({ position, score: Math.fround(score) }));
    const inOrder = (some: typeof scores): typeof scores =>
      some.sort((left, right) => right.score - left.score || rankOf(left.position) - rankOf(right.position));
    const rankOf = (position: number): number => tieRank[position] ?? 0;
    inOrder(scores);
    const asked = { ...massesOf(query.text, near), hasHan: query.hasHan };
    const best = scores
      .slice(0, 200)
      .map(({ position, score }) => ({ position, score: Math.fround(score + bonusOf(position, asked)) }));
    return [...inOrder(best), ...scores.slice(200)].map(({ position }) => position);
  };
}
