// Passages are the text of an article in one language without markup, one block per line. The build writes the passages. From them
// the server cuts excerpts that contain the words of a query. This module knows neither Markdown nor queries.
//
//   line 0         one letter per block for its kind, see `kindLetters`; upper case if the block has a normal form
//   lines 1 … n    the blocks, with each run of white space replaced by one space
//   further lines  the normal forms of the blocks that have one, in order
//
// A block has a normal form when the analyser changes its text, such as full-width letters or Traditional characters. A block
// without a normal form is searched as it is written.

export const blockKinds = ['prose', 'heading', 'code'] as const;
export type BlockKind = (typeof blockKinds)[number];

export interface Block {
  kind: BlockKind;
  text: string;
  /** The normal form of the text, aligned with `text` grapheme by grapheme. Present only if its words differ from those of `text`. */
  normal?: string | undefined;
}

/** One line of the passages, with its offsets in the passages. */
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

/** The offset of the first block, which follows the line of letters. */
export const passagesStart = (passages: string): number => passages.indexOf('\n') + 1;

/** The blocks of some passages with their offsets, in order. */
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
