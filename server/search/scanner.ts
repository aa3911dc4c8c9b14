// Finds the words of a query in an article's passages. The analyser decides which words match. It runs once for each different word in a
// search, and only for words at which a term could begin. Pure; independent of weights and excerpts.

import { analyse, holdsHan, isSingleHan, type Word, wordsIn } from '../../build/edition/analysis.ts';
import { aligned } from '../../build/edition/graphemes.ts';
import { type Line, linesOf, passagesStart } from '../../build/edition/passage-format.ts';

/** A range of the passages that matches terms of the query. */
export interface Match {
  start: number;
  end: number;
  terms: readonly string[];
}

export interface Finding {
  /** The matches in order of position. They may overlap, as neighbouring bigrams do. */
  matches: Match[];
  /** The terms of the query that the passages contain, including those that are not marked. */
  terms: ReadonlySet<string>;
  lines: readonly Line[];
}

export type Scanner = (passages: string) => Finding;

const nothing: Finding = { matches: [], terms: new Set(), lines: [] };

/** Terms without letters and digits, such as `&&`, are not searched for, because in a text they are rarely used as words. */
const isWord = (term: string): boolean => /[\p{L}\p{N}\p{M}_]/u.test(term);

/** A longer word is an address or a path. Only its matching parts are marked, unless the query contains the whole word. */
const wholeWordMax = 32;

export function scannerFor(terms: readonly string[]): Scanner {
  const wanted = new Set(terms.filter(isWord));
  // Single Han characters are not marked when the query has bigrams. They are part of bigrams, and elsewhere they mean something else.
  const hasBigram = terms.some((term) => holdsHan(term) && !isSingleHan(term));
  const isWeak = (term: string): boolean => hasBigram && isSingleHan(term);
  const weak = terms.filter(isWeak);
  const pattern = candidatePattern([...wanted].filter((term) => !isWeak(term)));
  const known = new Map<string, readonly string[]>();
  const termsIn = (word: string): readonly string[] => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const found = [...new Set(analyse(word))].filter((term) => wanted.has(term));
    known.set(word, found);
    return found;
  };

  /** Adds the matches between two offsets of a text in its normal form. */
  function scan(text: string, { start, end }: { start: number; end: number }, matches: Match[]): void {
    let seen = start;
    pattern.lastIndex = start;
    for (let found = pattern.exec(text); found !== null && found.index < end; found = pattern.exec(text)) {
      const [candidate] = found;
      const at = found.index;
      if (isHanAt(text, at)) {
        matches.push({ start: at, end: at + candidate.length, terms: [candidate] });
        pattern.lastIndex = after(text, at);
      } else if (candidate.length > 1 || !goesOn(text.charCodeAt(at + 1))) {
        const chunk = { start: startOfChunk(text, at, seen), end: endOfChunk(text, at, end) };
        seen = after(text, at);
        for (const word of wordsOfChunk(text, chunk)) {
          if (word.isHan && word.start > at) break;
          if (!word.isHan) addWord(text, word, matches);
          seen = Math.max(seen, word.end);
        }
        pattern.lastIndex = seen;
      }
    }
  }

  function addWord(text: string, { start, end }: { start: number; end: number }, matches: Match[]): void {
    const word = text.slice(start, end);
    const found = termsIn(word);
    if (found.length === 0) return;
    if (end - start <= wholeWordMax || found.includes(word.toLowerCase())) {
      matches.push({ start, end, terms: found });
      return;
    }
    for (const part of word.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
      const own = termsIn(part[0]).filter((term) => found.includes(term));
      const partStart = start + part.index;
      if (own.length > 0) matches.push({ start: partStart, end: partStart + part[0].length, terms: own });
    }
  }

  return (passages) => {
    const begin = passagesStart(passages);
    pattern.lastIndex = begin;
    const heldWeak = weak.filter((term) => passages.includes(term, begin));
    if (!pattern.test(passages)) return heldWeak.length === 0 ? nothing : { ...nothing, terms: new Set(heldWeak) };
    const lines = linesOf(passages);
    const matches: Match[] = [];
    // Consecutive lines without a normal form of their own are scanned together, which is safe because no word crosses the end of a line.
    let from = begin;
    for (const line of lines) {
      const { start, end, normal } = line;
      if (normal === undefined) continue;
      scan(passages, { start: from, end: start }, matches);
      from = end;
      const text = passages.slice(start, end);
      const normalText = passages.slice(normal.start, normal.end);
      const found: Match[] = [];
      scan(normalText, { start: 0, end: normalText.length }, found);
      if (found.length === 0) continue;
      const toText = aligned(text, normalText);
      for (const match of found) {
        const place = toText(match.start, match.end);
        matches.push({ start: start + place.start, end: start + place.end, terms: match.terms });
      }
    }
    scan(passages, { start: from, end: lines.at(-1)?.end ?? begin }, matches);
    const held = new Set(heldWeak);
    for (const match of matches) for (const term of match.terms) held.add(term);
    return { matches, terms: held, lines };
  };
}

/** The offset after the character at an offset. A search that restarts inside a surrogate pair would match the pair again, endlessly. */
const after = (text: string, at: number): number => at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** Whether a word continues with this code unit, a lower-case letter or a digit. A one-letter candidate before it is no whole word. */
const goesOn = (unit: number): boolean => (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);

const han = /\p{Script=Han}/uy;
function isHanAt(text: string, at: number): boolean {
  if (text.charCodeAt(at) < 0x2e80) return false;
  han.lastIndex = at;
  return han.test(text);
}

/** The start of the chunk around a candidate. A chunk has no characters that separate words, but may hold several words. */
function startOfChunk(text: string, at: number, least: number): number {
  let start = at;
  while (start > least && canBeInWord(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function endOfChunk(text: string, at: number, most: number): number {
  let end = at + 1;
  while (end < most && canBeInWord(text.charCodeAt(end))) end += 1;
  return end;
}

/** Splits a chunk into words. Most chunks are one plain word, perhaps with a full stop, and need no segmentation. */
function wordsOfChunk(text: string, { start, end }: { start: number; end: number }): readonly Word[] {
  let last = end;
  while (last > start && ".:'".includes(text[last - 1] ?? ' ')) last -= 1;
  return plainWord.test(text.slice(start, last)) ? [{ start, end: last, isHan: false }] : wordsIn(text, start, end);
}

const plainWord = /^[A-Za-z\d]+$/;

const connectors = new Set([..."-./:@#+'_$"].map((character) => character.charCodeAt(0)));

function canBeInWord(unit: number): boolean {
  if (unit < 0x80) {
    const letter = unit | 0x20;
    return (letter >= 0x61 && letter <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || connectors.has(unit);
  }
  // Ideographs, Chinese punctuation and full-width forms separate words here. Japanese kana and Korean letters do not.
  return !(
    (unit >= 0x3400 && unit <= 0x9fff) ||
    (unit >= 0x3000 && unit <= 0x3020) ||
    (unit >= 0xff00 && unit <= 0xffef)
  );
}

// Builds a regular expression that matches at every position where a query term could begin, so that one scan over a long text finds the
// few words to analyse. It may match in other words too, but it must match in every word that the analyser turns into one of the terms.

/** A node in a trie of patterns. `end` is true where a pattern is complete. */
interface Branch {
  end: boolean;
  next: Map<string, Branch>;
}

export function candidatePattern(terms: readonly string[]): RegExp {
  const root: Branch = { end: false, next: new Map() };
  for (const term of terms) for (const pattern of patternsOf(term)) plant(pattern, root);
  const isPlain = terms.every((term) => /^[\x20-\x7e]*$/.test(term) || holdsHan(term));
  return new RegExp(terms.length === 0 ? '(?!)' : sourceOf(root), isPlain ? 'gi' : 'giu');
}

/** Stands for both apostrophes in a pattern: ' and ’. */
const apostrophe = "'";

/** Stem → words that do not begin with it (Porter 2, exceptional forms). */
const otherForms = new Map([
  ['die', ['dying']],
  ['lie', ['lying']],
  ['tie', ['tying']],
  ['sky', ['skies']],
]);

function patternsOf(term: string): string[] {
  if (holdsHan(term)) return [term];
  const patterns = [...(otherForms.get(term) ?? [])];
  const common = /^[a-z]+$/.test(term) ? beginningOf(term) : term;
  patterns.push(common);
  // The analyser removes apostrophes from contractions, so a word of the text may have one after any letter.
  if (/^\p{L}+$/u.test(term)) {
    const letters = [...common];
    for (let at = 1; at <= letters.length; at += 1) patterns.push(letters.slice(0, at).join('') + apostrophe);
  }
  // U+0130 is the only capital whose lower-case form has another length.
  if (term.includes('i\u0307')) patterns.push('\u0130');
  return patterns;
}

/** A prefix that all words of a stem have. The stemmer adds e (hoping → hope), and changes y to i (happy → happi) and bility to bl. */
function beginningOf(stem: string): string {
  const kept = stem.length > 2 ? stem.replace(/[eiy]$/, '') : stem;
  return kept.length > 3 ? kept.replace(/bl$/, 'b') : kept;
}

function plant(pattern: string, root: Branch): void {
  let branch = root;
  for (const character of pattern) {
    let next = branch.next.get(character);
    if (next === undefined) {
      next = { end: false, next: new Map() };
      branch.next.set(character, next);
    }
    branch = next;
  }
  branch.end = true;
}

function sourceOf({ end, next }: Branch): string {
  const choices = [...next].map(([character, branch]) => written(character) + sourceOf(branch));
  if (choices.length === 0) return '';
  const source = choices.length === 1 && !end ? (choices[0] ?? '') : `(?:${choices.join('|')})`;
  return end ? `${source}?` : source;
}

function written(character: string): string {
  if (character === apostrophe) return "['’]";
  if (character === 'ß') return '[ßẞ]';
  return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}
