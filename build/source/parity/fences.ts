// The code of both languages, each piece beside its counterpart. Looked for over the whole article, because code stays
// what it is where headings come and go.
import type { Code } from 'mdast';
import { align, likeness, type Signature } from './alignment.ts';
import type { Parity, Section } from './sections.ts';

export interface Fence {
  code: Code;
  start: number;
  /** The number of its pair of sections. */
  section: number;
  /** Whether the other language has that section too. */
  isShared: boolean;
  signature: Signature;
}

export interface FencePair {
  zh: Fence | undefined;
  en: Fence | undefined;
  /** For code without a counterpart: where it should be; undefined when its whole section is missing there. */
  shouldBeAt: number | undefined;
}

export function fencePairs({ pairs }: Parity): FencePair[] {
  const zh = pairs.flatMap((pair, index) => fencesOf(pair.zh, index, pair.en !== undefined));
  const en = pairs.flatMap((pair, index) => fencesOf(pair.en, index, pair.zh !== undefined));
  const aligned = align(zh, en, fenceScore);
  return aligned.map(({ left, right }, index) => {
    const alone = left === undefined ? right : right === undefined ? left : undefined;
    if (alone === undefined || !alone.isShared) return { zh: left, en: right, shouldBeAt: undefined };
    const side = left === undefined ? 'left' : 'right';
    const section = pairs[alone.section]?.[left === undefined ? 'zh' : 'en'];
    const before = aligned.slice(0, index).findLast((pair) => pair[side] !== undefined)?.[side];
    const near = before?.section === alone.section ? before.start : section?.start;
    return { zh: left, en: right, shouldBeAt: near };
  });
}

function fencesOf(section: Section | undefined, index: number, isShared: boolean): Fence[] {
  return (section?.blocks ?? []).flatMap((block) =>
    block.code === undefined
      ? []
      : { code: block.code, start: block.start, section: index, isShared, signature: block.signature },
  );
}

function fenceScore(zh: Fence, en: Fence): number {
  const sameSection = zh.section === en.section ? 0.8 : -0.6;
  const sameText = zh.code.value === en.code.value ? 2 : 0;
  return sameSection + sameText + (zh.code.lang === en.code.lang ? 0.2 : 0) + likeness(zh.signature, en.signature);
}
