// Text analysis: turns a text into its normal form, its words and its search terms. The build uses it to index articles and the
// server uses it to parse queries, so both get the same terms. It knows nothing of fields, weights or ranking.
import { Converter } from 'opencc-js/t2cn';
import { stem } from 'porter2';
import { sha256 } from './hash.ts';

const han = /\p{Script=Han}/u;
const plainAscii = /^[\x20-\x7e\n\t]*$/;
/** The hyphens and dashes (U+2010–U+2013, U+2212) that the normal form replaces with a plain hyphen. */
const hyphens = /[‐‑‒–−]/g;
const toSimplified = Converter({ from: 't', to: 'cn' });
const toMainlandWords = Converter({ from: 'twp', to: 'cn' });

/**
 * The normal form in which words are compared: Unicode NFKC, plain apostrophes and hyphens, Simplified instead of Traditional
 * characters.
 */
export function normalFormOf(text: string): string {
  if (plainAscii.test(text)) return text;
  const compatible = text.normalize('NFKC').replaceAll('’', "'").replace(hyphens, '-');
  if (!han.test(compatible)) return compatible;
  const simplified = toSimplified(compatible);
  // The converter turns 薴 into 苧, and 苧 into 苎, so that 薴 needs a second pass. No other character does.
  return simplified.includes('苧') ? toSimplified(simplified) : simplified;
}

/**
 * Converts a query with Traditional characters to the characters and the words of mainland China: 伺服器 gives 服务器, 檔案 gives 文件.
 * Any other query is returned unchanged, because the Simplified 文件 does not show which of its two senses is meant.
 */
export function withMainlandWords(query: string): string {
  return toSimplified(query) === query ? query : toMainlandWords(query);
}

export interface Word {
  /** UTF-16 offsets in the text. */
  start: number;
  end: number;
  /** True for a run of Han characters, which are written without spaces between words. */
  isHan: boolean;
}

/** A letter, digit or mark of any script but Han. */
const letter = String.raw`[[\p{L}\p{N}\p{M}_]--\p{Script=Han}]`;
/**
 * The sign that begins a flag, a variable, a package name or a negative number. It must not follow a letter, a digit or another
 * sign.
 */
const sign = String.raw`(?<!${letter}|[$@\-])(?:--?|[$@])`;
/**
 * Matches a run of Han characters, or a word of any other script. A word may contain the connectors of identifiers (`tools/call`,
 * `application/json`, `v1.2`), begin with a sign (`--port`, `$emit`, `@scope/name`, `-32601`) and end like `C++` and `C#`.
 */
const runs = new RegExp(
  String.raw`(?<han>\p{Script=Han}+)|(?:${sign}(?=${letter}))?${letter}+(?:[\-.\/:@#+'’]${letter}+)*(?:\+\+|#)?`,
  'gv',
);

/** The words between two offsets of a text in its normal form. `start` must not be inside a word. */
export function wordsIn(text: string, start = 0, end: number = text.length): Word[] {
  const words: Word[] = [];
  runs.lastIndex = start;
  for (let found = runs.exec(text); found !== null && found.index < end; found = runs.exec(text)) {
    words.push({ start: found.index, end: runs.lastIndex, isHan: found.groups?.han !== undefined });
  }
  return words;
}

/** English words too common to distinguish texts. Only titles, headings and questions keep them as terms. */
const stopWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how i if in into is it its me my no ' +
    'not of on or our shall should so such than that the their them then there these they this those to us was we were ' +
    'what when where which while who whom why will with would you your'
  ).split(' '),
);

const commonTerms = new Set([...stopWords].map((word) => stem(word)));

/**
 * The maximum length of a term, in UTF-16 units. A longer identifier (an address, a hash, an encoded blob) is indexed by its
 * parts only, and longer parts are cut, so that no text can create a giant key in the index.
 */
const termLengthMax = 64;

/** Separates the names of an identifier: `dock.setMenu` contains `dock` and `setMenu`. */
const nameBorder = /[^\p{L}\p{N}\p{M}_]+/u;
/** Separates the words of a name: `setMenu` contains `set` and `Menu`, `list_tools` contains `list` and `tools`. */
const partBorder = /[^\p{L}\p{N}\p{M}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const asciiWord = /^[a-z]+$/;

const marksAlone = /^[\p{P}\p{S}]{1,8}$/u;

/**
 * Whether to drop English stop words and terms of punctuation only. Body texts and queries drop them. Titles keep them, because
 * some titles contain nothing else.
 */
export type StopWords = 'drop' | 'keep';

/**
 * The terms of a text, in order, with repetitions.
 *
 * The text is first normalised: Unicode NFKC, Traditional Chinese to Simplified, lower case. A run of Han characters gives its
 * single characters and its bigrams. An English word gives its Snowball stem. An identifier gives several terms: the whole
 * identifier, each name in it, and each word of a name. Thus `dock.setMenu` gives `dock.setmenu`, `dock`, `setmenu`, `set` and `menu`.
 */
export function analyse(text: string, stops: StopWords = 'drop'): string[] {
  const normal = normalFormOf(text);
  const terms: string[] = [];
  for (const { start, end, isHan } of wordsIn(normal)) {
    if (isHan) addHan(normal.slice(start, end), terms);
    else addWord(normal.slice(start, end), stops, terms);
  }
  // A title of punctuation only is kept whole: some commands are called `[[` or `!`.
  if (terms.length === 0 && stops === 'keep' && marksAlone.test(normal.trim())) terms.push(normal.trim());
  return terms;
}

/** True for a term that is one Han character: weaker evidence than a bigram. */
export function isSingleHan(term: string): boolean {
  return han.test(term) && [...term].length === 1;
}

/** True for a common English word. Only titles, headings and questions keep such words as terms. */
export function isCommonWord(term: string): boolean {
  return commonTerms.has(term);
}

/** True when the text contains a Han character. */
export function holdsHan(text: string): boolean {
  return han.test(text);
}

function addHan(run: string, terms: string[]): void {
  let previous = '';
  for (const character of run) {
    if (previous !== '') terms.push(previous + character);
    terms.push(character);
    previous = character;
  }
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
  if (isIdentifier && whole.length <= termLengthMax) terms.push(whole);
  for (const name of word.split(nameBorder)) addName(name, { stops, terms, whole });
}

/**
 * Adds the terms of one name of an identifier: its words, and the whole name if it has several words (`setMenu` in
 * `dock.setMenu`).
 */
function addName(name: string, { stops, terms, whole }: { stops: StopWords; terms: string[]; whole: string }): void {
  const parts = name.split(partBorder).filter((part) => part !== '');
  const own = name.toLowerCase();
  if (parts.length > 1 && own !== whole && own.length <= termLengthMax) terms.push(own);
  for (const part of parts) addPart(part.toLowerCase(), stops, terms);
}

function addPart(part: string, stops: StopWords, terms: string[]): void {
  if (stops === 'drop' && stopWords.has(part)) return;
  const term = asciiWord.test(part) ? stem(part) : part;
  if (term !== '') terms.push(term.slice(0, termLengthMax));
}

/**
 * Raised by hand when the meaning of a term changes on purpose. The hash below also reveals unintended changes, such as those of
 * a new Unicode version.
 */
export const analyserVersion = 2;

const probe = [
  'The servers were RUNNING generously; don’t panic.',
  'list_tools tools/call ECONNREFUSED -32601 −32601 C++ C# CamelCase dock.setMenu HTTPServer v1.2.3 application/json 500 50',
  '--port -o $emit @scope/name 用--port 1-2 a-b',
  '資料庫連線逾時 错误码 ｆｕｌｌ－ｗｉｄｔｈ １２３ ﬁle 单',
  'カタカナ 한국어 Привет naïve café',
  '[[',
];

/**
 * A hash of the analyser's behaviour: the SHA-256 of the terms of a fixed text. It changes when the code, the stemmer, the
 * dictionary or the Unicode tables of the runtime produce other terms. A server refuses an edition whose hash differs from its
 * own.
 */
export function analyserHash(): string {
  return sha256(JSON.stringify(probe.map((text) => [analyse(text), analyse(text, 'keep')])));
}

// Question words are the words of a question that do not name its subject. They are removed from queries, and from the questions
// that queries are compared with, unless nothing would be left.

/** Question words at the beginning of an English question. */
const beginning =
  /^(?:how\s+(?:do|can|should|would)\s+(?:i|we|you|one)|how\s+to|what(?:'s|\s+is|\s+are)(?:\s+the|\s+an?)?|why\s+(?:do|does|is|are)|is\s+there(?:\s+an?)?|you\s+want\s+to|can\s+i|where\s+(?:do|can)\s+i)\s+/iu;
/**
 * Question words anywhere in a Chinese question. Documents hardly use them, so the ranking would give them the weight of rare
 * words. Longer forms come first. Chinese has no word boundaries, so some forms exclude certain neighbours: 申请|问题 contains 请问,
 * 响应|该 contains 应该, 怎么|办理 contains 怎么办.
 */
const chineseForms = new RegExp(
  [
    '(?<![申邀])请问|请教(?:一下|(?=[,:\\s]))|我想(?![象像法])(?:要(?!求)|知道)?|想问一下',
    '为(?:[什甚]么|何)|是?[什甚]么(?:是|叫|时候|样(?![式本例])|意思)?',
    '怎(?:么(?:样(?![式本例])|办(?![理公])|做)?|样)|如何',
    '哪(?:里|儿|个|些|种|几[种个])|有?几(?:种|个)',
    '是不是|能不能|可不可以|有没有|要不要|会不会|是否|(?<![可功性])能否',
    '(?<![许认])可以|(?<![对响反适供])应该|(?<![归返])还是|多少|(?:[吗呢]|(?<![酒网贴茶书])吧)(?=[\\s,:。.?!]|$)',
  ].join('|'),
  'gu',
);
/**
 * Punctuation at the end of a question. A match can start only at the first mark of a run. Otherwise a heading of a hundred
 * thousand dots and a word would take quadratic time.
 */
const ends = /(?<![?。.!\s])[?。.!\s]+$/u;

/**
 * A question without its question words, in its normal form (`normalFormOf`): «How do I renew a certificate?» gives
 * «renew a certificate».
 */
export function withoutQuestionForms(question: string): string {
  const trimmed = normalFormOf(question).trim().replace(ends, '');
  const shorter = trimmed.replace(beginning, '').replace(chineseForms, ' ').trim();
  return analyse(shorter).length > 0 ? shorter : trimmed;
}
