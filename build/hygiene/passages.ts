// The parts of a draft that are published and that safety rules judge: texts, code, addresses of links and images, each with
// its place. Applies `allow` of the front matter. Knows no rule.
import type { Nodes } from 'mdast';
import type { SafetyRule } from '../edition/vocabulary.ts';
import type { Place } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { markdown } from '../source/markdown-parser.ts';
import { extentOf } from '../source/outline.ts';
import { placesIn } from '../source/places.ts';
import { htmlPieces } from './html-pieces.ts';

export interface Passage {
  /** An `event` is the name of an HTML attribute that runs code. */
  kind: 'text' | 'code' | 'address' | 'event';
  text: string;
  /** The place of an offset in `text`. */
  placeOf(offset: number): Place;
}

/** The passages that a rule judges. When `allow` names the rule, only the reasons are left: no reason allows itself. */
export function passagesFor(rule: SafetyRule, draft: Draft): Passage[] {
  const { allow } = draft.frontMatter.values ?? {};
  const isAllowed = Array.isArray(allow) && allow.some((entry: unknown) => isAbout(entry, rule));
  if (isAllowed) return fieldPassages(draft, { allow });
  const reader = new Reader(draft.text, placesIn(draft.text));
  for (const node of draft.tree.children) reader.readBlock(node);
  return [...fieldPassages(draft, draft.frontMatter.values), ...reader.passages];
}

const isAbout = (entry: unknown, rule: SafetyRule): boolean =>
  typeof entry === 'object' && entry !== null && 'rule' in entry && entry.rule === rule;

/** Front matter is published as text, and links in it are live in the Markdown representation. */
function fieldPassages({ frontMatter }: Draft, values: unknown): Passage[] {
  const read = (value: unknown, path: readonly PropertyKey[]): Passage[] => {
    if (typeof value === 'string') {
      const placeOf = (): Place => frontMatter.placeOf(path);
      const reader = new Reader(value, placeOf);
      if (/[[<]/.test(value)) for (const node of markdown.parse(value).children) reader.readBlock(node);
      const links = reader.passages.filter(({ kind }) => kind === 'address' || kind === 'event');
      return [{ kind: 'text', text: value, placeOf }, ...links];
    }
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => {
      return read(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    });
  };
  return read(values, []);
}

/** Attributes of raw HTML that hold an address. */
const addressAttributes = new Set('href src action formaction data poster background cite ping xlink:href'.split(' '));

/** A piece of a text: its words, and where they begin in the source. */
interface Piece {
  text: string;
  start: number;
}

class Reader {
  readonly passages: Passage[] = [];
  readonly #source: string;
  readonly #placeAt: (offset: number) => Place;

  constructor(source: string, placeAt: (offset: number) => Place) {
    this.#source = source;
    this.#placeAt = placeAt;
  }

  readBlock(node: Nodes): void {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      const pieces: Piece[] = [];
      for (const child of node.children) this.#readPhrase(child, pieces);
      this.#add('text', pieces);
    } else if (node.type === 'html') {
      const pieces: Piece[] = [];
      this.#readHtml(node, pieces);
      this.#add('text', pieces);
    } else if (node.type === 'code') this.#addCode(node);
    else if (node.type === 'definition') {
      this.#addPart('address', node.url, node);
      this.#addPart('text', node.title, node);
    } else if ('children' in node) {
      for (const child of node.children) this.readBlock(child);
    }
  }

  #readPhrase(node: Nodes, pieces: Piece[]): void {
    const { start } = extentOf(node);
    if (node.type === 'text') pieces.push({ text: node.value, start });
    else if (node.type === 'break') pieces.push({ text: '\n', start });
    else if (node.type === 'html') this.#readHtml(node, pieces);
    else if (node.type === 'inlineCode') {
      pieces.push({ text: ' ', start });
      this.#addCode(node);
    }
    if (node.type === 'image' || node.type === 'imageReference') this.#addPart('text', node.alt, node);
    if (node.type === 'image' || node.type === 'link') {
      this.#addPart('text', node.title, node);
      this.#addPart('address', node.url, node);
    }
    if ('children' in node) for (const child of node.children) this.#readPhrase(child, pieces);
  }

  #readHtml(node: Nodes, pieces: Piece[]): void {
    const { start, end } = extentOf(node);
    for (const { kind, name, value, start: inside } of htmlPieces(this.#source.slice(start, end))) {
      const found = { text: value, start: start + inside };
      if (kind === 'text') pieces.push(found);
      else if (kind !== 'attribute') this.#add('text', [found]);
      else if (/^on[a-z]+$/.test(name)) this.#add('event', [{ ...found, text: name }]);
      else if (addressAttributes.has(name)) this.#add('address', [found]);
      // A list of images: each address is followed by its size.
      else if (name === 'srcset') {
        for (const text of value.split(/,(?=\s)|\s+/)) this.#add('address', [{ ...found, text }]);
      } else this.#add('text', [found]);
    }
  }

  #addCode(node: Nodes): void {
    const { start, end } = extentOf(node);
    this.#add('code', [{ text: this.#source.slice(start, end), start }]);
  }

  /** A title, an alternative text or an address: it is part of its node, and where in it only the source can tell. */
  #addPart(kind: Passage['kind'], text: string | null | undefined, node: Nodes): void {
    if (text === null || text === undefined) return;
    const { start, end } = extentOf(node);
    const at = this.#source.slice(start, end).indexOf(text);
    this.#add(kind, [{ text, start: at === -1 ? start : start + at }]);
  }

  #add(kind: Passage['kind'], pieces: readonly Piece[]): void {
    const text = pieces.map((piece) => piece.text).join('');
    if (text.trim() === '') return;
    let end = 0;
    const extents = pieces.map(({ text: { length }, start }, index) => {
      end += length;
      // Where references or escapes made the piece shorter than its source, its beginning is the best that is known.
      return { end, start, isPlain: this.#source.startsWith(pieces[index]?.text ?? '', start) };
    });
    const sourceOffset = (offset: number): number => {
      const index = extents.findIndex((piece) => offset < piece.end);
      const piece = extents[index];
      if (piece === undefined) return extents[0]?.start ?? 0;
      return piece.start + (piece.isPlain ? offset - (extents[index - 1]?.end ?? 0) : 0);
    };
    this.passages.push({ kind, text, placeOf: (offset) => this.#placeAt(sourceOffset(offset)) });
  }
}
