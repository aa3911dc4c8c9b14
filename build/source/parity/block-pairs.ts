// The blocks of two sections, each beside the one that says the same; and what of a section may stand in its neighbours.
import { align, likeness } from './alignment.ts';
import type { Block } from './blocks.ts';
import type { Parity, Section, SectionPair, SignedBlock } from './sections.ts';

export interface BlockPair {
  zh: Block | undefined;
  en: Block | undefined;
}

/** Two sections that say the same, in blocks. */
export interface ComparedSection {
  zh: Section;
  en: Section;
  pairs: BlockPair[];
  /** Sections beside them that the other language lacks: what they say is perhaps said here under another heading. */
  besideZh: readonly Section[];
  besideEn: readonly Section[];
}

const known = new WeakMap<Parity, ComparedSection[]>();

/** Every section that both languages have. Three rules ask for them. */
export function comparedSections(parity: Parity): ComparedSection[] {
  const sections = known.get(parity) ?? sectionsIn(parity);
  known.set(parity, sections);
  return sections;
}

function sectionsIn({ pairs }: Parity): ComparedSection[] {
  return pairs.flatMap(({ zh, en }, index) => {
    if (zh === undefined || en === undefined) return [];
    const beside = [...unpaired(pairs, index, -1), ...unpaired(pairs, index, 1)];
    return {
      zh,
      en,
      pairs: blockPairs(zh, en),
      besideZh: beside.flatMap((pair) => pair.zh ?? []),
      besideEn: beside.flatMap((pair) => pair.en ?? []),
    };
  });
}

/** More neighbours than this are not looked at; an article with a long tail in one language stays cheap. */
const neighboursMax = 12;

/** The pairs with one side only that stand directly before or after a pair. */
function unpaired(pairs: readonly SectionPair[], from: number, step: 1 | -1): SectionPair[] {
  const found: SectionPair[] = [];
  for (let index = from + step; found.length < neighboursMax; index += step) {
    const pair = pairs[index];
    if (pair === undefined || (pair.zh !== undefined && pair.en !== undefined)) break;
    found.push(pair);
  }
  return found;
}

function blockPairs(zh: Section, en: Section): BlockPair[] {
  return align(zh.blocks, en.blocks, blockScore).map(({ left, right }) => ({ zh: left, en: right }));
}

function blockScore(zh: SignedBlock, en: SignedBlock): number {
  if (zh.kind !== en.kind && (isApart(zh) || isApart(en))) return -9;
  return (zh.kind === en.kind ? 0.5 : 0) + likeness(zh.signature, en.signature);
}

/** A fence or a heading answers only one of its kind; a table may well have become a list. */
const isApart = ({ kind }: Block): boolean => kind === 'code' || kind === 'heading';

/** A list of hundreds of things that one language lacks is told of at the start of its section. */
const lookBackMax = 100;

/** Where a block should stand that one language lacks: at the last block before it that both have. */
export function placeOfMissing(
  pairs: readonly BlockPair[],
  index: number,
  side: 'zh' | 'en',
  section: Section,
): number {
  for (let before = index; before >= Math.max(0, index - lookBackMax); before -= 1) {
    const block = pairs[before]?.[side];
    if (block !== undefined) return block.start;
  }
  return section.start;
}
