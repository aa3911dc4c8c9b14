// Finds the words that begin with a given word or are spelt like it, by comparing every word of the index. The real dictionary must
// give the same words in the same order.
import { holdsHan } from '../../../build/edition/analysis.ts';

export interface ReferenceNear {
  term: number;
  share: number;
}

export interface ReferenceDictionary {
  near(word: string): ReferenceNear[];
  like(word: string): ReferenceNear[];
}

const typoShares = [1, 0.7, 0.5, 0.3];

/** `frequencies[t]`: the number of articles with the term `names[t]`. */
export function referenceDictionary(names: readonly string[], frequencies: readonly number[]): ReferenceDictionary {
  const words = names
    .map((name, term) => ({ name, term, frequency: frequencies[term] ?? 0 }))
    .filter(({ name }) => name.length > 1 && !holdsHan(name));
  type Word = (typeof words)[number];

  const begunBy = (word: string): ReferenceNear[] =>
    words
      .filter(({ name }) => name.startsWith(word))
      .sort((left, right) => left.name.length - right.name.length || right.frequency - left.frequency)
      .slice(0, 8)
      .map(({ term }) => ({ term, share: 0.7 }));

  function misspelt(word: string, slips: number, { isSameStart = false } = {}): ReferenceNear[] {
    const reached = words
      .filter(({ name }) => Math.abs(name.length - word.length) <= slips && (!isSameStart || name[0] === word[0]))
      .map((other) => ({ ...other, distance: slipsBetween(word, other.name) }))
      .filter(({ distance }) => distance <= slips);
    const least = Math.min(...reached.map(({ distance }) => distance));
    const startsAlike = ({ name }: Word): number => Number(name[0] === word[0]);
    return reached
      .filter(({ distance }) => distance === least)
      .sort((left, right) => left.name.length - right.name.length || left.term - right.term)
      .sort((left, right) => startsAlike(right) - startsAlike(left) || right.frequency - left.frequency)
      .slice(0, 8)
      .map(({ term, distance }) => ({ term, share: typoShares[distance] ?? 0 }));
  }

  return {
    near(word) {
      if (word.length < 3 || holdsHan(word)) return [];
      const longer = begunBy(word);
      if (longer.length > 0) return longer;
      if (word.length < 4) return misspelt(word, 1, { isSameStart: true }).slice(0, 3);
      const found = misspelt(word, word.length < 8 ? 1 : 2);
      if (found.length > 0 || word.length >= 8 || word.length < 5) return found;
      return misspelt(word, 2, { isSameStart: true }).slice(0, 3);
    },
    like(word) {
      if (word.length < 3 || holdsHan(word)) return [];
      return misspelt(word, Math.min(3, Math.ceil(word.length / 3)));
    },
  };
}

/** The number of deleted, inserted, replaced and transposed letters between two words (optimal string alignment). */
function slipsBetween(left: string, right: string): number {
  const table: number[][] = Array.from({ length: left.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number): number => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let column = 0; column <= right.length; column += 1) (table[0] as number[])[column] = column;
  for (let row = 1; row <= left.length; row += 1) {
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isExchange = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      (table[row] as number[])[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isExchange ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(left.length, right.length);
}
