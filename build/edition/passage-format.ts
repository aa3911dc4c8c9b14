// The passages of an article in one language: its text without any markup, one block a line, for excerpts around the words
// of a query. The build writes them, the server reads them. Knows neither Markdown nor queries.
//
//   line 0         a letter for each block, see `kindLetters`; a capital one when the block has a normal form
//   lines 1 … n    the blocks, white space made single spaces
//   the rest       the normal forms of the blocks that have one, in order
//
// A block has a normal form when the analyser does not read it as it stands: full-width letters, Traditional characters. All
// others are searched as they are.

export const blockKinds = ['prose', 'heading', 'code'] as const;
export type BlockKind = (typeof blockKinds)[number];

export interface Block {
  kind: BlockKind;
  text: string;
  /** The normal form of the text, aligned with `text` grapheme by grapheme; only if its words differ. */
  normal?: string | undefined;
}

/** A line of the passages, by its offsets. */
export interface Line {
  kind: BlockKind;
  start: number;
  end: number;
  normal?: { start: number; end: number };
}

const kindLetters: Record<BlockKind, string> = { prose: 'p', heading: 'h', code: 'c' };
const kindOf = new Map(blockKinds.map((kind) => [kindLetters[kind], kind]));

export function passagesText(blocks: readonly Block[]): string {
  const letters = blocks.map(({ kind, normal }) =>
    normal === undefined ? kindLetters[kind] : kindLetters[kind].toUpperCase(),
  );
  const normals = blocks.flatMap(({ normal }) => normal ?? []);
  return [letters.join(''), ...blocks.map(({ text }) => text), ...normals].map((line) => `${line}\n`).join('');
}

/** The start offset of the blocks: behind the line of letters. */
export const passagesStart = (passages: string): number => passages.indexOf('\n') + 1;

/** The blocks by their offsets, in order. */
export function linesOf(passages: string): Line[] {
  let at = passagesStart(passages);
  const letters = passages.slice(0, at - 1);
  const nextExtent = (): { start: number; end: number } => {
    const start = at;
    const found = passages.indexOf('\n', start);
    const end = found === -1 ? passages.length : found;
    at = end + 1;
    return { start, end };
  };
  const lines = [...letters].map((letter): Line => {
    return { kind: kindOf.get(letter.toLowerCase()) ?? 'prose', ...nextExtent() };
  });
  lines.forEach((line, index) => {
    if (letters[index] !== letters[index]?.toLowerCase()) line.normal = nextExtent();
  });
  return lines;
}
