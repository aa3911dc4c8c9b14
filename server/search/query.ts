// Parses a query into weighted terms. Pure; independent of the index.

import { analyse, holdsHan, isSingleHan, withoutQuestionForms, wordsIn } from '../../build/edition/analysis.ts';
import type { Language } from '../../build/edition/vocabulary.ts';

export interface QueryTerm {
  term: string;
  weight: number;
  /** Whether the term is a character inside a longer Chinese word. It only affects the order of articles that match other terms. */
  isSupporting: boolean;
  /** The identifier that contains this term as a part; undefined when the part is also in the query by itself. */
  partOf?: string;
}

export interface Query {
  /** The query without its question words, in its normal form. */
  text: string;
  /** The different terms. Empty when the query has no searchable character. */
  terms: QueryTerm[];
  hasHan: boolean;
  /** Identifiers that neighbouring words may form: «set badge count» may mean `setBadgeCount`. */
  joined: string[];
}

/** The language of a question: Chinese if it has a Han character. */
export const languageOf = (text: string): Language => (/\p{Script=Han}/u.test(text) ? 'zh' : 'en');

/** The weight of a single Han character in a longer word. It carries less information than the pairs of the word. */
const supportingWeight = 0.5;
/** The weight of a Latin word in a Chinese question. Such words mostly name the subject of the question. */
const latinAmongHanWeight = 1.5;

/** Matches identifiers such as `max_tokens`, `tools/call` and `setMenu`. A hyphen makes no identifier: `well-known` is prose. */
const identifier = /[_./:@#$]|\p{Ll}\p{Lu}/u;

export function readQuery(query: string): Query {
  const text = withoutQuestionForms(query);
  const analysed = analyse(text);
  const terms = [...new Set(analysed.length > 0 ? analysed : analyse(text, 'keep'))];
  const hasHan = terms.some(holdsHan);
  const { supporting, partOf } = partsIn(text);
  return {
    text,
    hasHan,
    joined: joinedWords(text),
    terms: terms.map((term) => {
      const isSupporting = supporting.has(term);
      const isLatinAmongHan = hasHan && !holdsHan(term);
      const whole = partOf.get(term);
      return {
        term,
        isSupporting,
        weight: isSupporting ? supportingWeight : isLatinAmongHan ? latinAmongHanWeight : 1,
        ...(whole !== undefined && { partOf: whole }),
      };
    }),
  };
}

/** Finds terms that occur only inside longer ones: the characters of Chinese words, and the parts of identifiers. */
function partsIn(text: string): { supporting: Set<string>; partOf: Map<string, string> } {
  const words = wordsIn(text).map(({ start, end, isHan }) => ({ word: text.slice(start, end), isHan }));
  const supporting = new Set<string>();
  const partOf = new Map<string, string>();
  const alone = new Set<string>();
  for (const { word, isHan } of words) {
    const [whole, ...parts] = isHan ? [word, ...analyse(word).filter(isSingleHan)] : analyse(word);
    // A very long identifier is not a term itself, so the names in it count as words of the query.
    const isWhole = whole === word.toLowerCase();
    if (isHan && parts.length > 1) for (const part of parts) supporting.add(part);
    else if (!isHan && isWhole && identifier.test(word)) for (const part of parts) partOf.set(part, whole);
    else for (const part of [whole, ...parts]) if (part !== undefined) alone.add(part);
  }
  for (const part of alone) {
    supporting.delete(part);
    partOf.delete(part);
  }
  return { supporting, partOf };
}

/** The most words that are joined into an identifier. Longer names are rarely typed from memory. */
const joinedMax = 4;
/** Words of ordinary sentences that are not joined: «one of our tools» does not mean `oneOf`, nor «look up the invoice» `lookup`. */
const unjoined = new Set('one of up out off it a an the and or my our your we i'.split(' '));
/** The texts between the joined words, as in `setBadgeCount` and `max_tokens`. Hyphens are excluded because they occur in prose. */
const joints = ['', '_'];

function joinedWords(text: string): string[] {
  const words = text.toLowerCase().split(/\s+/);
  const isPlain = words.map((word) => /^[a-z\d]+$/.test(word) && !unjoined.has(word));
  const joined = new Set<string>();
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 2; to <= Math.min(words.length, from + joinedMax); to += 1) {
      if (isPlain.slice(from, to).includes(false)) break;
      for (const joint of joints) joined.add(words.slice(from, to).join(joint));
    }
  }
  return [...joined];
}
