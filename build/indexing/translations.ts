// Learns pairs of terms with the same meaning from parallel texts. Two terms that occur in the same parallel texts, and in few
// others, are translations of each other. The measure is the Dice coefficient (Smadja, McKeown & Hatzivassiloglou 1996).
import type { RootContent } from 'mdast';
import { analyse, holdsHan, isSingleHan } from '../edition/analysis.ts';
import type { Bilingual, Language } from '../edition/vocabulary.ts';
import { plainText } from '../source/markdown.ts';
import { hasPlaceholder, type SourceArticle } from '../source/source-article.ts';
import type { Vocabulary } from './occurrences.ts';

/** The minimum number of parallel texts that contain both terms. With fewer, a pair may be chance. */
const together = 3;
/** The minimum of dice(z, e) = 2·n(z, e) / (n(z) + n(e)), where n is the number of parallel texts with the terms. */
const diceMin = 0.25;
/**
 * The number of translations kept per term, the best first. An English word corresponds to several Chinese bigrams, but a bigram
 * seldom to more than two English words.
 */
const bestOfChinese = 2;
const bestOfEnglish = 4;

export interface Translation {
  from: number;
  to: number;
  /** The Dice coefficient, from 0 to 1. */
  dice: number;
}

/**
 * The translations learned from articles, in both directions, the best first for each term. `articles` holds packed parallels and
 * is iterated more than once. `orderOf` maps terms to their numbers in the index. A term with the number −1 is ignored.
 */
export function translationsOf(articles: Iterable<Uint32Array>, orderOf: Int32Array): Translation[] {
  const { zh, en, texts: count } = textsByTerm(articles, orderOf);
  const english = termsByText(en, count);
  const found: Translation[] = [];
  const counts = new Uint32Array(orderOf.length);
  for (let term = 0; term < orderOf.length; term += 1) {
    const [from, to] = [zh.starts[term] as number, zh.starts[term + 1] as number];
    const met: number[] = [];
    for (let at = from; at < to; at += 1) {
      const text = zh.texts[at] as number;
      const end = english.starts[text + 1] as number;
      for (let place = english.starts[text] as number; place < end; place += 1) {
        const other = english.terms[place] as number;
        if (counts[other] === 0) met.push(other);
        counts[other] = (counts[other] as number) + 1;
      }
    }
    for (const other of met) {
      const common = counts[other] as number;
      counts[other] = 0;
      const dice = (2 * common) / (to - from + (en.starts[other + 1] as number) - (en.starts[other] as number));
      if (common < together || dice < diceMin) continue;
      found.push({ from: orderOf[term] as number, to: orderOf[other] as number, dice });
    }
  }
  const reversed = found.map(({ from, to, dice }) => ({ from: to, to: from, dice }));
  return [...bestOfEach(found, bestOfChinese), ...bestOfEach(reversed, bestOfEnglish)].sort(byFrom);
}

/**
 * The parallel texts that contain each term: those of term t are the elements `starts[t]` to `starts[t + 1] - 1` of `texts`, in
 * ascending order.
 */
interface TextsByTerm {
  starts: Uint32Array;
  texts: Uint32Array;
}

/**
 * Finds the texts of each term. Most terms occur in fewer than `together` texts. They cannot have a translation, and to save
 * memory they get no texts here.
 */
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

/** The terms of each text: those of text t are the elements `starts[t]` to `starts[t + 1] - 1` of `terms`. */
function termsByText({ starts: termStarts, texts }: TextsByTerm, count: number) {
  const starts = new Uint32Array(count + 1);
  for (const text of texts) starts[text + 1] = (starts[text + 1] as number) + 1;
  for (let text = 0; text < count; text += 1)
    starts[text + 1] = (starts[text + 1] as number) + (starts[text] as number);
  const terms = new Uint32Array(texts.length);
  const next = starts.slice();
  for (let term = 0; term + 1 < termStarts.length; term += 1) {
    for (const text of texts.subarray(termStarts[term], termStarts[term + 1])) {
      terms[next[text] as number] = term;
      next[text] = (next[text] as number) + 1;
    }
  }
  return { starts, terms };
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

// Parallel texts of an article, as terms: a Chinese and an English title, heading or paragraph that correspond. From many of them
// the build learns pairs of terms with the same meaning.

/** The maximum number of terms of a parallel text. In longer texts, each term could correspond to too many others. */
const termsMax = 400;

/** The distinct Chinese bigrams and the distinct English words of a parallel text. */
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

/**
 * Pairs blocks by order. Returns nothing when the languages have different numbers of blocks. Code is left out, because it is the
 * same in both languages.
 */
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

/**
 * Packs parallels into one array. Each parallel is the number of its Chinese terms, these terms, the number of its English terms,
 * and these terms.
 */
export function packParallels(parallels: readonly Parallel[], vocabulary: Vocabulary): Uint32Array {
  return Uint32Array.from(
    parallels.flatMap((parallel) =>
      sides.flatMap((side) => [parallel[side].length, ...parallel[side].map((term) => vocabulary.numberOf(term))]),
    ),
  );
}

/**
 * Calls `each` for every term of packed parallels, with 0 for Chinese or 1 for English, the number of the term, and the number of
 * its parallel, counted over all articles. Returns the number of parallels. It allocates nothing, because there are millions of
 * terms.
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
