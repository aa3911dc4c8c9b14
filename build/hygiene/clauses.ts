// A text in its plain form, cut into sentences, clauses and words with their roles. Each character is looked at a bounded
// number of times, so that no text takes long. Knows the lexicon, and not what instructions look like.
import { entryHanMax, entryWordsMax, longEntryStarts, type Role, rolesOf } from './lexicon.ts';

export interface Token {
  roles: ReadonlySet<Role>;
  /** Offsets in the plain form. */
  start: number;
  end: number;
}

export interface Clause {
  tokens: Token[];
  /** What stands before it: a comma or colon, a joining word, or nothing in its sentence. */
  after: 'start' | 'mark' | 'joiner';
  /** What ends it, if a mark does. */
  endedBy: string;
  /** It stands in quotation marks inside a longer sentence. */
  quoted: boolean;
}

export interface Sentence {
  clauses: Clause[];
  tokens: Token[];
  start: number;
  end: number;
}

const lexeme =
  /(?<address>https?:\/\/[^\s<>"'）)，。]{1,2000})|(?<han>\p{Script=Han}+)|(?<word>[a-z0-9@$](?:[a-z0-9@$]|['’](?=[a-z0-9]))*)|(?<mark>[^\s_])/gu;
const sentenceEnd = new Set(['.', '!', '?', '。', '…']);
const clauseEnd = new Set([
  ',',
  ';',
  ':',
  '(',
  ')',
  '[',
  ']',
  '—',
  '–',
  '、',
  '《',
  '》',
  '【',
  '】',
  ...'"“”«»「」『』‘’',
]);
const openingQuotes = new Set(['"', '“', '«', '「', '『', '‘']);
const closingQuotes = new Set(['"', '”', '»', '」', '』', '’']);
const joiners = new Set(['and', 'or', 'but', 'then', '并', '并且', '且', '然后']);
const noRoles: ReadonlySet<Role> = new Set();
/** An address, for frames that look for one. */
export const addressRoles: ReadonlySet<Role> = new Set();

interface Word {
  text: string;
  start: number;
  end: number;
}

/** The sentences of a text in plain form. */
export function sentencesOf(plain: string): Sentence[] {
  const builder = new Builder();
  let words: Word[] = [];
  const flush = (): void => {
    for (const found of wordTokens(words)) builder.push(found.token, found.text);
    words = [];
  };
  for (const { 0: text, index: start, groups } of plain.matchAll(lexeme)) {
    const end = start + text.length;
    if (groups?.word !== undefined) {
      words.push({ text, start, end });
      continue;
    }
    flush();
    if (groups?.han !== undefined) for (const found of hanTokens(text, start)) builder.push(found.token, found.text);
    else if (groups?.address !== undefined) builder.push({ roles: addressRoles, start, end }, text);
    else builder.mark(text, end);
  }
  flush();
  return builder.finish();
}

interface Found {
  token: Token;
  text: string;
}

function* hanTokens(run: string, offset: number): Generator<Found> {
  let at = 0;
  while (at < run.length) {
    let length = longEntryStarts.has(run.charAt(at)) ? Math.min(entryHanMax, run.length - at) : 1;
    while (length > 1 && !rolesOf.has(run.slice(at, at + length))) length -= 1;
    const text = run.slice(at, at + length);
    yield { text, token: { roles: rolesOf.get(text) ?? noRoles, start: offset + at, end: offset + at + length } };
    at += length;
  }
}

function* wordTokens(given: readonly Word[]): Generator<Found> {
  const words = joinSpacedLetters(given);
  let at = 0;
  while (at < words.length) {
    let count = mayStartEntry(words[at]) ? Math.min(entryWordsMax, words.length - at) : 1;
    let found: { text: string; roles: ReadonlySet<Role> } | undefined;
    for (; count >= 1 && found === undefined; count -= 1) found = lookUp(words.slice(at, at + count));
    const used = found === undefined ? 1 : count + 1;
    const [first, last] = [words[at], words[at + used - 1]];
    if (first === undefined || last === undefined) return;
    const { text, roles } = found ?? { text: first.text, roles: noRoles };
    yield { text, token: { roles, start: first.start, end: last.end } };
    at += used;
  }
}

function mayStartEntry(word: Word | undefined): boolean {
  return word !== undefined && [word.text, ...leetReadings(word.text)].some((reading) => longEntryStarts.has(reading));
}

/** An entry, also when digits stand for letters (`1nstruct10ns`) in a word that has both. */
function lookUp(words: readonly Word[]): { text: string; roles: ReadonlySet<Role> } | undefined {
  const text = words.map((word) => word.text.replaceAll('’', "'")).join(' ');
  for (const reading of [text, ...leetReadings(text)]) {
    const roles = rolesOf.get(reading);
    if (roles !== undefined) return { text: reading, roles };
  }
  return undefined;
}

const leet: { readonly [digit: string]: string } = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', $: 's', '@': 'a' };

function leetReadings(text: string): string[] {
  if (!/[0-9@$]/.test(text) || !/[a-z]/.test(text)) return [];
  const read = text.replace(/[03457@$]/g, (digit) => leet[digit] ?? digit);
  return [read.replaceAll('1', 'i'), read.replaceAll('1', 'l')];
}

/** `i g n o r e  a l l` is two words: letters one apart are joined, a wider gap parts them. */
function joinSpacedLetters(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (let at = 0; at < words.length; ) {
    let end = at + 1;
    while (end < words.length && isSpaced(words[end - 1], words[end])) end += 1;
    const run = words.slice(at, end);
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) break;
    const whole = { text: run.map(({ text }) => text).join(''), start: first.start, end: last.end };
    for (const word of run.length < 3 ? run : splitKnown(whole, run)) joined.push(word);
    at = end;
  }
  return joined;
}

const isSpaced = (left: Word | undefined, right: Word | undefined): boolean =>
  left?.text.length === 1 && right?.text.length === 1 && right.start - left.end === 1;

/** Letters of several words without wider gaps: the longest words known are taken, one after another. */
function splitKnown(whole: Word, letters: readonly Word[]): Word[] {
  if (whole.text.length <= 12) return [whole];
  const words: Word[] = [];
  for (let at = 0; at < letters.length; ) {
    let length = Math.min(14, letters.length - at);
    while (length > 1 && !rolesOf.has(whole.text.slice(at, at + length))) length -= 1;
    const [first, last] = [letters[at], letters[at + length - 1]];
    if (first === undefined || last === undefined) break;
    words.push({ text: whole.text.slice(at, at + length), start: first.start, end: last.end });
    at += length;
  }
  return words;
}

/** Collects tokens into clauses and clauses into sentences. */
class Builder {
  readonly #sentences: Sentence[] = [];
  #clauses: Clause[] = [];
  #tokens: Token[] = [];
  #after: Clause['after'] = 'start';
  #quoted = false;
  #unquotedClauses = 0;

  push(token: Token, text: string): void {
    if (joiners.has(text) && this.#tokens.length > 0) this.#endClause('', 'joiner');
    this.#tokens.push(token);
  }

  mark(mark: string, end: number): void {
    if (sentenceEnd.has(mark)) {
      this.#endSentence(mark, end);
    } else if (clauseEnd.has(mark)) {
      const quoted = openingQuotes.has(mark) && !(mark === '"' && this.#quoted);
      this.#endClause(mark, 'mark');
      this.#quoted = quoted || (this.#quoted && !closingQuotes.has(mark));
    } else {
      this.#tokens.push({ roles: noRoles, start: end - mark.length, end });
    }
  }

  finish(): Sentence[] {
    this.#endSentence('', 0);
    return this.#sentences;
  }

  #endClause(mark: string, next: Clause['after']): void {
    const { length } = this.#tokens;
    const previous = this.#clauses.at(-1);
    if (length > 0) {
      this.#clauses.push({ tokens: this.#tokens, after: this.#after, endedBy: mark, quoted: this.#quoted });
      this.#after = next;
      if (!this.#quoted) this.#unquotedClauses += 1;
    } else if (previous !== undefined && mark === ':') {
      previous.endedBy = mark;
    }
    this.#tokens = [];
  }

  #endSentence(mark: string, end: number): void {
    this.#endClause(mark, 'start');
    this.#after = 'start';
    // A full stop inside quotation marks does not end the sentence that quotes.
    if (this.#quoted && mark !== '' && this.#unquotedClauses > 0) return;
    this.#quoted = false;
    const tokens = this.#clauses.flatMap((clause) => clause.tokens);
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first !== undefined && last !== undefined) {
      this.#sentences.push({ clauses: this.#clauses, tokens, start: first.start, end: Math.max(last.end, end) });
    }
    this.#clauses = [];
    this.#unquotedClauses = 0;
  }
}
