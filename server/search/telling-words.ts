// Selects the most informative words of a long question: the codes, identifiers and messages of a stack trace, a log or a JSON error.
// Pure. A word is weighted by the most that it can add to the score of any article, so that hashes, addresses, times and paths, which no
// article contains, weigh nothing. The weights were chosen on the dev half of test/fixtures/judged/answers/long.*.jsonl.
import { analyse, isCommonWord, normalFormOf, type Word, wordsIn } from '../../build/edition/analysis.ts';
import { impactOfSlot } from '../../build/edition/search-index.ts';
import type { Collection } from './collection.ts';

/** A question up to this length is searched for as it is; of a longer one, words with this total length are used. */
export const wholeQuestionMax = 256;
/** Two pairs of Han characters count as one word. */
const wordsMax = 24;

/** In a line that names a failure. */
const failureWeight = 1.5;
/** In a line with a question. */
const questionWeight = 1.6;
/** For an identifier that the index has as a whole, and for a code. */
const identifierWeight = 1.5;
/** For a name in a path, an address or `code:ENOENT`. */
const partWeight = 0.5;

const failure =
  /error|exception|fatal|panic|fail|refused|denied|invalid|cannot|could not|unable|not (?:found|allowed|supported|permitted|acceptable)|timed? ?out|forbidden|unauthori[sz]ed|violat|killed|aborted|expired|错误|异常|失败|拒绝|无法|不能|超时|权限|违反|致命|无效|过期/iu;
const question = /[?？](?:\s|$)/u;
/** Line breaks, including those that JSON writes as `\n`. */
const lineBreak = /\r\n?|\n|\\n/u;
const nameBorder = /[/:@]+/u;
const code = /^-?\d{3,}$|[a-z]\d|\d[a-z]/iu;
/** Times, line numbers, counts. */
const smallNumber = /^\d{1,2}$/;

/** A word of the question that is in the index, or a pair of neighbours in a run of Han characters. */
interface Candidate {
  text: string;
  term: string;
  weight: number;
  /** In words. */
  size: number;
  /** UTF-16 offset in the question. */
  at: number;
}

/**
 * The text to search for: a short question unchanged; of a long one its most informative words, each once, in their order, with at
 * most `wholeQuestionMax` characters in total.
 */
export function usedOf(asked: string, collection: Collection): string {
  if ([...asked].length <= wholeQuestionMax) return asked;
  const text = normalFormOf(asked);
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
  // No article contains any of its words, so any of them make that visible.
  if (chosen.length === 0) return [...asked].slice(0, wholeQuestionMax).join('').trim();
  return textOf(chosen.sort((left, right) => left.at - right.at));
}

/** The maximum that a term of the index adds to a score. */
function tellingOf(name: string, { termOf, rarity, postings }: Collection): number {
  const term = termOf(name) as number;
  const best = postings(term).findIndex((ids) => (ids?.length ?? 0) > 0);
  return (rarity[term] as number) * impactOfSlot(best);
}

/** One for each term of the index, in the line where it counts most; with weights that do not depend on the term. */
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

/** Joins neighbouring pairs into one run again. */
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
