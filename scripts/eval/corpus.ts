// Measures search on `content/` and on a corpus of other articles with judged queries (`stele eval --corpus`). Editions are compiled
// once and kept. scripts/eval/README.md defines the measures.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../build/edition/hash.ts';
import { guidesFolder, isMarkdown, type SourceEntry, slugOf, splitPath } from '../../build/source/entry.ts';
import type { Library } from '../../server/library.ts';
import { processIo } from '../command-io.ts';
import { readContentFolder } from '../content-option.ts';
import { defaultContentFolder } from '../package-root.ts';
import { type AbstentionGroup, abstentionGroups } from './abstention.ts';
import { type AnswerGroup, answerGroups } from './answers.ts';
import { keptEdition, openEdition } from './editions.ts';
import { ownAnswerFiles, ownSearchFiles, type QuerySet, queryFilesIn, readQueryFiles } from './queries.ts';
import { type RankingReport, rankingReport } from './ranking.ts';
import { share } from './table.ts';

/** The measured collections of articles. */
const collections = ['documentation', 'xquad', 'xquad-grouped', 'own'] as const;
type Collection = (typeof collections)[number];

export interface Corpus {
  /** The library of all articles of a collection, or of half of them. */
  open(collection: Collection, part: 'whole' | 'half'): Promise<Library>;
  /** The judged queries of each collection. */
  queries: Record<Collection, readonly QuerySet[]>;
}

/** Opens the corpus in a folder; undefined if one of its folders is missing. */
export async function openCorpus(folder: string): Promise<Corpus | undefined> {
  const folders = {
    documentation: join(folder, 'articles'),
    xquad: join(folder, 'xquad', 'articles'),
    'xquad-grouped': join(folder, 'xquad-grouped', 'articles'),
    own: defaultContentFolder,
  };
  if (!Object.values(folders).every((each) => existsSync(each))) return undefined;
  const queriesIn = async (...path: string[]): Promise<QuerySet[]> =>
    readQueryFiles(await queryFilesIn(join(folder, ...path)));
  return {
    async open(collection, part) {
      const entries: SourceEntry[] = await readContentFolder(processIo(), folders[collection]);
      const edition =
        part === 'half'
          ? await keptEdition(`${collection}-half`, halfOf(entries))
          : await keptEdition(collection, entries);
      return (await openEdition(edition)).library;
    },
    queries: {
      documentation: await queriesIn('queries'),
      xquad: await queriesIn('xquad', 'queries'),
      'xquad-grouped': await queriesIn('xquad-grouped', 'queries'),
      own: await readQueryFiles([...(await ownSearchFiles()), ...(await ownAnswerFiles())]),
    },
  };
}

export interface CorpusResult {
  ranking: RankingReport[];
  answers: AnswerGroup[];
  abstention: AbstentionGroup[];
}

/** Measures the collections one after the other, so that only one is in memory. `say` reports progress. */
export async function measureCorpus(corpus: Corpus, say: (sentence: string) => void): Promise<CorpusResult> {
  const result: CorpusResult = { ranking: [], answers: [], abstention: [] };
  for (const collection of collections) {
    const sets = corpus.queries[collection];
    say(`measuring ${collection}`);
    const whole = await corpus.open(collection, 'whole');
    if (collection === 'documentation' || collection === 'xquad')
      result.ranking.push(rankingReport(whole, [], { edition: collection, sets }));
    result.answers.push(...answerGroups(whole, asked.answers(collection, sets)));
    result.abstention.push(...abstentionGroups(whole, asked.abstention(collection, 'whole', sets)));
    const halfSets = asked.abstention(collection, 'half', sets);
    if (halfSets.length > 0) {
      say(`measuring half of ${collection}`);
      result.abstention.push(...abstentionGroups(await corpus.open(collection, 'half'), halfSets));
    }
  }
  return result;
}

/** The same sets under the name `name`, without queries that mix two languages. */
const named = (name: string, sets: readonly QuerySet[]): QuerySet[] =>
  sets.map((set) => ({ ...set, name, queries: set.queries.filter(({ language }) => language !== 'mixed') }));

const kindOf = ({ name }: QuerySet): string => name.split('.').at(-1) ?? name;
const isContent = ({ name }: QuerySet): boolean => name.startsWith('content.');

/** The names of our own sets in reports. */
const ownNames: Readonly<Record<string, string>> = {
  vague: 'vague symptoms',
  'two-articles': 'questions for two articles',
  long: 'long questions',
  everyday: 'everyday questions',
};

/** Selects the query sets with which a collection is measured, and names them for reports. */
const asked = {
  answers(collection: Collection, sets: readonly QuerySet[]): QuerySet[] {
    if (collection === 'xquad-grouped') return named('xquad-grouped', sets);
    if (collection === 'documentation')
      return named(
        'documentation',
        sets.filter((set) => kindOf(set) === 'section'),
      );
    if (collection === 'xquad') return [];
    return sets.flatMap((set) => named(isContent(set) ? 'own questions' : (ownNames[set.name] ?? set.name), [set]));
  },
  abstention(collection: Collection, part: 'whole' | 'half', sets: readonly QuerySet[]): QuerySet[] {
    if (part === 'whole') return collection === 'own' ? named('all own content', sets) : [];
    if (collection === 'xquad-grouped') return named('xquad-grouped', sets);
    if (collection === 'documentation')
      return [...named('documentation', sets), ...named('documentation, links', linksAmong(sets))];
    return collection === 'own' ? named('half of own content', sets.filter(isContent)) : [];
  },
};

/** The sets whose queries are texts of links to a page or section. Unlike titles and headings, they are not copied from the page. */
export const linksAmong = (sets: readonly QuerySet[]): QuerySet[] =>
  sets.filter((set) => kindOf(set) === 'anchor' || kindOf(set) === 'section');

/** Whether an article belongs to the measured half: the SHA-256 of its slug begins with 0–7. */
const isInHalf = (slug: string): boolean => Number.parseInt(sha256(slug).charAt(0), 16) < 8;

/** An inline Markdown link to another content file. The groups are the text of the link and the slug. */
const fileLink = /\[([^\]]*)\]\((?:[^)\s]*\/)?([a-z0-9-]+)\.md(?:#[^)]*)?\)/g;

/**
 * The entries of the measured half. Its articles have `related: []`, and links to articles outside the half become plain text. Guides
 * are left out, because search does not cover them and they link to articles. Other files are kept.
 */
export function halfOf(entries: readonly SourceEntry[]): SourceEntry[] {
  return entries.flatMap((entry) => {
    if (!isMarkdown(entry.path)) return [entry];
    const isGuide = splitPath(entry.path).folder === guidesFolder;
    return isGuide || !isInHalf(slugOf(entry.path)) ? [] : [alone(entry)];
  });
}

function alone({ bytes, ...entry }: SourceEntry): SourceEntry {
  const text = new TextDecoder().decode(bytes);
  const end = text.indexOf('\n---', 3);
  const frontMatter = text.slice(0, end).replace(/^related:.*(?:\n[ \t-].*)*/m, 'related: []');
  const body = text
    .slice(end)
    .replace(fileLink, (link, label: string, slug: string) => (isInHalf(slug) && !isGuideLink(link) ? link : label));
  const own = Buffer.from(frontMatter + body);
  return { ...entry, bytes: own, size: own.length };
}

const isGuideLink = (link: string): boolean => link.includes(`/${guidesFolder}/`);

/** A goal and the measured value. */
export interface Goal {
  name: string;
  measured: string;
  goal: string;
  isMet: boolean;
}

/** Language → token budget → the minimum share of questions whose answer, or whose answering section, is in the context. */
const answerGoals = {
  'xquad-grouped': { of: 'answer', zh: { 400: 0.93, 800: 0.97 }, en: { 400: 0.93, 800: 0.97 } },
  documentation: { of: 'section', zh: { 400: 0.64, 800: 0.76 }, en: { 400: 0.72, 800: 0.88 } },
} as const;
/** The maximum ratio of the median time of `/context` to that of `/search`. */
const costGoal = 3;
const aurocGoals = { 'xquad-grouped': 0.92, documentation: 0.75 } as const;
const noneMax = 0.02;
const weakOrNoneMin = 0.5;
const calibrationErrorMax = 0.06;

export const goalsOf = ({ answers, abstention }: CorpusResult): Goal[] => [
  ...answers.flatMap(answerGoalsOf),
  ...abstention.flatMap(abstentionGoalsOf),
];

function answerGoalsOf(group: AnswerGroup): Goal[] {
  const { name, language, maxTokens } = group;
  if (name !== 'xquad-grouped' && name !== 'documentation') return [];
  if ((language !== 'zh' && language !== 'en') || (maxTokens !== 400 && maxTokens !== 800)) return [];
  const goals = answerGoals[name];
  const found = goals.of === 'answer' ? group.answers : group.sections;
  const goal = [atLeast(`${name}, ${language}: ${goals.of}, ${maxTokens} tokens`, found, goals[language][maxTokens])];
  if (maxTokens === 400) return goal;
  const ratio = group.p50Ms / group.searchP50Ms;
  const cost = { measured: ratio.toFixed(2), goal: `≤ ${costGoal}`, isMet: ratio <= costGoal };
  return [...goal, { name: `${name}, ${language}: time of a context / of a search`, ...cost }];
}

function abstentionGoalsOf(group: AbstentionGroup): Goal[] {
  const { name, language } = group;
  if (name !== 'xquad-grouped' && name !== 'documentation') return [];
  const of = (measure: string): string => `${name}, ${language}: ${measure}`;
  return [
    atLeast(of('AUROC'), group.auroc, aurocGoals[name]),
    atMost(of('ECE'), group.calibrationError, calibrationErrorMax),
    atMost(of('answerable called none'), group.answerableNone, noneMax),
    atLeast(of('unanswerable called weak or none'), group.unanswerableWeakOrNone, weakOrNoneMin),
  ];
}

const atLeast = (name: string, value = 0, least: number): Goal => ({
  ...{ name, measured: share(value), goal: `≥ ${share(least)}` },
  isMet: value >= least,
});

const atMost = (name: string, value: number, most: number): Goal => ({
  ...{ name, measured: share(value), goal: `≤ ${share(most)}` },
  isMet: value <= most,
});
