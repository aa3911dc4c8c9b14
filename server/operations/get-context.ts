// Get context: the passages that answer a question, from several articles, within a budget of tokens.
import { z } from 'zod';
import {
  allowed,
  confidenceScore,
  domain,
  partLanguage,
  partSection,
  riskLevel,
  slug,
  verificationStatus,
} from '../../build/edition/article.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { sectionPath } from '../../build/edition/locations.ts';
import { domains, type Language, verificationStatuses } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import { findingsOf, type Passage, passageWithin, type SectionFinding } from '../search/best-sections.ts';
import { languageEvidence } from '../search/matched-language.ts';
import type { Matches } from '../search/ranking.ts';
import { scannerFor } from '../search/scanner.ts';
import { presentText, sideOf } from './found-text.ts';
import { gainsOf } from './item-additions.ts';
import { operation } from './operation.ts';
import { lang, maxRisk, maxTokensOrUsual, minConfidence, oneOf, queryText } from './parameters.ts';
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
});
type Input = z.infer<typeof input>;

const passage = z
  .strictObject({
    slug,
    title: z.string().describe('Of the article, in the language of the passage.'),
    domain,
    verificationStatus,
    confidenceScore,
    riskLevel,
    allowed,
    lang: partLanguage,
    section: partSection,
    heading: z.string().describe('The heading of the section, without marks.'),
    citation: z.string().describe('slug@digest#section: names this text for good.'),
    tokens: z.int().min(0).describe('Tokens (o200k_base) of the text.'),
    complete: z.boolean().describe('False when the section is longer than this passage.'),
    text: z.string().describe('Markdown.'),
    get: z.string().describe('The request that answers with the whole section.'),
  })
  .meta({ id: 'Passage' });

export const getContext = operation({
  name: 'getContext',
  summary: 'Get the passages that answer a question',
  description:
    'The best passages for a question from all articles, each with its article, section, status, confidence and citation: at most maxTokens tokens of text together.',
  subject: 'Articles',
  path: '/context',
  endpoint: 'search',
  input,
  output: z.strictObject({
    passages: z.array(passage).describe('The best first.'),
    tokens: z.int().min(0).describe('Tokens of all passages together; never more than maxTokens.'),
    articles: z.int().min(0).describe('How many articles match the question.'),
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
    const data = JSON.stringify({ passages, tokens, articles: matches.total });
    const nextStep = passages[0]?.get ?? nextSearch(library, given);
    return {
      kind: 'data',
      pieces: [data],
      total: matches.total,
      tag: fingerprint(data),
      ...(nextStep !== undefined && { nextStep }),
      ...(!isFiltered(given) && { asked: given.q }),
    };
  },
});

/** So many of the best articles are looked into. */
const articlesMax = 12;
/** How much an article counts less for each place it stands behind the first. */
const rankDecay = 0.6;
/** Every further passage of an article counts so much less: others answer, too. */
const repeatShare = 0.5;
/** Of so many of the best sections those that fit are taken. */
const sectionsMax = 60;
/** An article may be found by its title or its keywords: how it begins then says most, as if it held this share of the query. */
const openingShare = 0.5;
/** What holds less of the query than this share of the best passage is left out. */
const shareMin = 0.1;

interface Candidate {
  position: number;
  language: Language;
  title: string;
  found: SectionFinding;
  score: number;
}

interface Chosen extends Candidate {
  passage: Passage;
}

function passagesFor(library: Library, matches: Matches, { q, lang: asked, maxTokens }: Input): Chosen[] {
  const gains = gainsOf(matches.evidence, library.collection, 'words');
  const translated = gainsOf(matches.evidence, library.collection, 'translations');
  const gainOf = (term: string): number => gains.get(term) ?? translated.get(term) ?? 0;
  const scan = scannerFor([...new Set([...gains.keys(), ...translated.keys()])]);
  const whole = [...gains.values()].reduce((sum, gain) => sum + gain, 0);
  const positions = matches.page(0, articlesMax);
  const usual: Language = /\p{Script=Han}/u.test(q) ? 'zh' : 'en';
  const candidates = languageEvidence(matches.evidence, positions, library.collection).flatMap((evidence, rank) => {
    const position = positions[rank] as number;
    const language = asked ?? languageOf(evidence, usual);
    const { sections, title } = sideOf(presentText(library, position).text, language).sections;
    const finding = scan(library.body(position, `passages.${language}`).toString('utf8'));
    return findingsOf(sections, finding, gainOf).map(
      (found, at): Candidate => ({
        position,
        language,
        title: title.text.replace(/^# /, ''),
        found,
        score: (found.gain + (at === 0 ? openingShare * whole : 0)) / (1 + rankDecay * rank),
      }),
    );
  });
  const inOrder = candidates.filter(({ score }) => score > 0).sort((left, right) => right.score - left.score);
  const least = shareMin * (inOrder[0]?.score ?? 0);
  const open = new Set(inOrder.slice(0, sectionsMax));
  const taken = new Map<number, number>();
  const chosen: Chosen[] = [];
  let room = maxTokens;
  while (open.size > 0) {
    const worth = ({ score, position }: Candidate): number => score * repeatShare ** (taken.get(position) ?? 0);
    const best = [...open].reduce((one, other) => (worth(other) > worth(one) ? other : one));
    open.delete(best);
    if (worth(best) < least) break;
    const found = passageWithin(best.found, room, gainOf);
    if (found === undefined) continue;
    room -= found.tokens;
    taken.set(best.position, (taken.get(best.position) ?? 0) + 1);
    chosen.push({ ...best, passage: found });
  }
  return chosen;
}

/** The language of the question, unless the article says what was found in the other one alone. */
function languageOf(evidence: { zh: number; en: number }, usual: Language): Language {
  const other: Language = usual === 'zh' ? 'en' : 'zh';
  return evidence[usual] === 0 && evidence[other] > 0 ? other : usual;
}

function shown(library: Library, { position, language, title, found, passage: own }: Chosen): z.infer<typeof passage> {
  const row = library.articles[position];
  if (row === undefined) throw new RangeError(`no article at position ${position}`);
  const { anchor, title: heading } = found.section;
  return {
    slug: row.slug,
    title,
    domain: row.domain,
    verificationStatus: row.verificationStatus,
    confidenceScore: row.confidenceScore,
    riskLevel: row.riskLevel,
    ...itemAllowed.parse(JSON.parse(library.body(position, `item.${language}`).toString('utf8'))),
    lang: language,
    section: anchor,
    heading,
    citation: `${row.slug}@${row.digest}#${anchor}`,
    tokens: own.tokens,
    complete: own.isWhole,
    text: own.text,
    get: `GET ${sectionPath(row.slug, language, anchor)}`,
  };
}

/** What a search item says that the catalogue does not. */
const itemAllowed = z.object({ allowed });

/** Where nothing was found: a search that finds something. */
function nextSearch(library: Library, { maxTokens: _maxTokens, ...given }: Input): string | undefined {
  const search = { ...given, page: 1, pageSize: 20, facets: false, snippet: false };
  const [first] = suggestionsOf(library, search) ?? [];
  return first ?? `GET ${searchPath({ page: 1, pageSize: 20 })}`;
}
