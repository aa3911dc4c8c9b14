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
  const { zh, en } = textsByTerm(articles, orderOf);
  const found: Translation[] = [];
  const counts = new Uint32Array(orderOf.length);
  for (const [term, texts] of zh.texts) {
    const met: number[] = [];
    for (const text of texts) {
      for (const other of en.terms[text] ?? []) {
        if (counts[other] === 0) met.push(other);
        counts[other] = (counts[other] as number) + 1;
      }
    }
    for (const other of met) {
      const common = counts[other] as number;
      counts[other] = 0;
      const dice = (2 * common) / (texts.length + (en.texts.get(other)?.length ?? 0));
      if (common >= together && dice >= diceMin) found.push({ from: term, to: other, dice });
    }
  }
  const numbered = found.map(({ from, to, dice }) => ({ from: orderOf[from] ?? 0, to: orderOf[to] ?? 0, dice }));
  const reversed = numbered.map(({ from, to, dice }) => ({ from: to, to: from, dice }));
  return [...bestOfEach(numbered, bestOfChinese), ...bestOfEach(reversed, bestOfEnglish)].sort(byFrom);
}

interface Side {
  /** For every parallel text, its terms. */
  terms: number[][];
  /** For every term, the parallel texts that have it. */
  texts: Map<number, number[]>;
}

/** Terms in too few texts can be in no translation, and are most of all terms. */
function textsByTerm(articles: readonly Uint32Array[], orderOf: Int32Array): { zh: Side; en: Side } {
  const frequency = new Uint32Array(orderOf.length);
  const count = (terms: Uint32Array): void => {
    for (const term of terms) frequency[term] = (frequency[term] as number) + 1;
  };
  for (const packed of articles) {
    eachParallel(packed, (zh, en) => {
      count(zh);
      count(en);
    });
  }
  const zh: Side = { terms: [], texts: new Map() };
  const en: Side = { terms: [], texts: new Map() };
  const add = (side: Side, terms: Uint32Array): void => {
    const text = side.terms.length;
    const kept = Array.from(terms).filter((term) => (frequency[term] as number) >= together && orderOf[term] !== -1);
    side.terms.push(kept);
    for (const term of kept) {
      const texts = side.texts.get(term);
      if (texts === undefined) side.texts.set(term, [text]);
      else texts.push(text);
    }
  };
  for (const packed of articles) {
    eachParallel(packed, (chinese, english) => {
      add(zh, chinese);
      add(en, english);
    });
  }
  return { zh, en };
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
