// The blocks of a text that can be compared across languages: paragraphs, table rows, code. Each knows its prose without
// code and addresses, its code spans and its links, and where all of them stand in the file.
import type { Code, Definition, Nodes } from 'mdast';
import { nodesIn } from '../nodes.ts';
import { extentOf } from '../outline.ts';

/** Stands in the prose for code, an address or a footnote: no word and no number runs across it. */
export const gap = '\ufffc';

export interface CodeSpan {
  value: string;
  offset: number;
}

export interface Target {
  url: string;
  isImage: boolean;
  offset: number;
}

export interface Block {
  kind: 'heading' | 'paragraph' | 'row' | 'code';
  start: number;
  prose: string;
  spans: CodeSpan[];
  targets: Target[];
  /** Set for a fence. */
  code: Code | undefined;
  /** Where the pieces of the prose come from: [index in the prose, start and end in the file]. */
  pieces: readonly (readonly [number, number, number])[];
}

export type Definitions = ReadonlyMap<string, Definition>;

/** The link definitions among some nodes, by identifier; the first of a name counts, as in Markdown. */
export function definitionsAmong(nodes: readonly Nodes[]): Definitions {
  const found = new Map<string, Definition>();
  for (const node of nodesIn(nodes)) {
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node);
  }
  return found;
}

/** Some nodes as comparable blocks, in reading order; lists, quotations and tables are taken apart. */
export function blocksOf(nodes: readonly Nodes[], definitions: Definitions, found: Block[] = []): Block[] {
  for (const node of nodes) {
    if (node.type === 'heading' || node.type === 'paragraph') {
      found.push(new BlockWriter(definitions).block(node.type, node, node.children));
    } else if (node.type === 'tableRow') {
      found.push(new BlockWriter(definitions).block('row', node, node.children));
    } else if (node.type === 'code') {
      found.push({ ...new BlockWriter(definitions).block('code', node, []), code: node });
    } else if ('children' in node) {
      blocksOf(node.children, definitions, found);
    }
  }
  return found;
}

/** Where an index of a block's prose stands in the file; the start of its piece when Markdown writes it differently. */
export function offsetIn(block: Block, index: number, written: string, source: string): number {
  const piece = block.pieces.findLast(([at]) => at <= index);
  if (piece === undefined) return block.start;
  const [at, start, end] = piece;
  const exact = start + index - at;
  if (source.startsWith(written, exact)) return exact;
  const near = source.slice(start, end).indexOf(written);
  return near === -1 ? start : start + near;
}

class BlockWriter {
  private readonly definitions: Definitions;
  private prose = '';
  private readonly spans: CodeSpan[] = [];
  private readonly targets: Target[] = [];
  private readonly pieces: [number, number, number][] = [];

  constructor(definitions: Definitions) {
    this.definitions = definitions;
  }

  block(kind: Block['kind'], node: Nodes, children: readonly Nodes[]): Block {
    for (const child of children) this.take(child);
    const { prose, spans, targets, pieces } = this;
    return { kind, start: extentOf(node).start, prose, spans, targets, code: undefined, pieces };
  }

  private take(node: Nodes): void {
    const { start, end } = extentOf(node);
    if (node.type === 'text') {
      this.pieces.push([this.prose.length, start, end]);
      this.prose += node.value;
    } else if (node.type === 'inlineCode') {
      this.spans.push({ value: node.value, offset: start });
      this.prose += gap;
    } else if (node.type === 'image') {
      this.targets.push({ url: node.url, isImage: true, offset: start });
      this.prose += gap;
    } else if (node.type === 'imageReference' || node.type === 'linkReference') {
      const definition = this.definitions.get(node.identifier);
      const isImage = node.type === 'imageReference';
      if (definition !== undefined) this.targets.push({ url: definition.url, isImage, offset: start });
      if (node.type === 'linkReference') for (const child of node.children) this.take(child);
    } else if (node.type === 'link') {
      this.takeLink(node.url, node.children, start);
    } else if (node.type === 'tableCell') {
      for (const child of node.children) this.take(child);
      this.prose += `${gap}\n`;
    } else if ('children' in node) {
      for (const child of node.children) this.take(child);
    } else {
      this.prose += node.type === 'break' ? '\n' : node.type === 'html' ? ' ' : gap;
    }
  }

  private takeLink(url: string, children: readonly Nodes[], offset: number): void {
    const [only] = children;
    const isBare =
      children.length === 1 &&
      only?.type === 'text' &&
      /^(?:https?:\/\/|mailto:|www\.)/.test(url + only.value) &&
      url.endsWith(only.value);
    // A mail address in running text is a word, which the other language may show as code.
    if (isBare && url.startsWith('mailto:')) {
      this.prose += gap;
      return;
    }
    // An address in running text ends where Chinese begins, whatever Markdown makes of it.
    this.targets.push({
      url: isBare ? url.replace(/[\u3000-\u9fff\uff00-\uffef][\s\S]*$/u, '') : url,
      isImage: false,
      offset,
    });
    if (isBare) this.prose += gap;
    else for (const child of children) this.take(child);
  }
}
