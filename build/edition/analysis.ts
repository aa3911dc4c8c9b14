// Text analysis: the terms that a text is made of for search. The build indexes with it and the server reads queries with it,
// so that both sides always agree. Knows nothing of fields, weights or ranking.
import { stem } from 'porter2';
import { sha256 } from './hash.ts';
import { normalFormOf, wordsIn } from './words.ts';

/** Raised by hand when the meaning of a term changes on purpose; the hash below notices every change, wanted or not. */
export const analyserVersion = 2;

/** Words so common in English that they say nothing about what a text is about. Titles keep them. */
const stopWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how i if in into is it its me my no ' +
    'not of on or our shall should so such than that the their them then there these they this those to us was we were ' +
    'what when where which while who whom why will with would you your'
  ).split(' '),
);

const commonTerms = new Set([...stopWords].map((word) => stem(word)));

/** Identifiers longer than this (addresses, hashes, encoded blobs) are searched by their parts alone. */
const identifierLengthMax = 64;
/** A term's length in UTF-16 units is cut here, so that no text can make a giant key. */
const termLengthMax = 64;

const hanRun = /\p{Script=Han}/u;
/** Between the names of an identifier: `dock.setMenu` is `dock` and `setMenu`. */
const nameBorder = /[^\p{L}\p{N}\p{M}_]+/u;
/** Between the words of a name: `setMenu` is `set` and `Menu`, `list_tools` is `list` and `tools`. */
const partBorder = /[^\p{L}\p{N}\p{M}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const asciiWord = /^[a-z]+$/;

const marksAlone = /^[\p{P}\p{S}]{1,8}$/u;

/** Whether English stop words, and marks alone, are left out (texts, queries) or kept (titles, which are often made of them). */
export type StopWords = 'drop' | 'keep';

/**
 * The terms of a text, in order, with repetitions.
 *
 * Unicode NFKC, Traditional Chinese to Simplified, lower case; a run of Han gives its single characters and its bigrams;
 * an English word gives its Snowball stem; an identifier gives itself whole, the names that it joins and their words.
 */
export function analyse(text: string, stops: StopWords = 'drop'): string[] {
  const normal = normalFormOf(text);
  const terms: string[] = [];
  for (const { start, end, isHan } of wordsIn(normal)) {
    if (isHan) addHan(normal.slice(start, end), terms);
    else for (const term of termsOfWord(normal.slice(start, end), stops)) terms.push(term);
  }
  // A text of nothing but marks is its own name: commands are called `[[` and `!`.
  if (terms.length === 0 && stops === 'keep' && marksAlone.test(normal.trim())) terms.push(normal.trim());
  return terms;
}

/** True for a term that is one Han character: weaker evidence than a bigram. */
export function isSingleHan(term: string): boolean {
  return hanRun.test(term) && [...term].length === 1;
}

/** True for a term that is a common English word, which only titles, headings and questions keep. */
export function isCommonWord(term: string): boolean {
  return commonTerms.has(term);
}

/** True when the text holds any Han character. */
export function holdsHan(text: string): boolean {
  return hanRun.test(text);
}

function addHan(run: string, terms: string[]): void {
  let previous = '';
  for (const character of run) {
    if (previous !== '') terms.push(previous + character);
    terms.push(character);
    previous = character;
  }
}

/** The terms of words met before. A text repeats itself, and is analysed as a body, as paragraphs and as headlines. */
const knownWords: { readonly [Stops in StopWords]: Map<string, readonly string[]> } = {
  drop: new Map(),
  keep: new Map(),
};
const knownWordsMax = 10_000;
/** Longer words are seldom met again; and up to this length a piece of a text does not keep the whole text in memory. */
const knownLengthMax = 12;

function termsOfWord(word: string, stops: StopWords): readonly string[] {
  const words = knownWords[stops];
  const known = words.get(word);
  if (known !== undefined) return known;
  const terms: string[] = [];
  addWord(word, stops, terms);
  if (word.length <= knownLengthMax) {
    if (words.size === knownWordsMax) words.clear();
    words.set(word, terms);
  }
  return terms;
}

function addWord(word: string, stops: StopWords, terms: string[]): void {
  const parts = word.split(partBorder).filter((part) => part !== '');
  const whole = word.toLowerCase();
  // A possessive or a contraction is one English word, not an identifier.
  if (/^\p{L}+'\p{L}+$/u.test(word)) {
    addPart(whole.replace(/'s$/, '').replaceAll("'", ''), stops, terms);
    return;
  }
  const isIdentifier = parts.length !== 1 || parts[0]?.length !== word.length;
  if (isIdentifier && whole.length <= identifierLengthMax) terms.push(whole);
  for (const name of word.split(nameBorder)) addName(name, { stops, terms, whole });
}

/** One name of an identifier: whole when it has several words (`setMenu` in `dock.setMenu`), and its words. */
function addName(name: string, { stops, terms, whole }: { stops: StopWords; terms: string[]; whole: string }): void {
  const parts = name.split(partBorder).filter((part) => part !== '');
  const own = name.toLowerCase();
  if (parts.length > 1 && own !== whole && own.length <= identifierLengthMax) terms.push(own);
  for (const part of parts) addPart(part.toLowerCase(), stops, terms);
}

function addPart(part: string, stops: StopWords, terms: string[]): void {
  if (stops === 'drop' && stopWords.has(part)) return;
  const term = asciiWord.test(part) ? stem(part) : part;
  if (term !== '') terms.push(term.slice(0, termLengthMax));
}

const probe = [
  'The servers were RUNNING generously; don’t panic.',
  'list_tools tools/call ECONNREFUSED -32601 −32601 C++ C# CamelCase dock.setMenu HTTPServer v1.2.3 application/json 500 50',
  '--port -o $emit @scope/name 用--port 1-2 a-b',
  '資料庫連線逾時 错误码 ｆｕｌｌ－ｗｉｄｔｈ １２３ ﬁle 单',
  'カタカナ 한국어 Привет naïve café',
  '[[',
];

/**
 * What the analyser does, as a hash: SHA-256 of the terms of a fixed probe. It changes when the code, the stemmer, the
 * dictionary or the runtime's Unicode tables change what a text is made of; an edition made by another analyser is refused.
 */
export function analyserHash(): string {
  return sha256(JSON.stringify(probe.map((text) => [analyse(text), analyse(text, 'keep')])));
}
