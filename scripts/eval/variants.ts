// Queries as people also type them: with a typing error, cut short, in Traditional characters, in full width, in two
// languages at once. The same queries give the same variants. Pure.
import { Converter } from 'opencc-js/cn2t';
import { holdsHan } from '../../build/edition/analysis.ts';
import type { JudgedQuery, QuerySet } from './queries.ts';
import { oneOf, type Random, randomFrom } from './random.ts';

/** `same` is every third query as it is: what the others are to be compared with. */
export const variantNames = ['same', 'typo1', 'typo2', 'cut60', 'traditional', 'fullwidth', 'half'] as const;
export type VariantName = (typeof variantNames)[number];

/** Each variant is made of every so many-th query of a set. */
const everyNth = 3;
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** For each set and variant the queries that it changes; sets in which it changes none are left out. */
export function variantSets(sets: readonly QuerySet[], names: readonly VariantName[]): QuerySet[] {
  return names.flatMap((name) =>
    (name === 'half' ? halfSets(sets) : sets.map((set) => changedSet(set, name))).filter(
      ({ queries }) => queries.length > 0,
    ),
  );
}

function changedSet(set: QuerySet, name: Exclude<VariantName, 'half'>): QuerySet {
  const queries = set.queries.flatMap((query, index) => {
    if (index % everyNth !== 0) return [];
    const q = changes[name](query.q, randomFrom(`${name} ${query.q}`));
    return q === query.q && name !== 'same' ? [] : [variantOf(query, q, name)];
  });
  return { ...set, name: `${set.name}+${name}`, queries };
}

const variantOf = (query: JudgedQuery, q: string, name: VariantName): JudgedQuery => ({
  ...query,
  q,
  kind: `${query.kind}+${name}`,
  // However it began, it is no title any more.
  isTitle: query.isTitle === undefined ? undefined : false,
});

const changes: Record<Exclude<VariantName, 'half'>, (query: string, random: Random) => string> = {
  same: (query) => query,
  typo1: (query, random) => withTypos(query, 1, random),
  typo2: (query, random) => withTypos(query, 2, random),
  cut60: (query) => query.replace(latinWord, (word) => (word.length < 5 ? word : word.slice(0, cutLength(word)))),
  traditional: (query) => toTraditional(query),
  // U+0021–U+007E have their full-width forms at U+FF01–U+FF5E.
  fullwidth: (query) =>
    query.replace(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0)),
};

const latinWord = /[A-Za-z]+/g;
const cutLength = (word: string): number => Math.round(word.length * 0.6);
const toTraditional = Converter({ from: 'cn', to: 't' });

/** One typing error in each of so many words of four letters or more, or as many as there are; a lone word gets them all. */
function withTypos(query: string, count: number, random: Random): string {
  const places = [...query.matchAll(latinWord)].filter(([word]) => word.length >= 4).map(({ index }) => index);
  if (places.length === 0) return query;
  const struck = new Set<number>();
  while (struck.size < Math.min(count, places.length)) struck.add(oneOf(places, random));
  const perWord = places.length < count ? count : 1;
  return query.replace(latinWord, (word, at: number) => {
    let changed = word;
    for (let done = 0; struck.has(at) && done < perWord; done += 1) changed = withTypo(changed, random);
    return changed;
  });
}

/** Swaps, drops, doubles or replaces a letter, never the first. The result is another word, still with letters to strike. */
function withTypo(word: string, random: Random): string {
  for (;;) {
    const at = 1 + Math.floor(random() * (word.length - 1));
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    const slips = [
      () => `${before}${after.charAt(0)}${letter}${after.slice(1)}`,
      () => before + after,
      () => before + letter + letter + after,
      () => before + oneOf([...letters], random) + after,
    ];
    const changed = oneOf(slips, random)();
    if (changed !== word) return changed;
  }
}

/** Of two parallel sets, line by line: the first half of the English words, then the second half of the Chinese characters. */
function halfSets(sets: readonly QuerySet[]): QuerySet[] {
  return sets.flatMap((english) => {
    if (english.queries.some(({ language }) => language !== 'en')) return [];
    const chinese = sets.find(
      ({ name, queries }) => name === english.name && queries.every(({ language }) => language === 'zh'),
    );
    if (chinese === undefined) return [];
    const queries = english.queries.flatMap((query, index): JudgedQuery[] => {
      const other = chinese.queries[index];
      if (index % everyNth !== 0 || other === undefined || !isSameNeed(query, other) || !holdsHan(other.q)) return [];
      return [{ ...variantOf(query, joinedHalves(query.q, other.q), 'half'), language: 'mixed' }];
    });
    return [{ ...english, name: `${english.name}+half`, queries }];
  });
}

const isSameNeed = (one: JudgedQuery, other: JudgedQuery): boolean =>
  one.relevant.length === other.relevant.length && one.relevant.every((slug) => other.relevant.includes(slug));

function joinedHalves(english: string, chinese: string): string {
  const words = english.split(/\s+/);
  const characters = [...chinese];
  const kept = words.slice(0, Math.ceil(words.length / 2)).join(' ');
  return `${kept} ${characters.slice(Math.floor(characters.length / 2)).join('')}`;
}
