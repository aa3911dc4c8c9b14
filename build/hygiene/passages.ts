// The passages of a draft: every text in it that a reader or a model is given as words, each with its place. Code is no
// words: it is what a text shows, not what it says. Knows no rule.
import type { Nodes } from 'mdast';
import type { Place } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { extentOf } from '../source/outline.ts';
import { placesIn } from '../source/places.ts';
import { htmlPieces } from './html-pieces.ts';

/** Where a passage stands; what people do not see on a page is `hidden`. */
export type PassageKind = 'prose' | 'heading' | 'address' | 'hidden' | 'front matter';

export interface Passage {
  kind: PassageKind;
  text: string;
  /** The place of an offset in `text`. */
  placeOf(offset: number): Place;
}

/** Stands where code stood. It is no letter, so that words around code are never read as one. */
export const codeMark = '\ufffc';

/** All passages, the front matter's first. */
export function passagesOf(draft: Draft): Passage[] {
  const reader = new Reader(draft.text);
  for (const node of draft.tree.children) reader.readBlock(node);
  return [...frontMatterPassages(draft), ...reader.passages];
}

function frontMatterPassages({ frontMatter }: Draft): Passage[] {
  const read = (value: unknown, path: readonly PropertyKey[]): Passage[] => {
    if (typeof value === 'string') {
      return [{ kind: 'front matter', text: value, placeOf: () => frontMatter.placeOf(path) }];
    }
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => {
      return read(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    });
  };
  return read(frontMatter.values, []);
}

/** A piece of a passage: its words, and where they begin in the file. */
interface Piece {
  text: string;
  start: number;
}

class Reader {
  readonly passages: Passage[] = [];
  readonly #source: string;
  readonly #placeAt: (offset: number) => Place;

  constructor(source: string) {
    this.#source = source;
    this.#placeAt = placesIn(source);
  }

  readBlock(node: Nodes): void {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      const pieces: Piece[] = [];
      for (const child of node.children) this.#readPhrase(child, pieces);
      this.#add(node.type === 'heading' ? 'heading' : 'prose', pieces);
    } else if (node.type === 'html') {
      const pieces: Piece[] = [];
      this.#readHtml(node, pieces);
      this.#add('prose', pieces);
    } else if (node.type === 'definition') {
      this.#addHidden(node.title, node);
    } else if ('children' in node) {
      for (const child of node.children) this.readBlock(child);
    }
  }

  #readPhrase(node: Nodes, pieces: Piece[]): void {
    const { start } = extentOf(node);
    if (node.type === 'text') pieces.push({ text: node.value, start });
    else if (node.type === 'inlineCode') pieces.push({ text: codeMark, start });
    else if (node.type === 'break') pieces.push({ text: '\n', start });
    else if (node.type === 'html') this.#readHtml(node, pieces);
    if (node.type === 'image') this.#add('address', [{ text: node.url, start }]);
    if (node.type === 'image' || node.type === 'imageReference') this.#addHidden(node.alt, node);
    if (node.type === 'image' || node.type === 'link') this.#addHidden(node.title, node);
    if ('children' in node) for (const child of node.children) this.#readPhrase(child, pieces);
  }

  #readHtml(node: Nodes, pieces: Piece[]): void {
    const { start, end } = extentOf(node);
    for (const piece of htmlPieces(this.#source.slice(start, end))) {
      const found = { text: piece.value, start: start + piece.start };
      if (piece.kind === 'text') pieces.push(found);
      else this.#add(piece.name === 'src' ? 'address' : 'hidden', [found]);
    }
  }

  /** A title or an alternative text: it is part of its node, and where in it only the source can tell. */
  #addHidden(text: string | null | undefined, node: Nodes): void {
    if (text === null || text === undefined) return;
    const { start, end } = extentOf(node);
    const at = this.#source.slice(start, end).indexOf(text);
    this.#add('hidden', [{ text, start: at === -1 ? start : start + at }]);
  }

  #add(kind: PassageKind, pieces: readonly Piece[]): void {
    const text = pieces.map((piece) => piece.text).join('');
    if (text.trim() === '') return;
    this.passages.push({ kind, text, placeOf: (offset) => this.#placeAt(this.#sourceOffset(pieces, offset)) });
  }

  #sourceOffset(pieces: readonly Piece[], offset: number): number {
    let before = 0;
    for (const piece of pieces) {
      const inside = offset - before;
      // Where references or escapes made the piece shorter than its source, its beginning is the best that is known.
      if (inside < piece.text.length) return piece.start + (this.#isPlain(piece) ? inside : 0);
      before += piece.text.length;
    }
    return pieces[0]?.start ?? 0;
  }

  #isPlain({ text, start }: Piece): boolean {
    return this.#source.startsWith(text, start);
  }
}
