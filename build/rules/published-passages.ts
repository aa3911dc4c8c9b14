// The published parts of a draft with their places: the input of the safety rules.
import type { Nodes } from 'mdast';
import type { SafetyRule } from '../edition/vocabulary.ts';
import { type Place, placesIn } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { extentOf, markdown } from '../source/markdown.ts';
import { decodeReferences, textsIn } from './characters.ts';
export interface Passage {
  /** An `event` is the name of an HTML attribute that runs code. */
  kind: 'text' | 'code' | 'address' | 'event';
  text: string;
  /** The place of an offset in `text`. */
  placeOf(offset: number): Place;
}

/** The passages that a rule judges. When `allow` names the rule, only the reasons are left: no reason allows itself. */
export function passagesFor(rule: SafetyRule, { frontMatter, text, tree }: Draft): Passage[] {
  const { allow } = frontMatter.values ?? {};
  const isAllowed = Array.isArray(allow) && allow.some((entry: { rule?: unknown } | null) => entry?.rule === rule);
  const fields = textsIn(isAllowed ? { allow } : frontMatter.values).flatMap(({ text: value, path }) => {
    const place = (): Place => frontMatter.placeOf(path);
    // Links in a value are active in the Markdown representation.
    const nodes = /[[<]/.test(value) ? markdown.parse(value).children : [];
    const links = new PassageReader(value, place).read(nodes).filter(({ kind }) => kind !== 'text' && kind !== 'code');
    return [{ kind: 'text', text: value, placeOf: place } as const, ...links];
  });
  return isAllowed ? fields : [...fields, ...new PassageReader(text, placesIn(text)).read(tree.children)];
}

/** A piece of a text: its words, and their start in the source. */
interface Piece {
  text: string;
  start: number;
}

/** Nodes of which each child is a separate text. */
const containers = new Set(['blockquote', 'list', 'listItem', 'table', 'tableRow', 'footnoteDefinition']);

/** Attributes that contain an address or run code. The pattern ignores the context, so that no markup can hide one. */
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

  /** Collects the words of a node in `pieces`, and adds its other content. */
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
      // A list of images: each address is followed by its size.
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
      // Attribute values and the text of a comment are separate texts.
      for (const { 0: opening, 1: inner = '', index: at } of text.matchAll(/(?:["']|<!--)\s*([^"']+)/g))
        this.#add('text', [{ text: decodeReferences(inner), start: piece.start + at + opening.length - inner.length }]);
    }
  }

  /** A title, an alternative text or an address: part of its node, at a place that only the source shows. */
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
      // When references or escapes made the piece shorter than its source, its start is the best known place.
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
