// Selects the most informative words of a long question, such as the codes, identifiers and messages in a stack trace, a log or a JSON
// error. Pure. The weight of a word is the most that it can add to the score of any article. So hashes, addresses, times and paths, which
// no article contains, weigh nothing. The factors were chosen on the dev half of test/fixtures/judged/answers/long.*.jsonl.
import {
  analyse,
  isCommonWord,
  normalFormOf,
  type Word,
  withMainlandWords,
  wordsIn,
} from '../../build/edition/analysis.ts';
import { impactOfSlot } from '../../build/edition/search-index.ts';
import { type Collection, isHanPair } from './collection.ts';

/** The maximum length of a search text, in characters. A longer question is reduced to words with at most this many characters in total. */
export const wholeQuestionMax = 256;
/** The most words that are used. Two pairs of Han characters count as one word. */
const wordsMax = 24;

/** The factor for words in a line that names a failure. */
const failureWeight = 1.5;
/** The factor for words in a line with a question. */
const questionWeight = 1.6;
/** The factor for an identifier whose whole form is a term of the index, and for a code such as `404` or `E11000`. */
const identifierWeight = 1.5;
/** The factor for a name inside a longer word such as a path, an address or `code:ENOENT`. */
const partWeight = 0.5;

const failure =
  /error|exception|fatal|panic|fail|refused|denied|invalid|cannot|could not|unable|not (?:found|allowed|supported|permitted|acceptable)|timed? ?out|forbidden|unauthori[sz]ed|violat|killed|aborted|expired|错误|异常|失败|拒绝|无法|不能|超时|权限|违反|致命|无效|过期/iu;
const question = /[?？](?:\s|$)/u;
/** Line breaks, including those that JSON writes as `\n`. */
const lineBreak = /\r\n?|\n|\\n/u;
const nameBorder = /[/:@]+/u;
const code = /^-?\d{3,}$|[a-z]\d|\d[a-z]/iu;
/** Small numbers are left out, because they are mostly times, line numbers and counts. */
const smallNumber = /^\d{1,2}$/;

/** A word of the question that is in the index, or a pair of neighbours in a run of Han characters. */
interface Candidate {
  text: string;
  term: string;
  weight: number;
  /** How many words the candidate counts as. */
  size: number;
  /** UTF-16 offset in the question. */
  at: number;
}

/**
 * The text to search for. A short question is used as a whole, after `inWordsOfTexts`. Of a long question, the most informative words
 * are used: each once, in their order in the question, with at most `wholeQuestionMax` characters in total.
 */
export function usedOf(asked: string, collection: Collection): string {
  const inTheirWords = inWordsOfTexts(asked, collection);
  if ([...inTheirWords].length <= wholeQuestionMax) return inTheirWords;
  const text = normalFormOf(inTheirWords);
  const candidates = candidatesIn(text, collection).map((candidate) => ({
    ...candidate,
    weight: candidate.weight * tellingOf(candidate.term, collection),
  }));
  const chosen: Candidate[] = [];
  let [characters, words] = [0, 0];
  for (const candidate of candidates.sort((left, right) => right.weight - left.weight || left.at - right.at)) {
    const length = [...candidate.text].length + 1;
    if (words + candidate.size > wordsMax || characters + length > wholeQuestionMax + 1) continue;
    chosen.push(candidate);
    characters += length;
    words += candidate.size;
  }
  // No article contains a word of the question, so the answer lists the words of its beginning as unmatched.
  if (chosen.length === 0) return [...asked].slice(0, wholeQuestionMax).join('').trim();
  return textOf(chosen.sort((left, right) => left.at - right.at));
}

/** Replaces words in Traditional characters by the words of mainland China if the articles contain the latter more often. */
function inWordsOfTexts(asked: string, { termOf, frequencies }: Collection): string {
  const mainland = withMainlandWords(asked);
  if (mainland === asked) return asked;
  const usesOf = (text: string): number =>
    [...new Set(analyse(text))]
      .filter(isHanPair)
      .reduce((sum, pair) => sum + (frequencies[termOf(pair) ?? -1] ?? 0), 0);
  return usesOf(mainland) > usesOf(asked) ? mainland : asked;
}

/** The maximum that a term of the index adds to a score. */
function tellingOf(name: string, { termOf, rarity, postings }: Collection): number {
  const term = termOf(name) as number;
  const best = postings(term).findIndex((ids) => (ids?.length ?? 0) > 0);
  return (rarity[term] as number) * impactOfSlot(best);
}

/** A candidate for each term of the index, from the line in which it weighs most. The weights do not yet depend on the term itself. */
function candidatesIn(text: string, collection: Collection): Candidate[] {
  const found = new Map<string, Candidate>();
  let start = 0;
  for (const line of text.split(lineBreak)) {
    const ofLine = failure.test(line) ? failureWeight : question.test(line) ? questionWeight : 1;
    const from = text.indexOf(line, start);
    start = from + line.length;
    for (const word of wordsIn(line)) {
      for (const own of word.isHan ? pairsIn(line, word, collection) : namesIn(line, word, collection)) {
        const candidate = { ...own, weight: own.weight * ofLine, at: from + own.at };
        if (candidate.weight > (found.get(own.term)?.weight ?? 0)) found.set(own.term, candidate);
      }
    }
  }
  return [...found.values()];
}

function pairsIn(line: string, { start, end }: Word, { termOf }: Collection): Candidate[] {
  const characters = [...line.slice(start, end)];
  let at = start;
  return characters.flatMap((character, index) => {
    const text = character + (characters[index + 1] ?? '');
    const pair = { text, term: text, weight: 1, size: 0.5, at };
    at += character.length;
    return index + 1 < characters.length && termOf(text) !== undefined ? [pair] : [];
  });
}

/** The word, or its parts that are in the index when the word itself is not. */
function namesIn(line: string, { start, end }: Word, collection: Collection): Candidate[] {
  const word = line.slice(start, end);
  const whole = candidateOf(word, start, collection);
  if (whole !== undefined) return [whole];
  let at = start;
  return word.split(nameBorder).flatMap((name) => {
    const part = candidateOf(name, line.indexOf(name, at), collection);
    at += name.length;
    return part === undefined ? [] : [{ ...part, weight: part.weight * partWeight }];
  });
}

function candidateOf(text: string, at: number, { termOf }: Collection): Candidate | undefined {
  const [term, ...parts] = analyse(text);
  if (term === undefined || isCommonWord(term) || smallNumber.test(text) || termOf(term) === undefined)
    return undefined;
  const isIdentifier = parts.length > 0;
  // Very long identifiers are not terms themselves.
  if (isIdentifier && term !== text.toLowerCase()) return undefined;
  return { text, term, weight: isIdentifier || code.test(text) ? identifierWeight : 1, size: 1, at };
}

/** Joins the chosen words with spaces, and overlapping pairs of Han characters into one run. */
function textOf(chosen: readonly Candidate[]): string {
  let text = '';
  let end = 0;
  for (const { text: own, at } of chosen) {
    if (text === '') text = own;
    else text += at < end ? own.slice(end - at) : ` ${own}`;
    end = at + own.length;
  }
  return text;
}
