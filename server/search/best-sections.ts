// The sections of an article that say most about a query, found among its passages. Pure.
import { type Section, separator } from '../../build/edition/sections.ts';
import type { Finding } from './scanner.ts';

/** What one block of a section holds of a query. */
interface BlockFinding {
  /** The terms that it holds, each with its share: less of one that stands in code alone. */
  shares: ReadonlyMap<string, number>;
}

export interface SectionFinding {
  section: Section;
  /** What its different terms gain together. */
  gain: number;
  blocks: readonly BlockFinding[];
}

/** What each section holds of the query; `finding` is of the passages that the sections' blocks count the lines of. */
export function findingsOf(
  sections: readonly Section[],
  finding: Finding,
  gainOf: (term: string) => number,
): SectionFinding[] {
  const sharesOfLine = sharesByLine(finding);
  let line = 0;
  return sections.map((section) => {
    const blocks = section.blocks.map(([, , lines]) => {
      const shares = new Map<string, number>();
      for (const end = line + lines; line < end; line += 1) raise(shares, sharesOfLine[line] ?? []);
      return { shares };
    });
    // What its heading says, it is about.
    const ofHeading = section.level === 0 ? 0 : headingShare * gainOfAll(blocks.slice(0, 1), gainOf);
    return { section, gain: gainOfAll(blocks, gainOf) + ofHeading, blocks };
  });
}

/** Terms in a heading count so much more. */
const headingShare = 0.5;

/** Terms that stand only in code say less than in prose. */
const codeShare = 0.5;

function sharesByLine({ matches, lines }: Finding): Map<string, number>[] {
  const found = lines.map(() => new Map<string, number>());
  let at = 0;
  for (const { start, terms } of matches) {
    while ((lines[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1;
    // Matches of normal forms are told in place, so that one may lie before the one found last.
    while (at > 0 && (lines[at]?.start ?? 0) > start) at -= 1;
    for (const term of terms) found[at]?.set(term, lines[at]?.kind === 'code' ? codeShare : 1);
  }
  return found;
}

/** Adds shares to others; of a term that is there already, the greater one stays. */
function raise(shares: Map<string, number>, more: Iterable<[term: string, share: number]>): void {
  for (const [term, share] of more) shares.set(term, Math.max(share, shares.get(term) ?? 0));
}

function gainOfAll(blocks: readonly BlockFinding[], gainOf: (term: string) => number): number {
  const all = new Map<string, number>();
  for (const { shares } of blocks) raise(all, shares);
  let sum = 0;
  for (const [term, share] of all) sum += share * gainOf(term);
  return sum;
}

export interface Passage {
  text: string;
  tokens: number;
  /** Whether it is the whole section. */
  isWhole: boolean;
}

/** Of a longer section only so much is taken, in tokens: other sections say something too. A paragraph may be longer by itself. */
const windowTokensMax = 400;
const paragraphTokensMax = 800;
/** A smaller part of a section, in tokens, says nothing by itself: «Output:». */
const partTokensMin = 40;

/** A section, or when it is long its heading and the blocks around the one that says most; undefined when nothing fits. */
export function passageWithin(
  { section, blocks }: SectionFinding,
  room: number,
  gainOf: (term: string) => number,
): Passage | undefined {
  const { body } = section;
  if (body.tokens <= Math.min(room, windowTokensMax)) return { ...body, isWhole: true };
  const costs = section.blocks.map(([, tokens]) => tokens);
  const costOf = (from: number, to: number): number => costs.slice(from, to).reduce((sum, cost) => sum + cost, 0);
  const best = bestBlock(blocks, (at) => fitsAlone(section, at, room), gainOf);
  if (best === undefined) return undefined;
  const limit = Math.min(room, Math.max(windowTokensMax, costs[best] as number));
  const headed = section.level > 0 && best > 0 && (costs[0] as number) + (costs[best] as number) <= limit;
  const heading = headed ? (costs[0] as number) : 0;
  const least = headed ? 1 : 0;
  let [from, to] = [best, best + 1];
  // What follows explains more than what stands before.
  while (to < costs.length && heading + costOf(from, to + 1) <= limit) to += 1;
  while (from > least && heading + costOf(from - 1, to) <= limit) from -= 1;
  const tokens = heading + costOf(from, to);
  const isWhole = from <= least && to === costs.length;
  if (!isWhole && tokens < partTokensMin) return undefined;
  const texts = [...(headed ? [textOf(section, 0, 1)] : []), textOf(section, from, to)];
  return { text: texts.join(separator), tokens, isWhole };
}

/** The block that holds most of the query, of those that fit; the earlier of equals, and no heading alone. */
function bestBlock(
  blocks: readonly BlockFinding[],
  fits: (at: number) => boolean,
  gainOf: (term: string) => number,
): number | undefined {
  let best: number | undefined;
  let most = 0;
  blocks.forEach((block, at) => {
    if (!fits(at) || (at === 0 && blocks.length > 1)) return;
    const gain = gainOfAll([block], gainOf);
    if (best === undefined || gain > most) [best, most] = [at, gain];
  });
  return best;
}

function fitsAlone(section: Section, at: number, room: number): boolean {
  const isCode = /^\s*(?:`{3}|~{3})/.test(textOf(section, at, at + 1));
  return (section.blocks[at]?.[1] ?? 0) <= Math.min(room, isCode ? windowTokensMax : paragraphTokensMax);
}

/** The text of neighbouring blocks. */
function textOf({ body, blocks }: Section, from: number, to: number): string {
  const start = from === 0 ? 0 : (blocks[from - 1]?.[0] ?? 0);
  return body.text.slice(start, blocks[to - 1]?.[0]).replace(/^\n+/, '');
}
