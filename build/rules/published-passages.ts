// The published parts of a draft with their places in the file. The safety rules examine them.
import type { Nodes } from 'mdast';
import type { SafetyRule } from '../edition/vocabulary.ts';
import { type Place, placesIn } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { extentOf, markdown } from '../source/markdown.ts';
import { decodeReferences, textsIn } from './characters.ts';
export interface Passage {
  /** An `event` is the name of an HTML attribute that runs code, such as `onclick`. */
  kind: 'text' | 'code' | 'address' | 'event';
  text: string;
  /** The place in the file of an offset in `text`. */
  placeOf(offset: number): Place;
}

/**
 * The passages that a safety rule examines. If `allow` exempts the article from the rule, only the reasons in `allow` are
 * returned, because a reason cannot exempt itself.
 */
export function passagesFor(rule: SafetyRule, { frontMatter, text, tree }: Draft): Passage[] {
  const { allow } = frontMatter.values ?? {};
  const isAllowed = Array.isArray(allow) && allow.some((entry: { rule?: unknown } | null) => entry?.rule === rule);
  const fields = textsIn(isAllowed ? { allow } : frontMatter.values).flatMap(({ text: value, path }) => {
    const place = (): Place => frontMatter.placeOf(path);
    // Fields are parsed too, because links in them work in the Markdown representation.
    const nodes = /[[<]/.test(value) ? markdown.parse(value).children : [];
    const links = new PassageReader(value, place).read(nodes).filter(({ kind }) => kind !== 'text' && kind !== 'code');
    return [{ kind: 'text', text: value, placeOf: place } as const, ...links];
  });
  return isAllowed ? fields : [...fields, ...new PassageReader(text, placesIn(text)).read(tree.children)];
}

/** A part of a passage, with the offset in the source at which it starts. */
interface Piece {
  text: string;
  start: number;
}

/** Nodes whose children are separate passages. */
const containers = new Set(['blockquote', 'list', 'listItem', 'table', 'tableRow', 'footnoteDefinition']);

/**
 * HTML attributes that contain an address or run code. The pattern ignores the context, so that no markup can hide an attribute
 * from it.
 */
const attributes =
  /(?<=[\s"'/])(?:(on[a-z]+)|(srcset)|href|src|action|formaction|data|poster|background|cite|ping|xlink:href)\s*=\s*(?=("[^"]{0,4096}"|'[^']{0,4096}'|[^\s>]{1,4096}))/gi;

class PassageReader {
  readonly #passages: Passage[] = [];
  readonly #source: string;
  readonly #placeAt: (offset: number) => Place;

  constructor(source: string, placeAt: (offset: number) => Place) {
    this.#source = source;
    this.#placeAt = placeAt;
  }

  read(nodes: readonly Nodes[]): Passage[] {
    for (const node of nodes) {
      const pieces: Piece[] = [];
      this.#readNode(node, pieces);
      this.#add('text', pieces);
    }
    return this.#passages;
  }

  /** Adds the words of a node to `pieces`, and its code, addresses and other texts to the passages. */
  #readNode(node: Nodes, pieces: Piece[]): void {
    const { start, end } = extentOf(node);
    if (node.type === 'text') pieces.push({ text: node.value, start });
    else if (node.type === 'break') pieces.push({ text: '\n', start });
    else if (node.type === 'html') this.#readHtml(this.#source.slice(start, end), start, pieces);
    else if (node.type === 'inlineCode' || node.type === 'code') {
      pieces.push({ text: ' ', start });
      this.#add('code', [{ text: this.#source.slice(start, end), start }]);
    }
    if ('alt' in node) this.#addPart('text', node.alt, node);
    if ('title' in node) this.#addPart('text', node.title, node);
    if ('url' in node) this.#addPart('address', node.url, node);
    if (!('children' in node)) return;
    if (containers.has(node.type)) this.read(node.children);
    else for (const child of node.children) this.#readNode(child, pieces);
  }

  #readHtml(html: string, start: number, pieces: Piece[]): void {
    for (const match of html.matchAll(attributes)) {
      const [name, event, srcset, written = ''] = match;
      const value = written.replace(/^["']|["']$/g, '');
      const at = start + match.index + name.length + (value === written ? 0 : 1);
      if (event !== undefined) this.#add('event', [{ text: event.toLowerCase(), start: at }]);
      // `srcset` is a list of image addresses. Each is followed by its size.
      else
        for (const text of srcset ? value.split(/,(?=\s)|\s+/) : [value]) this.#add('address', [{ text, start: at }]);
    }
    for (const { 0: text, index } of html.matchAll(/<!--[\s\S]*?(?:-->|$)|<[^>]*>?|[^<]+/g)) {
      const piece = { text: decodeReferences(text), start: start + index };
      if (!text.startsWith('<')) {
        pieces.push(piece);
        continue;
      }
      this.#add('text', [piece]);
      // Attribute values and comments are passages of their own.
      for (const { 0: opening, 1: inner = '', index: at } of text.matchAll(/(?:["']|<!--)\s*([^"']+)/g))
        this.#add('text', [{ text: decodeReferences(inner), start: piece.start + at + opening.length - inner.length }]);
    }
  }

  /**
   * Adds a title, an alternative text or an address of a node. The parser gives no place for it, so it is searched for in the
   * source.
   */
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
    const extents = pieces.map((piece) => {
      end += piece.text.length;
      // `isPlain` is false when the source has references or escapes. Offsets in the piece then have no exact place, and the
      // start of the piece is used.
      return { ...piece, end, isPlain: this.#source.startsWith(piece.text, piece.start) };
    });
    const placeOf = (offset: number): Place => {
      const piece = extents.find((some) => offset < some.end) ?? extents[0];
      const inside = piece?.isPlain ? offset - (piece.end - piece.text.length) : 0;
      return this.#placeAt((piece?.start ?? 0) + Math.max(0, inside));
    };
    this.#passages.push({ kind, text, placeOf });
  }
}
