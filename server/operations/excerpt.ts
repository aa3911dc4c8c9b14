// Selects the sections of an article to answer with: as many of the requested ones as fit into a budget of tokens, or those that answer a
// question. Pure. Texts and token counts come from the edition. The token count of joined texts is the sum of their counts.
import { sectionId } from '../../build/edition/locations.ts';
import { type Section, type SectionBlock, type Sections, separator } from '../../build/edition/section-format.ts';
import type { Language } from '../../build/edition/vocabulary.ts';
import { choose, outputFence, passageWithin, type Question, type SectionFinding } from '../search/passages.ts';

/** The sections of one language. */
export interface Side {
  language: Language;
  sections: Sections;
}

/** A section in an answer, whole or shortened. */
export interface Part extends Section {
  language: Language;
  /** Set when `body` is shortened: `code` if only long code is replaced by notes, `more` if other text is omitted. */
  leavesOut?: 'code' | 'more';
}

export interface Excerpt {
  included: Part[];
  omitted: Part[];
  /** Tokens of the included texts. */
  tokens: number;
  /** The first part that did not fit, which the caller should request next. */
  next?: Part | undefined;
}

/**
 * Goes through the sections in order, alternating between the languages, and takes each one that still fits: a later short section
 * can be included when an earlier long one is not. Without a budget everything fits.
 */
export function excerptOf(sides: readonly Side[], budget = Number.POSITIVE_INFINITY, code = true): Excerpt {
  const parts = sides.map(({ language, sections }) =>
    sections.sections.map((section) => partOf(code ? section : withoutLongCode(section), section, language)),
  );
  const taken = new Set<Part>();
  let tokens = 0;
  for (const part of inTurn(parts)) {
    if (tokens + part.body.tokens > budget) continue;
    taken.add(part);
    tokens += part.body.tokens;
  }
  const all = parts.flat();
  const omitted = all.filter((part) => !taken.has(part));
  return { included: all.filter((part) => taken.has(part)), omitted, tokens, next: omitted[0] };
}

function inTurn(lists: readonly Part[][]): Part[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

const partOf = (shown: Section, section: Section, language: Language): Part => ({
  ...shown,
  language,
  ...(shown !== section && { leavesOut: 'code' }),
});

/** A copy of a section without long code and the output that follows it; the section itself when it has no long code. */
export function withoutLongCode(section: Section): Section {
  if (section.blocks.every(({ note }) => note === undefined)) return section;
  let [start, text] = [0, ''];
  let isAfterNote = false;
  const blocks = section.blocks.map(({ note, ...block }): SectionBlock => {
    const whole = section.body.text.slice(start, block.end).replace(/^\n+/, '');
    start = block.end;
    if (isAfterNote && note === undefined && outputFence.test(whole)) {
      // The block becomes empty and is not removed, because the search counts the words of each block by the block's number.
      return { lines: block.lines, end: text.length, tokens: 0 };
    }
    isAfterNote = note !== undefined;
    const own = note?.text ?? whole;
    text += `${text === '' ? '' : separator}${own}`;
    return { ...block, end: text.length, tokens: note?.tokens ?? block.tokens };
  });
  return { ...section, blocks, body: { text, tokens: blocks.reduce((sum, { tokens }) => sum + tokens, 0) } };
}

/** A section that scores less than this share of the best one is left out as irrelevant. */
const worthMin = 0.35;
/** If the best section has to be cut, this share of the budget is reserved for the other sections that answer. */
const othersShare = 0.3;

/** The scores of the sections of an article in one language for a question. */
export interface Findings {
  language: Language;
  question: Question;
  findings: readonly SectionFinding[];
}

/**
 * Selects sections that answer a question, as many as fit into the budget, in the order of the article. A long section is reduced to
 * the parts that answer. If no section contains a word of the question, the first section is selected.
 */
export function answersOf({ language, question, findings }: Findings, budget: number, code: boolean): Excerpt {
  const most = Math.max(0, ...findings.map(({ score }) => score));
  const least = worthMin * most;
  const open = most === 0 ? findings.slice(0, 1) : findings.filter(({ score }) => score >= least);
  const parts = new Map<SectionFinding, Part>();
  let next: Part | undefined;
  const candidates = open.map((found) => ({ found, worth: found.score }));
  const chosen = choose(candidates, { budget, least, question }, ({ found }, room, isFirst) => {
    const whole = partOf(code ? found.section : withoutLongCode(found.section), found.section, language);
    const share = isFirst && open.length > 1 && whole.body.tokens > room ? 1 - othersShare : 1;
    const within = (part: number) => passageWithin({ ...found, section: whole }, { whole: room, part }, question);
    const passage = within(room * share) ?? within(room);
    if (passage?.isWhole !== true) next ??= whole;
    if (passage !== undefined) {
      const { isWhole, ...body } = passage;
      parts.set(found, { ...whole, body, ...(!isWhole && { leavesOut: 'more' }) });
    }
    return passage;
  });
  return {
    included: findings.flatMap((found) => parts.get(found) ?? []),
    omitted: findings.filter((found) => !parts.has(found)).map(({ section }) => partOf(section, section, language)),
    tokens: chosen.reduce((sum, { passage }) => sum + passage.tokens, 0),
    next,
  };
}

/** Whether a name in a request is that of the section: its anchor, or the ASCII form of the anchor. */
export const isNamed = ({ anchor }: Section, name: string): boolean => anchor === name || sectionId(anchor) === name;

/** Keeps, in each language, only the section with the given anchor, and its subsections. A language without that section is left out. */
export function sidesWith(sides: readonly Side[], anchor: string): Side[] {
  return sides.flatMap(({ language, sections }) => {
    const all = sections.sections;
    const from = all.findIndex((section) => isNamed(section, anchor));
    const own = all[from];
    if (own === undefined) return [];
    const isBelow = ({ kind, level }: Section): boolean => kind === own.kind && level > own.level;
    const after = all.slice(from + 1).findIndex((section) => !isBelow(section));
    const to = own.level === 0 ? from + 1 : after === -1 ? all.length : from + 1 + after;
    return [{ language, sections: { ...sections, sections: all.slice(from, to) } }];
  });
}

/** At most this share of a budget is reserved for listing the omitted sections. */
const omissionShare = 0.25;

export interface MarkdownOptions {
  budget?: number | undefined;
  /** Adds the notice that the text is outdated, or that the article was removed. */
  notice?: 'outdated' | 'removed' | undefined;
  code?: boolean | undefined;
  /** Selects the sections that answer a question, within a number of tokens. */
  answers?: (room: number) => Excerpt;
  /** Adds the notice that no section contains a word of the question. */
  isUnanswered?: boolean;
}

/**
 * Writes an excerpt as Markdown. Each language has the notices, the title, the trust and the sections, and if there is room also the
 * summary and the anchors of omitted sections. An answer to a question has no summary. The text never exceeds `budget` tokens.
 */
export function excerptMarkdown(
  sides: readonly Side[],
  { budget = Number.POSITIVE_INFINITY, notice, code, answers, isUnanswered = false }: MarkdownOptions = {},
): string {
  let room = budget;
  const fits = (tokens: number): boolean => {
    if (tokens > room) return false;
    room -= tokens;
    return true;
  };
  const noticed = new Set(notice === undefined ? [] : sides.filter(({ sections }) => fits(sections[notice].tokens)));
  const titled = new Set(sides.filter(({ sections }) => fits(sections.title.tokens)));
  const trusted = new Set([...titled].filter(({ sections }) => fits(sections.trust.tokens)));
  const warned = new Set(isUnanswered ? sides.filter(({ sections }) => fits(sections.unanswered.tokens)) : []);
  const choose = answers ?? ((most: number): Excerpt => excerptOf(sides, most, code));
  const { included, omitted, tokens } = excerptWithin(sides, room, choose);
  room -= tokens;
  if (answers !== undefined) room = Math.min(room, budget * omissionShare);
  const texts = sides.flatMap((side): string[] => {
    const { language, sections } = side;
    const isOwn = (part: Part): boolean => part.language === language;
    const isCut = ({ leavesOut }: Part): boolean => leavesOut === 'more';
    const [first, ...others] = [...included.filter(isCut), ...omitted].filter(isOwn);
    const named =
      first !== undefined && fits(sections.omission.tokens + first.entry.tokens)
        ? [first, ...takeWhile(others, ({ entry }) => fits(entry.tokens))]
        : [];
    const hasSummary = answers === undefined && titled.has(side) && fits(sections.summary.tokens);
    return [
      ...(notice !== undefined && noticed.has(side) ? [sections[notice].text] : []),
      ...(titled.has(side) ? [sections.title.text] : []),
      ...(hasSummary ? [sections.summary.text] : []),
      ...(trusted.has(side) ? [sections.trust.text] : []),
      ...(warned.has(side) ? [sections.unanswered.text] : []),
      ...included.filter(isOwn).map(({ body }) => body.text),
      ...(named.length === 0 ? [] : [sections.omission.text, ...named.map(({ entry }) => entry.text)]),
    ];
  });
  return texts.length === 0 ? '' : `${texts.join(separator)}\n`;
}

/** Selects parts. If some do not fit, room is reserved to list their anchors, unless that takes more than `omissionShare` of the room. */
function excerptWithin(sides: readonly Side[], room: number, choose: (room: number) => Excerpt): Excerpt {
  const whole = choose(room);
  if (whole.omitted.length === 0) return whole;
  const naming = sides.flatMap(({ sections }) => [sections.omission, ...sections.sections.map(({ entry }) => entry)]);
  const kept = naming.reduce((sum, { tokens }) => sum + tokens, 0);
  return kept > room * omissionShare ? whole : choose(room - kept);
}

function takeWhile<Item>(items: readonly Item[], fits: (item: Item) => boolean): Item[] {
  const end = items.findIndex((item) => !fits(item));
  return end === -1 ? [...items] : items.slice(0, end);
}
