// The ranking of real articles, held against the plainest one by real queries, some misspelt. Of the articles every twentieth, for
// time; CORPUS_EVERY=1 takes all of them.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type IndexPart, importIndex, termsOf } from '../../../build/edition/search-index.ts';
import { Vocabulary } from '../../../build/indexing/occurrences.ts';
import { articleSearchOf, searchFilesOf } from '../../../build/indexing/search-files.ts';
import { readContent } from '../../../build/read.ts';
import { toArticle } from '../../../build/source/article.ts';
import { readDraft } from '../../../build/source/draft.ts';
import { readQueryFiles } from '../../../scripts/eval/query-files.ts';
import { variantSets } from '../../../scripts/eval/variants.ts';
import { fullBitset } from '../../../server/search/bitset.ts';
import { openCollection } from '../../../server/search/collection.ts';
import { openRanking } from '../../../server/search/ranking.ts';
import { viewTerms } from '../../../server/search/viewed-index.ts';
import { repositoryRoot } from '../../site.ts';
import { referenceRanking } from './reference-ranking.ts';

const corpus = join(repositoryRoot, '../shared/corpus');
const every = Number(process.env.CORPUS_EVERY ?? 20);
const queriesPerKind = 150;

it('finds what the plainest ranking finds in real articles, in the same order', async ({ skip }) => {
  if (!existsSync(corpus)) {
    const reason = 'there is no corpus at ../shared/corpus beside the repository';
    console.warn(`not checked: ${reason}`);
    skip(reason);
  }
  const entries = (await readContent(join(corpus, 'articles'))).filter((_, at) => at % every === 0);
  const vocabulary = new Vocabulary();
  const searches = entries.flatMap((entry) => {
    const article = toArticle(readDraft(entry));
    return article === undefined ? [] : [articleSearchOf(article, vocabulary)];
  });
  const files = searchFilesOf(searches, vocabulary.terms);
  const parts = [...files.parts()].map((part) => JSON.parse(part.toString('utf8')) as IndexPart);
  const index = importIndex(parts);
  // Ties go to the later article, so that order alone decides nothing.
  const tieRank = Uint32Array.from(searches, (_, position) => searches.length - position);
  const collection = openCollection({ postings: viewTerms(index, termsOf(parts)), tables: files.tables(), tieRank });
  const rank = openRanking(collection);
  const reference = referenceRanking({ ...collection, index, names: collection.terms.names });
  const named = (await readdir(join(corpus, 'queries'))).filter((name) => name.endsWith('.jsonl')).sort();
  const sets = await readQueryFiles(named.map((name) => join(corpus, 'queries', name)));
  const kinds = [sets, variantSets(sets, ['typo1'])].map((some) => some.flatMap(({ queries }) => queries));
  const everything = fullBitset(searches.length);
  for (const queries of kinds) {
    for (let at = 0; at < queriesPerKind; at += 1) {
      const { q } = queries[Math.floor((at * queries.length) / queriesPerKind)] ?? { q: '' };
      const { total, page } = rank(q, everything);
      const expected = reference(q, () => true);
      // The first page alone, then all: places beyond the first are found another way.
      expect({ q, order: page(0, 10) }).toEqual({ q, order: expected.slice(0, 10) });
      expect({ q, total, order: page(0, total) }).toEqual({ q, total: expected.length, order: expected });
    }
  }
});
