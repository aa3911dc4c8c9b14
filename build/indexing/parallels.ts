// Texts of an article that say the same in both languages, as terms: title beside title, heading beside heading, paragraph
// beside paragraph. From many of them the build learns which terms mean the same (`translations.ts`).
import type { RootContent } from 'mdast';
import { analyse, holdsHan, isSingleHan } from '../edition/analysis.ts';
import type { Language } from '../edition/vocabulary.ts';
import type { InBoth, SourceArticle } from '../source/article.ts';
import { plainText } from '../source/plain-text.ts';
import type { Vocabulary } from './occurrences.ts';

/** A longer text says too little about which of its many terms belong together. */
const termsMax = 400;

/** Chinese bigrams and English words, each once. */
export type Parallel = InBoth<string[]>;

export function parallelsOf({ fields, parts, pairs, texts }: SourceArticle): Parallel[] {
  const written = pairs.flatMap((pair, index) => (pair.placeholder.zh || pair.placeholder.en ? [] : [{ pair, index }]));
  return [
    fields.title,
    fields.summary,
    ...aligned(headings(parts.zh.content), headings(parts.en.content)),
    ...aligned(blocks(parts.zh.content), blocks(parts.en.content)),
    ...written.flatMap(({ index }) => texts.pairs[index]?.question ?? []),
    ...written.flatMap(({ pair }) => aligned(blocks(pair.answerNodes.zh), blocks(pair.answerNodes.en))),
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

/** Pairs by order; none when there are more in one language than in the other. Code is the same in both, and no language. */
function aligned(zh: readonly Block[], en: readonly Block[]): InBoth<string>[] {
  if (zh.length !== en.length) return [];
  return zh.flatMap((block, at): InBoth<string>[] => {
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

/** Parallels as numbers, one after the other: how many Chinese terms, these, how many English ones, these. */
export function packParallels(parallels: readonly Parallel[], vocabulary: Vocabulary): Uint32Array {
  return Uint32Array.from(
    parallels.flatMap((parallel) =>
      sides.flatMap((side) => [parallel[side].length, ...parallel[side].map((term) => vocabulary.numberOf(term))]),
    ),
  );
}

/**
 * Tells of every term of packed parallels: 0 for Chinese or 1 for English, its number, and which parallel it is in, counted
 * through all the articles. Returns how many parallels there are. Millions of terms: it makes nothing.
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
