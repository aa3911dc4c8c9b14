// Which terms of the two languages mean the same, learned from texts that stand in both: two terms that occur in the same
// parallel texts, and in few others, belong together (Dice coefficient: Smadja, McKeown & Hatzivassiloglou 1996).
import { eachParallel } from './parallels.ts';

/** Fewer common texts are chance. */
const together = 3;
/** dice(z, e) = 2·n(z, e) / (n(z) + n(e)), n counting parallel texts. */
const diceMin = 0.25;
/** The best so many are kept: an English word has several Chinese bigrams, a bigram seldom more than two words. */
const bestOfChinese = 2;
const bestOfEnglish = 4;

export interface Translation {
  from: number;
  to: number;
  /** From 0 to 1. */
  dice: number;
}

/**
 * The translations that articles teach, in both directions, best first for each term. `orderOf` numbers the terms of the
 * collection; terms that have no number are in none.
 */
export function translationsOf(articles: readonly Uint32Array[], orderOf: Int32Array): Translation[] {
  const { zh, en } = sidesOf(articles, orderOf);
  const { starts, texts } = textsByTerm(zh);
  const { frequencies, ranked, ranks } = rankedByFrequency(en);
  const found: Translation[] = [];
  const counts = new Uint32Array(ranked.length);
  for (let term = 0; term < orderOf.length; term += 1) {
    const [from, to] = [starts[term] as number, starts[term + 1] as number];
    if (from === to) continue;
    const least = firstAtLeast(frequencies, (to - from) / frequencyRatioMax);
    const end = firstAtLeast(frequencies, (to - from) * frequencyRatioMax + 1);
    const met: number[] = [];
    for (let at = from; at < to; at += 1) {
      const own = ranks[texts[at] as number] as Uint32Array;
      for (let place = own.length - 1; place >= 0; place -= 1) {
        const rank = own[place] as number;
        if (rank < least) break;
        if (rank >= end) continue;
        if (counts[rank] === 0) met.push(rank);
        counts[rank] = (counts[rank] as number) + 1;
      }
    }
    for (const rank of met) {
      const common = counts[rank] as number;
      counts[rank] = 0;
      const dice = (2 * common) / (to - from + (frequencies[rank] as number));
      if (common >= together && dice >= diceMin) found.push({ from: term, to: ranked[rank] as number, dice });
    }
  }
  const numbered = found.map(({ from, to, dice }) => ({ from: orderOf[from] ?? 0, to: orderOf[to] ?? 0, dice }));
  const reversed = numbered.map(({ from, to, dice }) => ({ from: to, to: from, dice }));
  return [...bestOfEach(numbered, bestOfChinese), ...bestOfEach(reversed, bestOfEnglish)].sort(byFrom);
}

/** n(z, e) is at most the smaller of n(z) and n(e), so that no pair reaches `diceMin` when one is so many times the other. */
const frequencyRatioMax = 2 / diceMin - 1;

interface Side {
  /** For every term, how many parallel texts have it. */
  frequency: Uint32Array;
  /** For every parallel text, its terms that can be in a translation. */
  terms: Uint32Array[];
}

/** Terms in too few texts can be in no translation, and are most of all terms. */
function sidesOf(articles: readonly Uint32Array[], orderOf: Int32Array): { zh: Side; en: Side } {
  const newSide = (): Side => ({ frequency: new Uint32Array(orderOf.length), terms: [] });
  const [zh, en] = [newSide(), newSide()];
  const count = ({ frequency }: Side, terms: Uint32Array): void => {
    for (const term of terms) frequency[term] = (frequency[term] as number) + 1;
  };
  const add = ({ frequency, terms }: Side, own: Uint32Array): void => {
    terms.push(own.filter((term) => (frequency[term] as number) >= together && orderOf[term] !== -1));
  };
  for (const step of [count, add]) {
    for (const packed of articles) {
      eachParallel(packed, (chinese, english) => {
        step(zh, chinese);
        step(en, english);
      });
    }
  }
  return { zh, en };
}

/** The parallel texts of every term, one term after the other, and where those of each begin. */
function textsByTerm({ frequency, terms }: Side): { starts: Uint32Array; texts: Uint32Array } {
  const starts = new Uint32Array(frequency.length + 1);
  for (const own of terms) for (const term of own) starts[term + 1] = (starts[term + 1] as number) + 1;
  for (let term = 0; term < frequency.length; term += 1) {
    starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
  }
  const texts = new Uint32Array(starts[frequency.length] as number);
  const next = starts.slice();
  terms.forEach((own, text) => {
    for (const term of own) {
      texts[next[term] as number] = text;
      next[term] = (next[term] as number) + 1;
    }
  });
  return { starts, texts };
}

/** The terms that are in enough texts, rarest first, with their frequencies; and every text as ranks among them, ascending. */
function rankedByFrequency({ frequency, terms }: Side) {
  const all = Uint32Array.from(frequency.keys()).filter((term) => (frequency[term] as number) >= together);
  const ranked = all.sort((left, right) => (frequency[left] as number) - (frequency[right] as number));
  const rankOf = new Uint32Array(frequency.length);
  ranked.forEach((term, rank) => {
    rankOf[term] = rank;
  });
  const ranks = terms.map((own) => own.map((term) => rankOf[term] as number).sort());
  return { frequencies: ranked.map((term) => frequency[term] as number), ranked, ranks };
}

/** Where the values, which ascend, reach one. */
function firstAtLeast(values: Uint32Array, wanted: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

const byFrom = (left: Translation, right: Translation): number =>
  left.from - right.from || right.dice - left.dice || left.to - right.to;

function bestOfEach(translations: readonly Translation[], best: number): Translation[] {
  const sorted = [...translations].sort(byFrom);
  let rank = 0;
  return sorted.filter(({ from }, at) => {
    rank = at > 0 && sorted[at - 1]?.from === from ? rank + 1 : 0;
    return rank < best;
  });
}
