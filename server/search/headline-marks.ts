// Where the headlines of an article have a term, and how much of a headline it is at most, as one byte: enough to see of most
// articles that their headlines cannot bring them to the front.
import { headlineKinds } from '../../build/edition/search-tables.ts';
import { type Collection, massOf, nameOf } from './collection.ts';

/** Where an article has a term, as bits. A title is a headline, and its words are names. */
export const whereabouts = { name: 1, headline: 2, title: 4, item: 8 } as const;

const whereaboutsOf = headlineKinds.map((kind) => {
  if (kind === 'name') return whereabouts.name;
  if (kind === 'title') return whereabouts.name | whereabouts.title | whereabouts.headline;
  return kind === 'item' ? whereabouts.item : whereabouts.headline;
});

/** What part of a headline a term is, on scales whose steps are equal factors, from 1 to the greatest; 0 for none. */
const headlineLevels = 13;
const itemLevels = 5;
const headlineStep = 1.33;
const itemStep = 1.7;
/** With no item: nowhere, a name, or each level of a headline that is a title, in a name besides, or neither. */
const codes = 2 + 3 * headlineLevels;

interface Meaning {
  where: number;
  headline: number;
  item: number;
}

const meanings = Array.from({ length: codes * (itemLevels + 1) }, (_, code): Meaning => {
  const item = Math.floor(code / codes);
  const own = code % codes;
  const ofItem = item === 0 ? 0 : whereabouts.item;
  if (own < 2) return { where: own | ofItem, headline: 0, item };
  const ofHeadline = [0, whereabouts.name, whereabouts.name | whereabouts.title][(own - 2) % 3] ?? 0;
  return { where: ofHeadline | whereabouts.headline | ofItem, headline: 1 + Math.floor((own - 2) / 3), item };
});

function codeOf(where: number, headline: number, item: number): number {
  const isTitle = (where & whereabouts.title) !== 0;
  const named = where & whereabouts.name;
  return item * codes + (headline === 0 ? named : 2 + 3 * (headline - 1) + (isTitle ? 2 : named));
}

/** Byte → where, as `whereabouts`. */
export const whereOf = Uint8Array.from(meanings, ({ where }) => where);
const headlineOf = Uint8Array.from(meanings, ({ headline }) => headline);
const itemOf = Uint8Array.from(meanings, ({ item }) => item);

/** Byte → the greatest part that the term is of a headline that is no item, or of an item. */
export const headlineShares = Float64Array.from(meanings, ({ headline }) =>
  headline === 0 ? 0 : headlineStep ** (headline - headlineLevels),
);
export const itemShares = Float64Array.from(meanings, ({ item }) => (item === 0 ? 0 : itemStep ** (item - itemLevels)));
/** Byte → 1 where the term stands anywhere. */
export const isMarked = Float64Array.from(meanings, (_, code) => Number(code !== 0));

/** Share in 255ths, rounded up → the level that is no smaller. */
const levelsOf = (step: number, levels: number): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, share) => {
    let level = levels;
    while (level > 1 && step ** (level - 1 - levels) >= share / 255) level -= 1;
    return level;
  });
const headlineLevelOf = levelsOf(headlineStep, headlineLevels);
const itemLevelOf = levelsOf(itemStep, itemLevels);

/** Notes in a row of a byte for each position where its article has a term. */
export function mark(term: number, row: Uint8Array, collection: Collection): void {
  const { headlinesOf, articleOf, tables, headlineMass } = collection;
  const { starts, members } = headlinesOf;
  const mass = massOf(nameOf(term, collection), collection.rarity[term] as number, false);
  const end = starts[term + 1] as number;
  for (let at = starts[term] as number; at < end; at += 1) {
    const headline = members[at] as number;
    const position = articleOf[headline] as number;
    const own = whereaboutsOf[tables.headlineKinds[headline] as number] as number;
    const before = row[position] as number;
    const share = Math.min(255, Math.ceil((255 * mass) / (headlineMass[headline] as number)));
    let [level, itemLevel] = [headlineOf[before] as number, itemOf[before] as number];
    if ((own & whereabouts.item) !== 0) itemLevel = Math.max(itemLevel, itemLevelOf[share] as number);
    else if (own !== whereabouts.name) level = Math.max(level, headlineLevelOf[share] as number);
    row[position] = codeOf(own | (whereOf[before] as number), level, itemLevel);
  }
}

export function unmark(
  term: number,
  row: Uint8Array,
  { headlinesOf: { starts, members }, articleOf }: Collection,
): void {
  const end = starts[term + 1] as number;
  for (let at = starts[term] as number; at < end; at += 1) row[articleOf[members[at] as number] as number] = 0;
}
