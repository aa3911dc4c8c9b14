// Scores the sections of an article for a question, and selects parts of a long section to show. Pure.
//   score(section) = √(article's share) · ( .7 · Σ gain(t) · tf · 1.5 ÷ (tf + ½ · length)  +  Σ gain(t in its heading)  +  2 · z )
// where Σ runs over the terms of the question. gain(t) is the gain of a term as in `evidence.ts`, divided by the sum of the gains of the
// question's words. length is 1 for a section of usual length. The article's share is its score divided by that of the best article. z is
// the similarity of the section's heading to the question. It is computed as in `headlines.ts`, with the title and the headings above the
// section as context. The weights were chosen on judged questions (scripts/eval/README.md).
import { analyse, normalFormOf } from '../../build/edition/analysis.ts';
import { passagesText } from '../../build/edition/passage-format.ts';
import { leadAnchor, type Section, type SectionBlock, separator } from '../../build/edition/section-format.ts';
import { type Collection, inverseDocumentFrequency, isHanPair, massOf } from './collection.ts';
import { gainsOf } from './evidence.ts';
import { readQuery } from './query.ts';
import type { Matches } from './ranking.ts';
import { type Finding, type Scanner, scannerFor } from './scanner.ts';

/** A question in the form that passages are scored by. */
export interface Question {
  /** The score of a term in a text: its gain, divided by the sum of the gains of all words of the question. */
  gainOf(term: string): number;
  /** The score of a term in a heading. */
  massOf(name: string): number;
  /** The terms of the question, including common words. */
  names: ReadonlySet<string>;
  /** The sum of `massOf` over the terms of the question. */
  mass: number;
  scan: Scanner;
}

export function openQuestion(q: string, { evidence }: Pick<Matches, 'evidence'>, collection: Collection): Question {
  const words = gainsOf(evidence, collection, 'words');
  const translations = gainsOf(evidence, collection, 'translations');
  const whole = [...words.values()].reduce((sum, gain) => sum + gain, 0) || 1;
  const names = new Set(analyse(readQuery(q).text, 'keep'));
  const hasPairs = [...names].some(isHanPair);
  const known = new Map<string, number>();
  const massOfName = (name: string): number => {
    let mass = known.get(name);
    if (mass === undefined) {
      const term = collection.numberOf(name);
      const rarity = term === undefined ? inverseDocumentFrequency(collection.size, 0) : collection.rarity[term];
      mass = massOf(name, rarity as number, hasPairs);
      known.set(name, mass);
    }
    return mass;
  };
  return {
    gainOf: (term) => (words.get(term) ?? translations.get(term) ?? 0) / whole,
    massOf: massOfName,
    names,
    mass: [...names].reduce((sum, name) => sum + massOfName(name), 0),
    scan: scannerFor([...new Set([...words.keys(), ...translations.keys()])]),
  };
}

/** The question's terms in a stretch of text: how often each occurs, and the factor for its score (lower if it occurs only in code). */
type Terms = Map<string, { count: number; share: number }>;

export interface SectionFinding {
  section: Section;
  score: number;
  /** The terms of the section, to measure what another section adds. */
  terms: Terms;
  blocks: readonly Terms[];
}

/** The factor for terms that occur only in code. They say less than terms in prose. */
const codeShare = 0.5;

/**
 * Scores each section. `finding` holds the matches in the text of the article, line by line. The blocks of the sections cover the same
 * lines in the same order; each block has its number of lines.
 */
export function findingsOf(
  { sections, title }: { sections: readonly Section[]; title: string },
  finding: Finding,
  question: Question,
): SectionFinding[] {
  const lines = termsByLine(finding);
  const named = namesAsked(termsOf(title), question);
  const path: { level: number; names: ReadonlyMap<string, number> }[] = [];
  let line = 0;
  return sections.map((section) => {
    const blocks = section.blocks.map(({ lines: own }) => {
      const terms: Terms = new Map();
      for (const end = line + own; line < end; line += 1) addTerms(terms, lines[line]);
      return terms;
    });
    const all: Terms = new Map();
    for (const terms of blocks) addTerms(all, terms);
    const inHeading = section.level === 0 ? nothing : (blocks[0] ?? nothing);
    const heading = inHeading.size === 0 ? noNames : namesAsked(termsOf(section.title), question);
    while ((path.at(-1)?.level ?? 0) >= section.level && path.length > 0) path.pop();
    const context = new Map([...named.asked, ...path.flatMap((above) => [...above.names])]);
    path.push({ level: section.level, names: heading.asked });
    // The opening is about the subject of the title, so words of the title count for the opening.
    const isOpening = section.anchor === leadAnchor || section === sections[0];
    const ofTitle = isOpening ? nearnessOf(named, noNames.asked, question) ** 2 / 2 : 0;
    const nearness = Math.max(
      ofTitle,
      nearnessOf(heading, context, question),
      nearestKeyword(section, context, question),
    );
    return {
      section,
      terms: all,
      blocks,
      score:
        bodyWeight * saturated(all, section.body.tokens, question) +
        gainOfAll(inHeading, question) +
        headingWeight * nearness,
    };
  });
}

const nothing: Terms = new Map();
const noNames: Names = { asked: new Map(), mass: 0 };

const bodyWeight = 0.7;
const headingWeight = 2;
/** A section with this many tokens has ordinary length. */
const usualTokens = 200;

/** Σ gain · tf · (k + 1) ÷ (tf + k · length), with k = .5 and a length of 1 for a usual section (BM25: Robertson & Zaragoza 2009). */
function saturated(terms: Terms, tokens: number, { gainOf }: Question): number {
  const length = 0.5 + (0.5 * tokens) / usualTokens;
  let sum = 0;
  for (const [term, { count, share }] of terms) sum += (gainOf(term) * share * count * 1.5) / (count + 0.5 * length);
  return sum;
}

interface Names {
  /** The terms that the question also has, each with its mass. */
  asked: ReadonlyMap<string, number>;
  /** The mass of all terms, including those that the question does not have. */
  mass: number;
}

/** The terms that a heading or a keyword shares with the question, and the mass of all its terms. */
function namesAsked(terms: Iterable<string>, { names, massOf }: Question): Names {
  const asked = new Map<string, number>();
  let sum = 0;
  for (const name of terms) {
    const mass = massOf(name);
    sum += mass;
    if (names.has(name)) asked.set(name, mass);
  }
  return { asked, mass: sum };
}

const termsOf = (heading: string): ReadonlySet<string> => new Set(analyse(heading, 'keep'));

/**
 * The similarity z = (x + c)² ÷ (Q · (U + c)) of a heading to the question; 0 without shared terms. Q is the mass of the question, U that
 * of the heading, x that of the terms in both, and c that of the terms that are in the question and the context but not in the heading.
 */
function nearnessOf({ asked, mass }: Names, context: ReadonlyMap<string, number>, question: Question): number {
  if (asked.size === 0 || question.mass === 0) return 0;
  let [shared, beside] = [0, 0];
  for (const own of asked.values()) shared += own;
  for (const [name, own] of context) if (!asked.has(name)) beside += own;
  return (shared + beside) ** 2 / (question.mass * (mass + beside));
}

function nearestKeyword({ about }: Section, context: ReadonlyMap<string, number>, question: Question): number {
  let nearest = 0;
  for (const keyword of about?.split('\n') ?? []) {
    const terms = keyword.split(' ');
    if (terms.some((term) => question.names.has(term)))
      nearest = Math.max(nearest, nearnessOf(namesAsked(terms, question), context, question));
  }
  return nearest;
}

function termsByLine({ matches, lines }: Finding): Terms[] {
  const found = lines.map((): Terms => new Map());
  let at = 0;
  for (const { start, terms } of matches) {
    while ((lines[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1;
    // A match in the normal form of a line gets the offset of the original text, so it can come before the previous match.
    while (at > 0 && (lines[at]?.start ?? 0) > start) at -= 1;
    const share = lines[at]?.kind === 'code' ? codeShare : 1;
    for (const term of terms) addTerms(found[at] ?? new Map(), [[term, { count: 1, share }]]);
  }
  return found;
}

function addTerms(terms: Terms, more: Iterable<[string, { count: number; share: number }]> = []): void {
  for (const [term, { count, share }] of more) {
    const known = terms.get(term);
    terms.set(term, { count: count + (known?.count ?? 0), share: Math.max(share, known?.share ?? 0) });
  }
}

/** The total score of different terms; terms that are already covered count only in part. */
function gainOfAll(terms: Terms, { gainOf }: Question, said?: ReadonlySet<string>): number {
  let sum = 0;
  for (const [term, { share }] of terms) sum += share * gainOf(term) * (said?.has(term) === true ? saidShare : 1);
  return sum;
}

const saidShare = 0.3;

/** The share of the terms' score that is already covered. */
function saidShareOf(terms: Terms, said: ReadonlySet<string>, question: Question): number {
  const whole = gainOfAll(terms, question);
  return whole === 0 ? 0 : (whole - gainOfAll(terms, question, said)) / (whole * (1 - saidShare));
}

/** The factor for terms that another section already covers. */
const saidWeight = 0.3;

/** A candidate section and its score. */
export interface Candidate {
  found: SectionFinding;
  worth: number;
}

/**
 * Takes candidates by what they add to those already taken, until none adds `least` or there is no room. `passageOf` makes the passage
 * of a candidate within the remaining tokens; undefined skips it.
 */
export function choose<Own extends Candidate>(
  candidates: readonly Own[],
  { budget, least, question }: { budget: number; least: number; question: Question },
  passageOf: (candidate: Own, room: number, isFirst: boolean) => Passage | undefined,
): { candidate: Own; passage: Passage }[] {
  const left = new Set(candidates);
  const said = new Set<string>();
  const chosen: { candidate: Own; passage: Passage }[] = [];
  let room = budget;
  for (;;) {
    let next: Own | undefined;
    let most = 0;
    for (const one of left) {
      const added = one.worth * (1 - saidWeight * saidShareOf(one.found.terms, said, question));
      if (next === undefined || added > most) [next, most] = [one, added];
    }
    if (next === undefined || most < least) return chosen;
    left.delete(next);
    const passage = passageOf(next, room, chosen.length === 0);
    if (passage === undefined) continue;
    room -= passage.tokens;
    for (const term of next.found.terms.keys()) said.add(term);
    chosen.push({ candidate: next, passage });
  }
}

export interface Passage {
  text: string;
  /** An upper bound on the number of tokens of the text. */
  tokens: number;
  /** Whether the passage is the whole section. */
  isWhole: boolean;
}

/** The parts of a long section: blocks, and the rows, items or sentences of a block. */
interface Unit {
  block: number;
  text: string;
  tokens: number;
  terms: Terms;
  /** True for the header of a table, which is shown whenever a row of the table is shown. */
  isHeader: boolean;
  kind: 'block' | 'rows' | 'items' | 'sentences';
}

/** A unit that scores less than this share of the best unit is shown only as a neighbour of a better unit. */
const unitShareMin = 0.25;
/** The heading and the best unit together may take this many times `Room.part` tokens, but at most `Room.whole`. */
const bestUnitShare = 1.5;
/** The cost of a gap between two sentences: ` … `. */
const gapTokens = 2;

/** The maximum length of a passage, in tokens. */
export interface Room {
  /** A section up to this length is shown whole. */
  whole: number;
  /** The maximum length of the passage of a longer section. */
  part: number;
}

/**
 * Returns the whole section if it fits into `whole` tokens. Otherwise returns its heading and its best parts, in their order, with
 * neighbouring parts while there is room. Undefined when no part fits.
 */
export function passageWithin(found: SectionFinding, { whole, part }: Room, question: Question): Passage | undefined {
  const { section } = found;
  if (section.body.tokens <= whole) return { ...section.body, isWhole: true };
  const units = unitsOf(found, question);
  const gains = units.map(({ terms }) => gainOfAll(terms, question));
  const chosen = new Set<number>();
  let tokens = 0;
  const take = (at: number, most = part): boolean => {
    if (chosen.has(at)) return false;
    const header = headerOf(units, at);
    const more = header === undefined || chosen.has(header) ? [at] : [header, at];
    const cost = more.reduce((sum, one) => sum + costOf(units[one] as Unit), 0);
    if (tokens + cost > most) return false;
    tokens += cost;
    for (const one of more) chosen.add(one);
    return true;
  };
  // The output of a program says nothing alone, so it is shown only after the unit before it.
  const isOutput = (at: number): boolean => at > 0 && outputFence.test(units[at]?.text ?? '');
  const isHeading = (at: number): boolean => at === 0 && section.level > 0 && units.length > 1;
  if (section.level > 0) take(0);
  const inOrder = [...units.keys()]
    .filter((at) => !isHeading(at) && units[at]?.isHeader === false && units[at]?.text !== '' && !isOutput(at))
    .sort((left, right) => (gains[right] as number) - (gains[left] as number) || left - right);
  const room = Math.min(whole, part * bestUnitShare);
  const best = inOrder.find((at) => take(at, room));
  if (best === undefined) return undefined;
  const said = new Set(units[best]?.terms.keys());
  for (const at of inOrder) {
    // The rows of a table often share their words but are about different things. So a row also counts if another row has its words.
    const covered = units[at]?.kind === 'rows' ? undefined : said;
    if (gainOfAll(units[at]?.terms ?? nothing, question, covered) < unitShareMin * (gains[best] as number)) continue;
    if (take(at)) for (const term of units[at]?.terms.keys() ?? []) said.add(term);
  }
  // The unit after a match explains more than the unit before it.
  let [after, before] = [best + 1, best - 1];
  // Skipped here are headers, which `take` adds together with a row, and empty blocks, whose code was left out.
  const isPassed = (at: number): boolean => units[at]?.isHeader === true || units[at]?.text === '';
  while (after < units.length && (chosen.has(after) || isPassed(after) || take(after))) after += 1;
  while (before >= 0 && (chosen.has(before) || isPassed(before) || (!isOutput(before) && take(before)))) before -= 1;
  const isWhole = units.every(({ text }, at) => text === '' || chosen.has(at));
  return { text: textOf(units, chosen), tokens, isWhole };
}

/** The beginning of a code block that shows the output of a program. */
export const outputFence = /^`{3,}output\b/;

const costOf = ({ kind, tokens }: Unit): number => tokens + (kind === 'sentences' ? gapTokens : 0);

/** The header of the table that contains a row; undefined for other units. */
function headerOf(units: readonly Unit[], at: number): number | undefined {
  const { block, kind, isHeader } = units[at] as Unit;
  if (kind !== 'rows' || isHeader) return undefined;
  return units.findIndex((unit) => unit.block === block);
}

function unitsOf({ section, blocks }: SectionFinding, question: Question): Unit[] {
  let start = 0;
  return section.blocks.flatMap((own, block): Unit[] => {
    const text = section.body.text.slice(start, own.end).replace(/^\n+/, '');
    start = own.end;
    const terms = blocks[block] ?? new Map();
    if (own.parts === undefined) return [{ block, text, tokens: own.tokens, terms, isHeader: false, kind: 'block' }];
    return partsOf(text, own.parts, block, question);
  });
}

function partsOf(
  text: string,
  { kind, at }: NonNullable<SectionBlock['parts']>,
  block: number,
  question: Question,
): Unit[] {
  let start = 0;
  const texts = at.map(([end]) => {
    const own = text.slice(start, end);
    start = end;
    return own;
  });
  const plain = texts.map((own) => normalFormOf(own).replaceAll(/\s+/g, ' ').trim());
  const finding = question.scan(passagesText(plain.map((own) => ({ kind: 'prose', text: own }))));
  const terms = termsByLine(finding);
  return texts.map((own, index) => ({
    block,
    text: own,
    tokens: at[index]?.[1] ?? 0,
    terms: terms[index] ?? new Map(),
    isHeader: kind === 'rows' && index === 0,
    kind,
  }));
}

function textOf(units: readonly Unit[], chosen: ReadonlySet<number>): string {
  let text = '';
  let last: number | undefined;
  for (const [at, { block, kind, text: own }] of units.entries()) {
    if (!chosen.has(at)) continue;
    const isSameBlock = last !== undefined && units[last]?.block === block;
    // Whether sentences before this one are omitted.
    const isGap = kind === 'sentences' && last !== at - 1 && units[at - 1]?.block === block;
    const shown = isGap ? `… ${own.trimStart()}` : own;
    if (last === undefined) text = shown;
    else if (!isSameBlock) text = `${text.trimEnd()}${separator}${shown}`;
    else text += isGap ? ` ${shown}` : shown;
    last = at;
  }
  return text.trimEnd();
}
