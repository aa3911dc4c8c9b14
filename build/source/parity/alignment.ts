// Sequence alignment (Needleman–Wunsch): which element of one list answers which of another, in order, leaving out what
// has no partner. Knows nothing of Markdown.
import type { Block } from './blocks.ts';
import { targetKey } from './link-targets.ts';

export interface Pair<Left, Right> {
  left: Left | undefined;
  right: Right | undefined;
}

/** More cells than this are not computed: such lists are paired by position. A section of 500 blocks still is. */
const cellsMax = 250_000;

/** Pairs two lists so that the sum of the scores of all pairs is greatest; being alone scores nothing. */
export function align<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
  score: (left: Left, right: Right) => number,
): Pair<Left, Right>[] {
  const width = right.length + 1;
  if (left.length * right.length > cellsMax) return byPosition(left, right);
  const best = new Float64Array((left.length + 1) * width);
  const steps = new Uint8Array(best.length);
  for (const [row, one] of left.entries()) {
    for (const [column, other] of right.entries()) {
      const cell = (row + 1) * width + column + 1;
      const paired = at(best, cell - width - 1) + score(one, other);
      const up = at(best, cell - width);
      const back = at(best, cell - 1);
      best[cell] = Math.max(paired, up, back);
      steps[cell] = paired >= up && paired >= back ? 0 : up >= back ? 1 : 2;
    }
  }
  return walkBack(left, right, steps);
}

function walkBack<Left, Right>(left: readonly Left[], right: readonly Right[], steps: Uint8Array): Pair<Left, Right>[] {
  const pairs: Pair<Left, Right>[] = [];
  let row = left.length;
  let column = right.length;
  while (row > 0 || column > 0) {
    const step = row === 0 ? 2 : column === 0 ? 1 : steps[row * (right.length + 1) + column];
    if (step !== 2) row -= 1;
    if (step !== 1) column -= 1;
    pairs.push({ left: step === 2 ? undefined : left[row], right: step === 1 ? undefined : right[column] });
  }
  return pairs.reverse();
}

function byPosition<Left, Right>(left: readonly Left[], right: readonly Right[]): Pair<Left, Right>[] {
  const longer = left.length > right.length ? left : right;
  return longer.map((_, index) => ({ left: left[index], right: right[index] }));
}

const at = (numbers: Float64Array, index: number): number => numbers[index] ?? 0;

// What stays the same in translation: numbers, code, addresses and Latin words. By it the blocks and sections of two
// languages find each other.

export interface Signature {
  /** What a translation keeps: figures, code, addresses. */
  fixed: ReadonlySet<string>;
  /** The Latin words of the prose; in Chinese they are names, which English has too. */
  words: ReadonlySet<string>;
  /** Characters of prose, Chinese ones weighed as the letters that English needs for them. */
  length: number;
}

/** Enough to know a piece by; a hostile one does not make the comparison slow. */
const tokensMax = 200;
const codeMax = 2000;
const proseMax = 4000;

export function signatureOf(block: Block): Signature {
  const fixed = new Set<string>();
  const words = new Set<string>();
  const code = block.code === undefined ? [] : [block.code.value.slice(0, codeMax)];
  for (const text of [...block.spans.map(({ value }) => value), ...code]) {
    for (const token of text.toLowerCase().match(/[a-z_$][\w$]*|\d+/g) ?? []) fixed.add(token);
    if (fixed.size >= tokensMax) break;
  }
  for (const target of block.targets.slice(0, tokensMax)) fixed.add(targetKey(target.url));
  for (const token of block.prose
    .slice(0, proseMax)
    .toLowerCase()
    .match(/[a-z][\w.-]*\w|\d+/g) ?? []) {
    if (token.charCodeAt(0) <= 0x39) fixed.add(token);
    else words.add(token);
  }
  return { fixed, words, length: lengthOf(block.prose) };
}

/** The signature of several blocks together. */
export function merged(signatures: readonly Signature[]): Signature {
  const fixed = new Set<string>();
  const words = new Set<string>();
  let length = 0;
  for (const signature of signatures) {
    length += signature.length;
    if (fixed.size < tokensMax) for (const token of signature.fixed) fixed.add(token);
    if (words.size < tokensMax) for (const token of signature.words) words.add(token);
  }
  return { fixed, words, length };
}

/** How likely a Chinese and an English piece say the same: about -1 (nothing in common that should be) to 3. */
export function likeness(zh: Signature, en: Signature): number {
  return kept(zh.fixed, en.fixed) + named(zh, en) + 0.5 * ratio(zh.length, en.length);
}

function kept(zh: ReadonlySet<string>, en: ReadonlySet<string>): number {
  if (zh.size === 0 && en.size === 0) return 0.4;
  if (zh.size === 0 || en.size === 0) return -0.3;
  const common = countCommon(zh, en);
  return common === 0 ? -0.7 : (1.5 * common) / (zh.size + en.size - common);
}

function named(zh: Signature, en: Signature): number {
  if (zh.words.size === 0) return 0.2;
  const common = countCommon(zh.words, en.words) + countCommon(zh.words, en.fixed);
  return Math.min(1, common / zh.words.size) - (common === 0 ? 0.3 : 0);
}

function countCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one];
  let common = 0;
  for (const token of fewer) if (more.has(token)) common += 1;
  return common;
}

/** Chinese says in one character what takes English about three. */
function lengthOf(prose: string): number {
  let length = prose.length;
  for (let index = 0; index < prose.length; index += 1) if (prose.charCodeAt(index) > 0x2fff) length += 2;
  return length;
}

const ratio = (one: number, other: number): number => (Math.min(one, other) + 4) / (Math.max(one, other) + 4);
