// Suggests words of the index for an unknown word: longer words that begin with it, or else words within one or two edits.
// Chinese words get no suggestions, because the search already uses their single characters besides their pairs.
import { holdsHan } from '../../build/edition/analysis.ts';

export interface NearTerm {
  term: number;
  /** The weight of an occurrence of this term, as a share of the weight of the word itself. */
  share: number;
}

export interface Dictionary {
  /** Index words that count as evidence of an unknown word; best first. */
  near(word: string): NearTerm[];
  /**
   * Index words to suggest for an unknown word. They also count as evidence of a long word when no term of the query has evidence.
   * A wrong suggestion does no harm, so this function allows more edits and shorter words than `near`.
   */
  like(word: string): NearTerm[];
}

const prefixShare = 0.7;
/** Number of edits between the unknown word and an index word → the share with which the index word counts. */
const typoShares = [1, 0.7, 0.5, 0.3];
/** The least lengths at which words are looked up. Shorter words are a prefix or a misspelling of too many others. */
const prefixLengthMin = 3;
const typoLengthMin = 4;
const twoTyposLengthMin = 8;
/**
 * If no index word is one edit away from a word of at least this length, index words that are two edits away are used. They must begin with
 * the same letter. At most `lastTyposMax` of them are kept.
 */
const lastTyposLengthMin = 5;
const lastTyposMax = 3;
/** A suggested word may differ from the unknown word by one edit for every three letters (rounded up), but by no more than this. */
const likeSlipsMax = 3;
/** The maximum number of index words that are returned for an unknown word. */
const nearMax = 8;
/** `names` are the terms of the index, `frequencies` their document frequencies. */
export function openDictionary(names: readonly string[], frequencies: ArrayLike<number>): Dictionary {
  const lengthOf = (term: number): number => (names[term] as string).length;
  /** The terms with letters of an alphabet, the shortest first. */
  const words = [...names.keys()]
    .filter((term) => lengthOf(term) > 1 && !holdsHan(names[term] as string))
    .sort((left, right) => lengthOf(left) - lengthOf(right));
  const commoner = (left: number, right: number): number =>
    (frequencies[right] as number) - (frequencies[left] as number);

  function longerThan(word: string): NearTerm[] {
    return words
      .filter((term) => (names[term] as string).startsWith(word))
      .sort((left, right) => lengthOf(left) - lengthOf(right) || commoner(left, right))
      .slice(0, nearMax)
      .map((term) => ({ term, share: prefixShare }));
  }

  function misspelt(word: string, slips: number, { isSameStart = false } = {}): NearTerm[] {
    let found: { term: number; distance: number; sameStart: boolean }[] = [];
    let nearest = slips;
    for (const term of words) {
      const name = names[term] as string;
      const sameStart = name[0] === word[0];
      if (isSameStart && !sameStart) continue;
      const distance = distanceWithin(word, name, nearest);
      if (distance > nearest) continue;
      if (distance < nearest) found = [];
      nearest = distance;
      found.push({ term, distance, sameStart });
    }
    return found
      .sort((left, right) => Number(right.sameStart) - Number(left.sameStart) || commoner(left.term, right.term))
      .slice(0, nearMax)
      .map(({ term, distance }) => ({ term, share: typoShares[distance] ?? 0 }));
  }

  return {
    near(word) {
      if (word.length < prefixLengthMin || holdsHan(word)) return [];
      const longer = longerThan(word);
      if (longer.length > 0) return longer;
      if (word.length < typoLengthMin) return misspelt(word, 1, { isSameStart: true }).slice(0, lastTyposMax);
      const slips = word.length >= twoTyposLengthMin ? 2 : 1;
      const found = misspelt(word, slips);
      if (found.length > 0 || slips === 2 || word.length < lastTyposLengthMin) return found;
      return misspelt(word, 2, { isSameStart: true }).slice(0, lastTyposMax);
    },
    like(word) {
      if (word.length < prefixLengthMin || holdsHan(word)) return [];
      return misspelt(word, Math.min(likeSlipsMax, Math.ceil(word.length / 3)));
    },
  };
}

// Edit distance between two words.

/** Three rows of the table of distances, allocated once. */
let before = new Uint16Array(128);
let last = new Uint16Array(128);
let current = new Uint16Array(128);

/**
 * The optimal string alignment distance of two words (Damerau–Levenshtein without a second edit in an exchanged pair), or
 * `limit + 1` when it is more than `limit`. Each word has at most 127 UTF-16 code units.
 */
function distanceWithin(left: string, right: string, limit: number): number {
  const [rows, columns] = [left.length, right.length];
  if (Math.abs(rows - columns) > limit) return limit + 1;
  for (let column = 0; column <= columns; column += 1) last[column] = column;
  for (let row = 1; row <= rows; row += 1) {
    let least = row;
    current[0] = row;
    const unit = left.charCodeAt(row - 1);
    for (let column = 1; column <= columns; column += 1) {
      const other = right.charCodeAt(column - 1);
      let cost = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (unit === other ? 0 : 1),
      );
      const isExchange =
        row > 1 && column > 1 && unit === right.charCodeAt(column - 2) && other === left.charCodeAt(row - 2);
      if (isExchange) cost = Math.min(cost, (before[column - 2] as number) + 1);
      current[column] = cost;
      if (cost < least) least = cost;
    }
    // The values of all later rows exceed the limit too. Even an exchange of letters only skips this row: it adds 1 to a value of the
    // row before this one, and these values are at least `limit`.
    if (least > limit) return limit + 1;
    [before, last, current] = [last, current, before];
  }
  return Math.min(limit + 1, last[columns] as number);
}
