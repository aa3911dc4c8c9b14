// Selects sections of an article by the parameters `section`, `q`, `maxTokens` and `code`.

import { closest } from '../../build/edition/closest.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import type { Section } from '../../build/edition/section-format.ts';
import { type Bilingual, type Language, type LanguageChoice, languages } from '../../build/edition/vocabulary.ts';
import type { StoredText } from '../history/snapshots.ts';
import type { Library } from '../library.ts';
import { notFound } from '../problems.ts';
import { evidenceFor } from '../search/evidence.ts';
import { openQuestion } from '../search/passages.ts';
import { languageOf, readQuery } from '../search/query.ts';
import { matchOf } from '../search/relevance.ts';
import { usedOf } from '../search/telling-words.ts';
import {
  answersOf,
  type Excerpt,
  excerptMarkdown,
  excerptOf,
  type Findings,
  isNamed,
  type Part,
  type Side,
  sidesWith,
} from './excerpt.ts';
import { endOf, type FoundText, findingsIn, laterVersion, presentStep, sectionStep, sideOf } from './found-text.ts';
import { type Context, type Outcome, problem } from './operation.ts';
import { findMatches, searchPath, suggestionsOf } from './search.ts';

export interface ExcerptRequest {
  choice: LanguageChoice;
  format: 'json' | 'markdown';
  /** Whether the Accept header decides the format, because the request has no `format`. */
  negotiated: boolean;
  section: string | undefined;
  q: string | undefined;
  maxTokens: number | undefined;
  code: boolean;
}

/** The default of `maxTokens` when the request has a question. */
const usualTokens = 800;

export function articleExcerpt({ library, origin }: Context, found: FoundText, asked: ExcerptRequest): Outcome {
  const { text, present } = found;
  const { choice, format, negotiated, section, maxTokens, code } = asked;
  const q = asked.q === undefined ? undefined : usedOf(asked.q, library.collection);
  const all = sidesOf(text, choice);
  const named = section === undefined ? all : sidesWith(all, section);
  if (named.length === 0) return noSection(found, section ?? '', choice);
  const answering = q === undefined ? undefined : answeringIn(library, text, named, q);
  const sides = answering === undefined ? named : [answering.side];
  const budget = maxTokens ?? (q === undefined ? undefined : usualTokens);
  const isUnanswered = answering?.findings.every(({ score }) => score === 0) ?? false;
  const answers = answering && ((room: number): Excerpt => answersOf(answering, room, code));
  const related = laterVersion(found);
  const tagOf = (...answer: unknown[]): string => fingerprint(JSON.stringify([section, q, maxTokens, code, ...answer]));
  if (format === 'markdown') {
    const notice = present === 'this' ? undefined : present === null ? 'removed' : 'outdated';
    const markdown = excerptMarkdown(sides, { budget, notice, code, ...(answers && { answers }), isUnanswered });
    return { kind: 'markdown', pieces: [markdown], tag: tagOf(markdown), negotiated, related };
  }
  const { included, omitted, tokens, next } = answers?.(budget ?? 0) ?? excerptOf(sides, budget, code);
  const rest = JSON.stringify({
    digest: text.digest,
    citation: `${text.slug}@${text.digest}`,
    ...(isUnanswered && { match: 'none' }),
    ...(q !== asked.q && { used: q }),
    tokens,
    truncated: next !== undefined,
    sections: included.map((part) => ({
      ...naming(part),
      complete: part.leavesOut === undefined,
      text: part.body.text,
      ...(part.leavesOut !== undefined && { get: sectionStep(found, part) }),
    })),
    omitted: omitted.map((part) => ({ ...naming(part), get: sectionStep(found, part) })),
    ...endOf(found, origin),
  });
  const item = text.body(`item.${choice}`);
  const pieces = [item.subarray(0, item.length - 1), `,${rest.slice(1)}`];
  const nextStep = isUnanswered
    ? searchStep(library, q ?? '')
    : next === undefined
      ? presentStep(found)
      : sectionStep(found, next);
  return {
    kind: 'data',
    pieces,
    tag: tagOf(text.bodyTag(`item.${choice}`), rest, nextStep),
    negotiated,
    related,
    ...(nextStep !== undefined && { nextStep }),
  };
}

interface Answering extends Findings {
  side: Side;
}

/** Chooses the language to answer in: that of the question, unless only the other language's text contains words of the question. */
function answeringIn(library: Library, text: StoredText, sides: readonly Side[], q: string): Answering {
  const { collection } = library;
  const question = openQuestion(q, evidenceFor(readQuery(q), collection), collection);
  const usual = languageOf(q);
  const open = [...sides]
    .sort((left, right) => Number(right.language === usual) - Number(left.language === usual))
    .map((side): Answering => {
      const anchors = new Set(side.sections.sections.map(({ anchor }) => anchor));
      const { sections } = findingsIn(text, side.language, question);
      const findings = sections.filter(({ section }) => anchors.has(section.anchor));
      return { side, language: side.language, question, findings };
    });
  const answering = open.find(({ findings }) => findings.some(({ score }) => score > 0)) ?? open[0];
  if (answering === undefined) throw new Error('there is no language to answer in');
  return answering;
}

/** The next step when the article does not answer the question: a search that finds something. */
function searchStep(library: Library, q: string): string {
  if (![undefined, 'none'].includes(matchOf(findMatches(library, { q })))) return `GET ${searchPath({ q })}`;
  return suggestionsOf(library, { q })?.[0] ?? `GET ${searchPath({})}`;
}

/** The problem for a section that the text does not have; undefined when the text has the section. */
export function missingSection(
  found: FoundText,
  section: string,
  choice: LanguageChoice = 'both',
): Outcome | undefined {
  return sidesWith(sidesOf(found.text, choice), section).length > 0 ? undefined : noSection(found, section, choice);
}

function sidesOf(text: StoredText, choice: LanguageChoice): Side[] {
  return (choice === 'both' ? languages : [choice]).map((language) => sideOf(text, language));
}

const naming = ({ language, anchor, title, body, evidence }: Part) => ({
  lang: language,
  section: anchor,
  title,
  tokens: body.tokens,
  evidence,
});

function noSection(found: FoundText, asked: string, choice: LanguageChoice): Outcome {
  const sides = sidesOf(found.text, choice);
  const known = sides.flatMap(({ language, sections }) =>
    sections.sections.map(({ anchor }) => ({ language, anchor })),
  );
  const same = choice === 'both' ? undefined : samePlace(found.text, asked, choice);
  const near =
    same ??
    closest(
      asked,
      known.map(({ anchor }) => anchor),
    );
  const meant = known.find(({ anchor }) => anchor === near) ?? known[0];
  const names = known.slice(0, namesShown).map(({ anchor }) => anchor);
  const more = known.length > namesShown ? ' and others' : '';
  const where = choice === 'both' ? '' : ` in ${languageNames[choice]}`;
  return problem(
    notFound(`The article ${found.text.slug} has no section ${JSON.stringify(asked)}${where}.`, {
      hint:
        same !== undefined
          ? `The section has this anchor in the other language. In this language its anchor is ${same}.`
          : near === undefined
            ? `It has: ${names.join(', ')}${more}.`
            : `Did you mean ${near}? A section is named by its anchor.`,
      ...(meant !== undefined && { nextStep: sectionStep(found, meant) }),
    }),
  );
}

const namesShown = 12;
const languageNames: Bilingual = { zh: 'Chinese', en: 'English' };

/**
 * Translates an anchor of the other language into `language`: finds its section in the outline of the other language, and returns the
 * anchor of the section at the same place in this language. Undefined if the outlines differ, or if the anchor is not found.
 */
function samePlace(text: StoredText, anchor: string, language: Language): string | undefined {
  const outlineOf = (own: Language): Section[] => sideOf(text, own).sections.sections;
  const [here, there] = [outlineOf(language), outlineOf(language === 'zh' ? 'en' : 'zh')];
  const isAlike =
    here.length === there.length &&
    here.every(({ kind, level }, at) => kind === there[at]?.kind && level === there[at]?.level);
  return isAlike ? here[there.findIndex((section) => isNamed(section, anchor))]?.anchor : undefined;
}
