// Get context: the passages that answer a question, from several articles, within a budget of tokens.
import { z } from 'zod';
import {
  allowed,
  confidenceScore,
  partLanguage,
  partSection,
  relevance,
  riskLevel,
  slug,
  verificationStatus,
} from '../../build/edition/article.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { sectionPath } from '../../build/edition/locations.ts';
import { domains, type Language, verificationStatuses } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import { languageEvidence } from '../search/matched-language.ts';
import { openQuestion, type Passage, passageWithin, type SectionFinding, saidShareOf } from '../search/passages.ts';
import type { Matches, Scored } from '../search/ranking.ts';
import { relevancesOf } from '../search/relevance.ts';
import { rowAt } from './article-changes.ts';
import { withoutLongCode } from './excerpt.ts';
import { findingsIn, presentText, shortDigest } from './found-text.ts';
import { match, matchMembers, unmatched, used } from './match.ts';
import { operation } from './operation.ts';
import { code, lang, maxRisk, maxTokensOrUsual, minConfidence, oneOf, queryText } from './parameters.ts';
import { sampleCriteria } from './samples.ts';
import { findMatches, isFiltered, searchPath, suggestionsOf } from './search.ts';

const input = z.strictObject({
  q: queryText,
  maxTokens: maxTokensOrUsual,
  domain: oneOf(domains),
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
    title: z.string().describe('Of the article, in the language of the passage.'),
    verificationStatus,
    confidenceScore,
    riskLevel,
    allowed,
    relevance: relevance.describe('How likely this passage answers, from 0 to 1.'),
    lang: partLanguage,
    section: partSection,
    citation: z.string().describe('slug@digest#section, with 12 digits of the digest: names this text for good.'),
    tokens: z.int().min(0).describe('Tokens (o200k_base) of the text.'),
    complete: z.boolean().describe('False when the section is longer than this passage.'),
    text: z.string().describe('Markdown.'),
    get: z.string().optional().describe('When it is not complete: the request that answers with the whole section.'),
  })
  .meta({ id: 'Passage' });

export const getContext = operation({
  name: 'getContext',
  summary: 'Get the passages that answer a question',
  description:
    'The sections that answer a question, or the rows, items and sentences of long ones that do, each with its article, status, confidence and citation: at most maxTokens tokens of text together, and fewer when nothing more answers. data.match says whether anything here answers at all.',
  subject: 'Articles',
  path: '/context',
  endpoint: 'search',
  input,
  output: z.strictObject({
    passages: z.array(passage).describe('The best first.'),
    tokens: z.int().min(0).describe('Tokens of all passages together; never more than maxTokens.'),
    articles: z.int().min(0).describe('How many articles hold words of the question.'),
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
        summary: 'Only from articles that pass filters.',
        given: { q, ...filters, lang: 'zh', maxTokens: '100' },
      },
      noQuestion,
    ];
  },
  run({ library }, given) {
    const matches = findMatches(library, given);
    const chosen = passagesFor(library, matches, given);
    const tokens = chosen.reduce((sum, { passage: { tokens: own } }) => sum + own, 0);
    const passages = chosen.map((one) => shown(library, one));
    const { match: found, ...said } = matchMembers(library, matches, given.q);
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

/** So many of the best articles are looked into. */
const articlesMax = 12;
/** Of a budget the best passage gets this share, and the others this one; in tokens never more than these. */
const shares = { best: { share: 0.6, tokens: 400 }, other: { share: 0.3, tokens: 150 } };
/** A passage that is worth less than this share of the best is left out: nothing more answers. */
const worthMin = 0.35;
/** What another passage has said already adds only so much less. */
const saidWeight = 0.3;

interface Candidate {
  position: number;
  language: Language;
  title: string;
  found: SectionFinding;
  /** How well it answers: its own score, and the share of the best article's score that its article has. */
  worth: number;
  relevance: number;
}

interface Chosen extends Candidate {
  passage: Passage;
}

function passagesFor(
  library: Library,
  matches: Matches,
  { q, lang: asked, maxTokens, code: hasCode }: Input,
): Chosen[] {
  const question = openQuestion(q, matches, library.collection);
  const best = matches.scored(0, articlesMax);
  const relevances = relevancesOf(matches, 0, articlesMax);
  const usual: Language = /\p{Script=Han}/u.test(q) ? 'zh' : 'en';
  const positions = best.map(({ position }) => position);
  const open = languageEvidence(matches.evidence, positions, library.collection).flatMap((evidence, rank) => {
    const { position, score } = best[rank] as Scored;
    const language = asked ?? languageOf(evidence, usual);
    const share = Math.sqrt(score / (best[0]?.score || 1));
    const findings = findingsIn(presentText(library, position).text, language, question);
    const most = Math.max(...findings.sections.map((found) => found.score));
    return findings.sections.map(
      (found): Candidate => ({
        ...{ position, language, title: findings.title, found },
        worth: share * found.score,
        relevance: most > 0 ? ((relevances[rank] ?? 0) * found.score) / most : 0,
      }),
    );
  });
  const chosen: Chosen[] = [];
  const said = new Set<string>();
  const left = new Set(open.filter(({ worth }) => worth > 0));
  const least = worthMin * Math.max(0, ...open.map(({ worth }) => worth));
  let room = maxTokens;
  while (left.size > 0) {
    const added = (one: Candidate): number =>
      one.worth * (1 - saidWeight * saidShareOf(one.found.terms, said, question));
    let next: Candidate | undefined;
    let most = 0;
    for (const one of left) {
      const own = added(one);
      if (own > most) [next, most] = [one, own];
    }
    if (next === undefined || most < least) break;
    left.delete(next);
    const { share, tokens } = chosen.length === 0 ? shares.best : shares.other;
    const { section } = next.found;
    const whole = hasCode ? section : withoutLongCode(section);
    const passage = passageWithin(
      { ...next.found, section: whole },
      Math.min(room, Math.max(maxTokens * share, 40), tokens),
      question,
    );
    if (passage === undefined) continue;
    room -= passage.tokens;
    for (const term of next.found.terms.keys()) said.add(term);
    chosen.push({ ...next, passage: { ...passage, isWhole: passage.isWhole && whole === section } });
  }
  return chosen;
}

/** The language of the question, unless the article says what was found in the other one alone. */
function languageOf(evidence: { zh: number; en: number }, usual: Language): Language {
  const other: Language = usual === 'zh' ? 'en' : 'zh';
  return evidence[usual] === 0 && evidence[other] > 0 ? other : usual;
}

function shown(
  library: Library,
  { position, language, title, found, relevance: likely, passage: own }: Chosen,
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
    complete: own.isWhole,
    text: own.text,
    ...(!own.isWhole && { get: `GET ${sectionPath(row.slug, language, anchor)}` }),
  };
}

/** The whole section of the best passage. */
function firstStep(library: Library, best: Chosen | undefined): string | undefined {
  if (best === undefined) return undefined;
  return `GET ${sectionPath(rowAt(library, best.position).slug, best.language, best.found.section.anchor)}`;
}

/** What a search item says that the catalogue does not. */
const itemAllowed = z.object({ allowed });

/** Where nothing was found: a search that finds something. */
function nextSearch(library: Library, { maxTokens: _maxTokens, ...given }: Input): string | undefined {
  const search = { ...given, page: 1, pageSize: 20, facets: false, snippet: false };
  const [first] = suggestionsOf(library, search) ?? [];
  return first ?? `GET ${searchPath({ page: 1, pageSize: 20 })}`;
}
