// Get context: the passages that answer a question, from several articles, within a budget of tokens.
import { z } from 'zod';
import {
  allowed,
  confidenceScore,
  evidenceKind,
  partLanguage,
  partSection,
  relevance,
  riskLevel,
  slug,
  verificationStatus,
} from '../../build/edition/article-schema.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { sectionPath } from '../../build/edition/locations.ts';
import type { Section } from '../../build/edition/section-format.ts';
import { type Language, verificationStatuses } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import { bitsetOf } from '../search/bitset.ts';
import { clausesOf } from '../search/clauses.ts';
import { languageEvidence } from '../search/matched-language.ts';
import {
  choose,
  openQuestion,
  type Passage,
  passageWithin,
  type Question,
  type Room,
  type SectionFinding,
} from '../search/passages.ts';
import { languageOf } from '../search/query.ts';
import type { Matches } from '../search/ranking.ts';
import { matchOf, relevancesOf } from '../search/relevance.ts';
import { rowAt } from './article-changes.ts';
import { withoutLongCode } from './excerpt.ts';
import { findingsIn, presentText, shortDigest } from './found-text.ts';
import { match, matchMembers, unmatched, used, withUsedWords } from './match.ts';
import { operation } from './operation.ts';
import { code, domainOfSite, lang, maxRisk, maxTokensOrUsual, minConfidence, oneOf, queryText } from './parameters.ts';
import { sampleCriteria } from './samples.ts';
import { findMatches, isFiltered, searchPath, suggestionsOf } from './search.ts';

const input = z.strictObject({
  q: queryText,
  maxTokens: maxTokensOrUsual,
  domain: domainOfSite,
  status: oneOf(verificationStatuses),
  minConfidence,
  maxRisk,
  lang,
  code,
});
type Input = z.infer<typeof input>;

const passage = z
  .strictObject({
    slug,
    title: z.string().describe('The title of the article, in the language of the passage.'),
    verificationStatus,
    confidenceScore,
    riskLevel,
    allowed,
    relevance: relevance.describe('The probability that this passage answers the question, from 0 to 1.'),
    lang: partLanguage,
    section: partSection,
    citation: z
      .string()
      .describe('The permanent citation of this text: slug@digest#section, with 12 digits of the digest.'),
    tokens: z.int().min(0).describe('Tokens (o200k_base) of the text.'),
    evidence: evidenceKind,
    complete: z.boolean().describe('False when the section is longer than this passage.'),
    text: z.string().describe('The text of the passage as Markdown.'),
    get: z.string().optional().describe('When complete is false: the request that returns the whole section.'),
  })
  .meta({ id: 'Passage' });

export const getContext = operation({
  name: 'getContext',
  summary: 'Get the passages that answer a question',
  description:
    'Returns the sections that answer a question; of a long section, only the rows, list items and sentences that answer. Each has its article, status, confidence and citation. All texts together have at most maxTokens tokens, and fewer when nothing more answers. data.match says whether anything here answers at all.',
  subject: 'Articles',
  path: '/context',
  endpoint: 'search',
  input,
  output: z.strictObject({
    passages: z.array(passage).describe('The passages, the best first.'),
    tokens: z.int().min(0).describe('Tokens of all passages together; never more than maxTokens.'),
    articles: z.int().min(0).describe('The number of articles with words of the question.'),
    match,
    unmatched,
    used,
  }),
  samples(library) {
    const found = sampleCriteria(library);
    const noQuestion = { name: 'noQuestion', summary: 'Without a question.', given: { maxTokens: '300' } };
    if (found === undefined) return [noQuestion];
    const { q, filters } = found;
    return [
      {
        name: 'passages',
        summary: 'The passages that answer a question, within a budget.',
        given: { q, lang: 'en', maxTokens: '300' },
      },
      {
        name: 'filtered',
        summary: 'Passages only from articles that pass the filters.',
        given: { q, ...filters, lang: 'zh', maxTokens: '100' },
      },
      noQuestion,
    ];
  },
  run({ library }, asked) {
    const given = withUsedWords(library, asked);
    const matches = findMatches(library, given);
    const chosen = passagesFor(library, matches, given);
    const tokens = chosen.reduce((sum, { passage: { tokens: own } }) => sum + own, 0);
    const passages = chosen.map((one) => shown(library, one));
    const { match: found, ...said } = matchMembers(library, matches, { asked: asked.q, used: given.q });
    const data = JSON.stringify({ match: found, ...said, passages, tokens, articles: matches.total });
    const nextStep = found === 'none' ? nextSearch(library, given) : firstStep(library, chosen[0]);
    return {
      kind: 'data',
      pieces: [data],
      total: found === 'none' ? 0 : matches.total,
      tag: fingerprint(data),
      ...(nextStep !== undefined && { nextStep }),
      ...(!isFiltered(given) && { asked: given.q }),
    };
  },
});

/** How many of the best articles are searched for passages. The more relevant the first article is, the fewer are searched. */
const articlesMax = { unsure: 8, sure: 4 };
/** An article with less than this share of the best score is not searched for passages, unless it answers a clause of the question. */
const scoreShareMin = 0.3;
/** The best passage may take this share of a budget, up to a number of tokens. */
const best = { share: 0.6, tokens: 400 };
/** Passages other than the best: a section of up to `whole` tokens is taken whole, and of a longer one a part of up to `part` tokens. */
const other = { whole: 150, part: 100 };
/** The least length of a part of a section, except for the best passage. A shorter part, such as «Output:», says nothing alone. */
const partTokensMin = 30;
/** A passage that scores less than this share of the best is left out. */
const worthMin = 0.2;
/** The score of the most relevant section is raised to at least this share of the best score, so that it is taken first or second. */
const mostRelevantMin = 0.9;
/** How many of the best articles are included with their opening section. The more relevant the first article is, the fewer they are. */
const openingsMax = { unsure: 3, sure: 1 };
/** The maximum length of an opening section that is included, in tokens. A longer one is no short answer. */
const openingTokensMax = 300;
/** If tokens are left, a cut section is completed when it scores at least this share of the best score. */
const completedMin = 0.5;
/** The most tokens that completing one section may take. */
const completedTokensMax = 200;
/** This share of a budget is divided among the clauses of a question, for the best section of each. */
const clauseShare = 0.4;

interface Candidate {
  position: number;
  language: Language;
  title: string;
  found: SectionFinding;
  /** The score of the section, weighted by the score of its article. */
  worth: number;
  /** The probability that the section answers the question, from 0 to 1. */
  relevance: number;
}

interface Chosen {
  candidate: Candidate;
  passage: Passage;
}

/** A clause of the question, and the article that answers it. */
interface Clause {
  position: number;
  question: Question;
}

function passagesFor(library: Library, matches: Matches, given: Input & { isExtract?: boolean }): readonly Chosen[] {
  const question = openQuestion(given.q, matches, library.collection);
  const clauses = clausesIn(library, matches, given);
  const all = withMostRelevantRaised(candidatesFor(library, matches, given, question, clauses));
  const candidates = all.filter(({ worth }) => worth > 0);
  const most = Math.max(0, ...candidates.map(({ worth }) => worth));
  // If nothing answers, only the nearest passage is taken: its text shows the caller that nothing answers.
  const isNone = matchOf(matches) === 'none';
  const least = isNone ? most : most * worthMin;
  const shortened = ({ found }: Candidate) => (given.code ? found.section : withoutLongCode(found.section));
  const passageOf = (candidate: Candidate, found: SectionFinding, room: Room, asked: Question): Passage | undefined => {
    const section = shortened(candidate);
    const passage = passageWithin({ ...found, section }, room, asked);
    return passage && { ...passage, isWhole: passage.isWhole && section === candidate.found.section };
  };
  const part = Math.floor((clauseShare * given.maxTokens) / clauses.length);
  const ofClauses = (isNone ? [] : clauses).flatMap(({ position, question: asked }): Chosen[] => {
    const [candidate, found] = bestSection(library, all, position, asked);
    const passage = passageOf(candidate, found, { whole: part, part }, asked);
    return passage === undefined || isScrap(passage) ? [] : [{ candidate, passage }];
  });
  const inClauses = tokensOf(ofClauses);
  const isFree = (candidate: Candidate): boolean => !ofClauses.some((one) => one.candidate === candidate);
  const openings = isNone
    ? []
    : openingsOf(all, matches, given.maxTokens - Math.max(best.tokens, inClauses), shortened).filter(isFree);
  const wholeOf = (candidate: Candidate): Passage => {
    const section = shortened(candidate);
    return { ...section.body, isWhole: section === candidate.found.section };
  };
  const whole = openings.map((candidate): Chosen => ({ candidate, passage: wholeOf(candidate) }));
  const chosen = choose(
    candidates.filter((one) => !openings.includes(one) && isFree(one)),
    { budget: given.maxTokens - inClauses - tokensOf(whole), least, question },
    (candidate, room, isFirst) => {
      const passage = passageOf(candidate, candidate.found, roomFor(room, isFirst), question);
      return passage !== undefined && !isFirst && isScrap(passage) ? undefined : passage;
    },
  );
  const inOrder = [...ofClauses, ...chosen, ...whole].sort(
    ({ candidate: left }, { candidate: right }) => right.relevance - left.relevance || right.worth - left.worth,
  );
  return completed(inOrder, given.maxTokens, wholeOf);
}

/**
 * Raises the score of the section with the highest relevance. Sections of less relevant articles can score higher, and could otherwise
 * fill the whole budget.
 */
function withMostRelevantRaised(candidates: readonly Candidate[]): Candidate[] {
  const most = Math.max(0, ...candidates.map(({ worth }) => worth));
  const relevant = Math.max(0.01, ...candidates.map(({ relevance }) => relevance));
  return candidates.map((one) =>
    one.relevance < relevant ? one : { ...one, worth: Math.max(one.worth, mostRelevantMin * most) },
  );
}

/** Replaces cut sections that scored well by the whole sections, as long as tokens of the budget are left. */
function completed(
  chosen: readonly Chosen[],
  budget: number,
  wholeOf: (candidate: Candidate) => Passage,
): readonly Chosen[] {
  let left = budget - tokensOf(chosen);
  const least = completedMin * Math.max(...chosen.map(({ candidate }) => candidate.worth));
  return chosen.map(({ candidate, passage }) => {
    const more = candidate.found.section.body.tokens - passage.tokens;
    const isCompleted = !passage.isWhole && candidate.worth >= least && more <= Math.min(left, completedTokensMax);
    if (isCompleted) left -= more;
    return { candidate, passage: isCompleted ? wholeOf(candidate) : passage };
  });
}

const isScrap = ({ isWhole, tokens }: Passage): boolean => !isWhole && tokens < partTokensMin;

const tokensOf = (chosen: readonly Chosen[]): number => chosen.reduce((sum, { passage }) => sum + passage.tokens, 0);

/**
 * The clauses of a question that different articles answer; empty when one article answers all. Only the best articles for the whole
 * question are considered, because a clause alone does not say what «it» means.
 */
function clausesIn(library: Library, matches: Matches, given: Input & { isExtract?: boolean }): Clause[] {
  // Of a long question, `q` contains only the most informative words, which do not show where a clause ends.
  if (given.isExtract === true) return [];
  const first = matches.page(0, articlesMax.unsure);
  const near = bitsetOf(first, library.size);
  const found = new Map<number, Clause>();
  for (const q of clausesOf(given.q)) {
    const own = library.rank(q, near);
    const [position] = own.page(0, 1);
    if (position === undefined || found.has(position)) continue;
    found.set(position, { position, question: openQuestion(q, own, library.collection) });
  }
  return found.size > 1 ? [...found.values()] : [];
}

/**
 * The section of an article that answers a clause best. It is returned twice: with its score for the whole question, and with its score
 * for the clause.
 */
function bestSection(
  library: Library,
  candidates: readonly Candidate[],
  position: number,
  asked: Question,
): [Candidate, SectionFinding] {
  const own = candidates.filter((one) => one.position === position);
  const [{ language } = { language: 'en' as const }] = own;
  const { sections } = findingsIn(presentText(library, position).text, language, asked);
  const at = sections.reduce((most, found, index) => (found.score > (sections[most]?.score ?? 0) ? index : most), 0);
  return [own[at] as Candidate, sections[at] as SectionFinding];
}

/**
 * The short opening sections of the best articles, as many as fit into `room` tokens. An opening is taken even if it shares no word with
 * the question, because it often answers a question in everyday words. The more relevant the first hit is, the fewer openings are taken.
 */
function openingsOf(
  candidates: readonly Candidate[],
  matches: Matches,
  room: number,
  shortened: (candidate: Candidate) => Section,
): Candidate[] {
  const articles = [...new Set(candidates.map(({ position }) => position))].slice(
    0,
    Math.round(bySureness(matches, openingsMax)),
  );
  let left = room;
  return articles.flatMap((position) => {
    const opening = candidates.find((one) => one.position === position);
    if (opening === undefined || opening.found.section.kind !== 'content') return [];
    const { tokens } = shortened(opening).body;
    if (tokens > Math.min(left, openingTokensMax)) return [];
    left -= tokens;
    return [opening];
  });
}

function candidatesFor(
  library: Library,
  matches: Matches,
  { q, lang: asked }: Input,
  question: Question,
  clauses: readonly Clause[],
): Candidate[] {
  const count = Math.round(bySureness(matches, articlesMax));
  const ranked = matches.scored(0, articlesMax.unsure);
  const top = ranked[0]?.score ?? 0;
  const relevances = relevancesOf(matches, 0, articlesMax.unsure);
  const looked = ranked
    .map((scored, rank) => ({ ...scored, likely: relevances[rank] ?? 0 }))
    .filter(
      ({ position, score }, rank) =>
        (rank < count && score >= scoreShareMin * top) || clauses.some((one) => one.position === position),
    );
  const usual = languageOf(q);
  const positions = looked.map(({ position }) => position);
  const candidates = languageEvidence(matches.evidence, positions, library.collection).flatMap((evidence, rank) => {
    const { position, score, likely } = looked[rank] as (typeof looked)[number];
    const language = asked ?? languageIn(evidence, usual);
    const share = top > 0 ? Math.sqrt(score / top) : 0;
    const { title, sections } = findingsIn(presentText(library, position).text, language, question);
    const [opening] = sections;
    // The question's words occur only in the article's keywords or in its other language, so the opening of the article is taken.
    if (rank === 0 && opening !== undefined && sections.every((found) => found.score === 0)) opening.score = 1;
    const most = Math.max(...sections.map((found) => found.score));
    return sections.map(
      (found): Candidate => ({
        ...{ position, language, title, found },
        worth: share * found.score,
        relevance: most > 0 ? (likely * found.score) / most : 0,
      }),
    );
  });
  return candidates;
}

/** Interpolates between two numbers by the relevance of the first hit. */
function bySureness(matches: Matches, { unsure, sure }: { unsure: number; sure: number }): number {
  const [sureness = 0] = relevancesOf(matches, 0, 1);
  return unsure + sureness * (sure - unsure);
}

function roomFor(left: number, isFirst: boolean): Room {
  const most = isFirst ? Math.min(best.tokens, Math.max(left * best.share, other.whole)) : other.whole;
  return { whole: Math.min(left, most), part: Math.min(left, isFirst ? most : other.part) };
}

/** The language of the question, unless the matches are only in the other one. */
function languageIn(evidence: { zh: number; en: number }, usual: Language): Language {
  const other: Language = usual === 'zh' ? 'en' : 'zh';
  return evidence[usual] === 0 && evidence[other] > 0 ? other : usual;
}

function shown(
  library: Library,
  { candidate: { position, language, title, found, relevance: likely }, passage: own }: Chosen,
): z.infer<typeof passage> {
  const row = rowAt(library, position);
  const { anchor } = found.section;
  return {
    slug: row.slug,
    title,
    verificationStatus: row.verificationStatus,
    confidenceScore: row.confidenceScore,
    riskLevel: row.riskLevel,
    ...itemAllowed.parse(JSON.parse(library.body(position, `item.${language}`).toString('utf8'))),
    relevance: Math.round(likely * 100) / 100,
    lang: language,
    section: anchor,
    citation: `${row.slug}@${shortDigest(row.digest)}#${anchor}`,
    tokens: own.tokens,
    evidence: found.section.evidence,
    complete: own.isWhole,
    text: own.text,
    ...(!own.isWhole && { get: `GET ${sectionPath(row.slug, language, anchor)}` }),
  };
}

/** The request for the whole section that contains the best passage. */
function firstStep(library: Library, best: Chosen | undefined): string | undefined {
  if (best === undefined) return undefined;
  const { position, language, found } = best.candidate;
  return `GET ${sectionPath(rowAt(library, position).slug, language, found.section.anchor)}`;
}

/** The field of stored search items that catalogue rows do not have. */
const itemAllowed = z.object({ allowed });

/** When nothing was found: a search that finds something. */
function nextSearch(library: Library, { maxTokens: _maxTokens, ...given }: Input): string | undefined {
  return suggestionsOf(library, given)?.[0] ?? `GET ${searchPath({})}`;
}
