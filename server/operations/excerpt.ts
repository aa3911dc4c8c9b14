// Which sections of an article are answered: those asked for, as many as fit into a budget of tokens. Pure; texts and their
// tokens come from the edition, and tokens of texts that stand one behind the other add up.
import { sectionId } from '../../build/edition/locations.ts';
import { type Section, type Sections, separator } from '../../build/edition/sections.ts';
import type { Language } from '../../build/edition/vocabulary.ts';

/** The sections of one language. */
export interface Side {
  language: Language;
  sections: Sections;
}

export interface Part extends Section {
  language: Language;
}

export interface Excerpt {
  included: Part[];
  omitted: Part[];
  /** Of the texts included. */
  tokens: number;
}

/**
 * Goes through the sections in their order, the languages in turn, and takes each that still fits: a later short one may be there
 * when an earlier long one is not. Without a budget everything fits.
 */
export function excerptOf(sides: readonly Side[], budget = Number.POSITIVE_INFINITY): Excerpt {
  const taken = new Set<Section>();
  let tokens = 0;
  for (const { section } of inTurn(sides)) {
    if (tokens + section.body.tokens > budget) continue;
    taken.add(section);
    tokens += section.body.tokens;
  }
  const all = sides.flatMap(({ language, sections }) =>
    sections.sections.map((section) => ({ isTaken: taken.has(section), part: { ...section, language } })),
  );
  return {
    included: all.flatMap(({ isTaken, part }) => (isTaken ? [part] : [])),
    omitted: all.flatMap(({ isTaken, part }) => (isTaken ? [] : [part])),
    tokens,
  };
}

function inTurn(sides: readonly Side[]): { section: Section }[] {
  const longest = Math.max(0, ...sides.map(({ sections }) => sections.sections.length));
  return Array.from({ length: longest }, (_, at) => sides.flatMap(({ sections }) => sections.sections[at] ?? []))
    .flat()
    .map((section) => ({ section }));
}

/** The section with an anchor and what stands below its heading; a side that has no such section is left out. */
export function sidesWith(sides: readonly Side[], anchor: string): Side[] {
  return sides.flatMap(({ language, sections }) => {
    const all = sections.sections;
    const from = all.findIndex((section) => section.anchor === anchor || sectionId(section.anchor) === anchor);
    const own = all[from];
    if (own === undefined) return [];
    const isBelow = ({ kind, level }: Section): boolean => kind === own.kind && level > own.level;
    const after = all.slice(from + 1).findIndex((section) => !isBelow(section));
    const to = own.level === 0 ? from + 1 : after === -1 ? all.length : from + 1 + after;
    return [{ language, sections: { ...sections, sections: all.slice(from, to) } }];
  });
}

/** Of a budget, at most this share is kept free for saying what is left out. */
const omissionShare = 0.25;

/**
 * An excerpt as Markdown: for each language the notice that there is another text by now (where that is so), the title, how far to trust it, the sections, and where there is room the summary and
 * what is left out, by its anchors. The whole text is never more than `budget` tokens.
 */
export function excerptMarkdown(
  sides: readonly Side[],
  budget = Number.POSITIVE_INFINITY,
  notice?: 'outdated' | 'removed',
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
  const { included, omitted, tokens } = excerptWithin(sides, room);
  room -= tokens;
  const texts = sides.flatMap((side): string[] => {
    const { language, sections } = side;
    const isOwn = (part: Part): boolean => part.language === language;
    const [first, ...others] = omitted.filter(isOwn);
    const named =
      first !== undefined && fits(sections.omission.tokens + first.entry.tokens)
        ? [first, ...takeWhile(others, ({ entry }) => fits(entry.tokens))]
        : [];
    const hasSummary = titled.has(side) && fits(sections.summary.tokens);
    return [
      ...(notice !== undefined && noticed.has(side) ? [sections[notice].text] : []),
      ...(titled.has(side) ? [sections.title.text] : []),
      ...(hasSummary ? [sections.summary.text] : []),
      ...(trusted.has(side) ? [sections.trust.text] : []),
      ...included.filter(isOwn).map(({ body }) => body.text),
      ...(named.length === 0 ? [] : [sections.omission.text, ...named.map(({ entry }) => entry.text)]),
    ];
  });
  return texts.length === 0 ? '' : `${texts.join(separator)}\n`;
}

/** What fits, and with it the names of what does not. */
function excerptWithin(sides: readonly Side[], room: number): Excerpt {
  const whole = excerptOf(sides, room);
  if (whole.omitted.length === 0) return whole;
  const naming = sides.flatMap(({ sections }) => [sections.omission, ...sections.sections.map(({ entry }) => entry)]);
  const kept = naming.reduce((sum, { tokens }) => sum + tokens, 0);
  return kept > room * omissionShare ? whole : excerptOf(sides, room - kept);
}

function takeWhile<Item>(items: readonly Item[], fits: (item: Item) => boolean): Item[] {
  const end = items.findIndex((item) => !fits(item));
  return end === -1 ? [...items] : items.slice(0, end);
}
