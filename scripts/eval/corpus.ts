// Measures on the real articles and judged queries of shared/corpus, which lies beside the repository, and on our own content.
// Editions are compiled once and kept. What is counted, and how: scripts/eval/README.md.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { byCodeUnit } from '../../build/edition/hash.ts';
import type { SourceEntry } from '../../build/source/entry.ts';
import type { Library } from '../../server/library.ts';
import { processIo } from '../command-io.ts';
import { readContentFolder } from '../content-option.ts';
import { defaultContentFolder } from '../package-root.ts';
import { type AbstentionGroup, abstentionGroups } from './abstention.ts';
import { type AnswerGroup, answerGroups } from './answers.ts';
import { keptEdition, openEdition } from './editions.ts';
import { halfOf } from './halves.ts';
import type { QuerySet } from './queries.ts';
import { ownAnswerFiles, ownSearchFiles, readQueryFiles } from './query-files.ts';
import { type Report, rankingReport } from './report.ts';

/** The collections of articles that are measured. */
export const collections = ['documentation', 'xquad', 'xquad-grouped', 'own'] as const;
export type Collection = (typeof collections)[number];

export interface Corpus {
  /** The library of all articles of a collection, or of half of them. */
  open(collection: Collection, part: 'whole' | 'half'): Promise<Library>;
  /** Judged queries. */
  queries: Record<Collection, readonly QuerySet[]>;
}

/** Undefined where the folder holds no corpus. */
export async function openCorpus(folder: string): Promise<Corpus | undefined> {
  const folders = {
    documentation: join(folder, 'articles'),
    xquad: join(folder, 'xquad', 'articles'),
    'xquad-grouped': join(folder, 'xquad-grouped', 'articles'),
    own: defaultContentFolder,
  };
  if (!Object.values(folders).every((each) => existsSync(each))) return undefined;
  const queriesIn = async (...path: string[]): Promise<QuerySet[]> => {
    const names = await readdir(join(folder, ...path));
    const files = names.filter((name) => name.endsWith('.jsonl')).sort(byCodeUnit);
    return readQueryFiles(files.map((name) => join(folder, ...path, name)));
  };
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
  ranking: Report[];
  answers: AnswerGroup[];
  abstention: AbstentionGroup[];
}

/** One collection after the other, so that only one is in memory. `say` is told what takes time. */
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

/** Sets under the name by which they are reported, without the queries that mix two languages. */
const named = (name: string, sets: readonly QuerySet[]): QuerySet[] =>
  sets.map((set) => ({ ...set, name, queries: set.queries.filter(({ language }) => language !== 'mixed') }));

const kindOf = ({ name }: QuerySet): string => name.split('.').at(-1) ?? name;
const isContent = ({ name }: QuerySet): boolean => name.startsWith('content.');

/** Names of our own sets in the report. */
const ownNames: Readonly<Record<string, string>> = {
  vague: 'vague symptoms',
  'two-articles': 'questions for two articles',
  long: 'long questions',
};

/** What each collection is asked. */
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

/** Link texts: what people wrote who meant to lead to a page or section, where titles and headings are copied from it. */
export const linksAmong = (sets: readonly QuerySet[]): QuerySet[] =>
  sets.filter((set) => kindOf(set) === 'anchor' || kindOf(set) === 'section');
