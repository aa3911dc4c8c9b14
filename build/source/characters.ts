// Where characters that a rule looks for stand in a draft: as they are, or written as an escape of YAML or a reference of
// Markdown. Knows no rule.
import type { Nodes } from 'mdast';
import type { Place } from '../messages.ts';
import type { Draft } from './draft.ts';
import { nodesIn } from './nodes.ts';
import { extentOf } from './outline.ts';
import { placesIn } from './places.ts';

export interface FoundCharacter {
  character: string;
  place: Place;
}

export interface WrittenCharacter extends FoundCharacter {
  /** Its offsets in the file's text. */
  extent: { start: number; end: number };
}

/** Every occurrence in the file as it is. `pattern` matches one character and is global. */
export function writtenCharacters({ text }: Pick<Draft, 'text'>, pattern: RegExp): WrittenCharacter[] {
  if (text.search(pattern) === -1) return [];
  const placeOf = placesIn(text);
  return [...text.matchAll(pattern)].map(({ 0: character, index }) => ({
    character,
    place: placeOf(index),
    extent: { start: index, end: index + character.length },
  }));
}

/** Those that a body holds only as a character reference (`&#x202e;`), at the node that holds them. */
export function referencedCharacters({ tree, text }: Draft, pattern: RegExp): FoundCharacter[] {
  if (text.search(reference) === -1) return [];
  const placeAt = placesIn(text);
  return nodesIn(tree.children).flatMap((node) => {
    const { start, end } = extentOf(node);
    const written = text.slice(start, end);
    const characters = new Set(textsOf(node).flatMap((value) => matchesIn(value, pattern)));
    return [...characters]
      .filter((character) => !written.includes(character))
      .flatMap((character) => {
        const references = [...written.matchAll(reference)].filter((match) => decoded(match) === character);
        return references.map(({ index }) => ({ character, place: placeAt(start + index) }));
      });
  });
}

/** A numeric character reference, or one of those that HTML has for characters which nobody sees. */
const reference = /&(?:#(?<decimal>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<name>[a-z]+));/gi;
const namedCharacters: { readonly [name: string]: string } = {
  lrm: '\u200e',
  rlm: '\u200f',
  ZeroWidthSpace: '\u200b',
  NegativeVeryThinSpace: '\u200b',
  NegativeThinSpace: '\u200b',
  NegativeMediumSpace: '\u200b',
  NegativeThickSpace: '\u200b',
  NoBreak: '\u2060',
  af: '\u2061',
  ApplyFunction: '\u2061',
  it: '\u2062',
  InvisibleTimes: '\u2062',
  ic: '\u2063',
  InvisibleComma: '\u2063',
};

function decoded({ groups }: RegExpMatchArray): string | undefined {
  const number = groups?.decimal ? Number(groups.decimal) : Number.parseInt(groups?.hex ?? '', 16);
  if (groups?.name !== undefined) return namedCharacters[groups.name];
  return number <= 0x10ffff ? String.fromCodePoint(number) : undefined;
}

/** Those that front matter holds only as an escape (`"\u202e"`), at the value that holds them. */
export function escapedCharacters({ frontMatter, text }: Draft, pattern: RegExp): FoundCharacter[] {
  const written = new Map<string, boolean>();
  const isWritten = (character: string): boolean => {
    const known = written.get(character) ?? text.includes(character);
    written.set(character, known);
    return known;
  };
  const search = (value: unknown, path: readonly PropertyKey[]): FoundCharacter[] => {
    if (typeof value === 'string') {
      // A value has one place: a character in it is told of once.
      return [...new Set(matchesIn(value, pattern))]
        .filter((character) => !isWritten(character))
        .map((character) => ({ character, place: frontMatter.placeOf(path) }));
    }
    if (Array.isArray(value)) return value.flatMap((inner, index) => search(inner, [...path, index]));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => search(inner, [...path, key]));
  };
  return search(frontMatter.values, []);
}

/** A character's number as Unicode writes it: `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const matchesIn = (value: string, pattern: RegExp): string[] => [...value.matchAll(pattern)].map(([match]) => match);

/** What a node says itself, references decoded. */
function textsOf(node: Nodes): string[] {
  const texts: unknown[] = [
    'value' in node && node.value,
    'alt' in node && node.alt,
    'title' in node && node.title,
    'url' in node && node.url,
    'meta' in node && node.meta,
    'lang' in node && node.lang,
  ];
  return texts.filter((text) => typeof text === 'string');
}
