// Learns pairs of terms with the same meaning from parallel texts: two terms that occur in the same parallel texts, and in few
// others, translate each other (Dice coefficient: Smadja, McKeown & Hatzivassiloglou 1996).
import type { RootContent } from 'mdast';
import { analyse, holdsHan, isSingleHan } from '../edition/analysis.ts';
import type { Bilingual, Language } from '../edition/vocabulary.ts';
import { plainText } from '../source/markdown.ts';
import { hasPlaceholder, type SourceArticle } from '../source/source-article.ts';
import type { Vocabulary } from './occurrences.ts';

/** Fewer common texts may be chance. */
const together = 3;
/** dice(z, e) = 2·n(z, e) / (n(z) + n(e)), n counting parallel texts. */
const diceMin = 0.25;
/** The number of best translations kept: an English word has several Chinese bigrams, a bigram seldom more than two words. */
const bestOfChinese = 2;
const bestOfEnglish = 4;

export interface Translation {
  from: number;
  to: number;
  /** From 0 to 1. */
  dice: number;
}

/**
 * The translations learned from articles, in both directions, best first for each term. `articles` are iterated more than once.
 * `orderOf` numbers the terms of the collection; terms without a number are ignored.
 */
export function translationsOf(articles: Iterable<Uint32Array>, orderOf: Int32Array): Translation[] {
  const { zh, en, texts: count } = textsByTerm(articles, orderOf);
  const { frequencies, ranked, starts, ranks } = ranksByText(en, count);
  const found: Translation[] = [];
  const counts = new Uint32Array(ranked.length);
  const met = new Uint32Array(ranked.length);
  for (let term = 0; term < orderOf.length; term += 1) {
    const [from, to] = [zh.starts[term] as number, zh.starts[term + 1] as number];
    if (from === to) continue;
    const least = firstAtLeast(frequencies, (to - from) / frequencyRatioMax);
    const end = firstAtLeast(frequencies, (to - from) * frequencyRatioMax + 1);
    let metCount = 0;
    for (let at = from; at < to; at += 1) {
      const text = zh.texts[at] as number;
      const first = starts[text] as number;
      for (let place = (starts[text + 1] as number) - 1; place >= first; place -= 1) {
        const rank = ranks[place] as number;
        if (rank < least) break;
        if (rank >= end) continue;
        if (counts[rank] === 0) {
          met[metCount] = rank;
          metCount += 1;
        }
        counts[rank] = (counts[rank] as number) + 1;
      }
    }
    for (let at = 0; at < metCount; at += 1) {
      const rank = met[at] as number;
      const common = counts[rank] as number;
      counts[rank] = 0;
      if (common < together) continue;
      const dice = (2 * common) / (to - from + (frequencies[rank] as number));
      if (dice < diceMin) continue;
      found.push({ from: orderOf[term] as number, to: orderOf[ranked[rank] as number] as number, dice });
    }
  }
  const reversed = found.map(({ from, to, dice }) => ({ from: to, to: from, dice }));
  return [...bestOfEach(found, bestOfChinese), ...bestOfEach(reversed, bestOfEnglish)].sort(byFrom);
}

/** n(z, e) is at most the smaller of n(z) and n(e), so beyond this ratio no pair reaches `diceMin`. */
const frequencyRatioMax = 2 / diceMin - 1;

/** The parallel texts of every term, one term after the other, ascending; and the start offset of each. */
interface TextsByTerm {
  starts: Uint32Array;
  texts: Uint32Array;
}

/** Terms in too few texts cannot have a translation. They are the majority and get no texts here. */
function textsByTerm(
  articles: Iterable<Uint32Array>,
  orderOf: Int32Array,
): { zh: TextsByTerm; en: TextsByTerm; texts: number } {
  const frequencies = [new Uint32Array(orderOf.length), new Uint32Array(orderOf.length)] as const;
  const texts = eachParallelTerm(articles, (side, term) => {
    frequencies[side][term] = (frequencies[side][term] as number) + 1;
  });
  const sides = frequencies.map((frequency): TextsByTerm => {
    const starts = new Uint32Array(orderOf.length + 1);
    for (let term = 0; term < orderOf.length; term += 1) {
      const own = frequency[term] as number;
      starts[term + 1] = (starts[term] as number) + (own >= together && orderOf[term] !== -1 ? own : 0);
    }
    return { starts, texts: new Uint32Array(starts[orderOf.length] as number) };
  });
  const [zh, en] = sides as [TextsByTerm, TextsByTerm];
  const next = [zh.starts.slice(), en.starts.slice()] as const;
  const filled = [zh, en] as const;
  eachParallelTerm(articles, (side, term, text) => {
    const { starts, texts: own } = filled[side];
    const at = next[side][term] as number;
    if (at === starts[term + 1]) return;
    own[at] = text;
    next[side][term] = at + 1;
  });
  return { zh, en, texts };
}

/** The terms that have texts, rarest first, with their frequencies; and for every text its terms as ascending ranks among them. */
function ranksByText({ starts: termStarts, texts }: TextsByTerm, count: number) {
  const frequencyOf = (term: number): number => (termStarts[term + 1] as number) - (termStarts[term] as number);
  const terms = new Uint32Array(termStarts.length - 1).map((_, term) => term);
  const ranked = terms
    .filter((term) => frequencyOf(term) > 0)
    .sort((left, right) => frequencyOf(left) - frequencyOf(right));
  const starts = new Uint32Array(count + 1);
  for (const text of texts) starts[text + 1] = (starts[text + 1] as number) + 1;
  for (let text = 0; text < count; text += 1)
    starts[text + 1] = (starts[text + 1] as number) + (starts[text] as number);
  const ranks = new Uint32Array(texts.length);
  const next = starts.slice();
  // In order of rank, so that those of a text ascend.
  for (let rank = 0; rank < ranked.length; rank += 1) {
    const end = termStarts[(ranked[rank] as number) + 1] as number;
    for (let at = termStarts[ranked[rank] as number] as number; at < end; at += 1) {
      const text = texts[at] as number;
      ranks[next[text] as number] = rank;
      next[text] = (next[text] as number) + 1;
    }
  }
  return { frequencies: ranked.map(frequencyOf), ranked, starts, ranks };
}

/** The first index whose value is at least `wanted`; values ascend. */
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

// Parallel texts of an article, as terms: title beside title, heading beside heading, paragraph beside paragraph. From many of them
// the build learns pairs of terms with the same meaning.

/** In a longer text, too many terms could correspond. */
const termsMax = 400;

/** Distinct Chinese bigrams and English words. */
export type Parallel = Bilingual<string[]>;

export function parallelsOf({ fields, parts, texts }: SourceArticle): Parallel[] {
  const written = texts.pairs.filter((pair) => !hasPlaceholder(pair));
  return [
    fields.title,
    fields.summary,
    ...aligned(headings(parts.zh.content), headings(parts.en.content)),
    ...aligned(blocks(parts.zh.content), blocks(parts.en.content)),
    ...written.map(({ question }) => question),
    ...written.flatMap(({ answerNodes }) => aligned(blocks(answerNodes.zh), blocks(answerNodes.en))),
  ].flatMap(({ zh, en }) => {
    const parallel = { zh: chineseTerms(zh), en: englishTerms(en) };
    const sizes = [parallel.zh.length, parallel.en.length];
    return Math.min(...sizes) > 0 && Math.max(...sizes) <= termsMax ? [parallel] : [];
  });
}

interface Block {
  type: string;
  text: string;
}

const headings = (content: readonly RootContent[]): Block[] =>
  content.filter(({ type }) => type === 'heading').map((node) => ({ type: 'heading', text: plainText([node]) }));
const blocks = (content: readonly RootContent[]): Block[] =>
  content.filter(({ type }) => type !== 'heading').map((node) => ({ type: node.type, text: plainText([node]) }));

/** Pairs by order; none when the languages have different numbers. Code is the same in both languages and excluded. */
function aligned(zh: readonly Block[], en: readonly Block[]): Bilingual[] {
  if (zh.length !== en.length) return [];
  return zh.flatMap((block, at): Bilingual[] => {
    const other = en[at];
    return other?.type === block.type && block.type !== 'code' ? [{ zh: block.text, en: other.text }] : [];
  });
}

const englishWord = /^[a-z]{2,}$/;
const chineseTerms = (text: string): string[] => [
  ...new Set(analyse(text).filter((term) => holdsHan(term) && !isSingleHan(term))),
];
const englishTerms = (text: string): string[] => [...new Set(analyse(text).filter((term) => englishWord.test(term)))];

const sides: readonly Language[] = ['zh', 'en'];

/** Parallels as numbers, one after the other: the number of Chinese terms, these, the number of English ones, these. */
export function packParallels(parallels: readonly Parallel[], vocabulary: Vocabulary): Uint32Array {
  return Uint32Array.from(
    parallels.flatMap((parallel) =>
      sides.flatMap((side) => [parallel[side].length, ...parallel[side].map((term) => vocabulary.numberOf(term))]),
    ),
  );
}

/**
 * Calls `each` for every term of packed parallels: 0 for Chinese or 1 for English, its number, and the number of its parallel over
 * all articles. Returns the number of parallels. Allocates nothing, because there are millions of terms.
 */
export function eachParallelTerm(
  articles: Iterable<Uint32Array>,
  each: (side: 0 | 1, term: number, parallel: number) => void,
): number {
  let parallel = 0;
  for (const packed of articles) {
    for (let at = 0; at < packed.length; parallel += 1) {
      const chinese = at + 1 + (packed[at] as number);
      for (at += 1; at < chinese; at += 1) each(0, packed[at] as number, parallel);
      const english = at + 1 + (packed[at] as number);
      for (at += 1; at < english; at += 1) each(1, packed[at] as number, parallel);
    }
  }
  return parallel;
}
