// A search engine that is measured: opens what it kept on disk, and answers queries, one after the other.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type IndexPart, importPart, newIndex } from '../../../build/edition/search-index.ts';
import { fullBitset } from '../../../server/search/bitset.ts';
import { openCollection } from '../../../server/search/collection.ts';
import { openRanking } from '../../../server/search/ranking.ts';
import { depth } from '../../eval/metrics.ts';
import { chosenBoosts } from '../../eval/peers/boosts.ts';
import { fts5 } from '../../eval/peers/fts5.ts';
import { miniSearch } from '../../eval/peers/minisearch.ts';
import { type EngineName, engineNames, searchFiles } from '../search-files.ts';
import { answerParent, answerTo } from './answering.ts';

const opening = z.object({ engine: z.enum(engineNames), folder: z.string(), articles: z.int(), first: z.string() });

type Search = (query: string) => unknown;
let search: Search = () => [];

const openers: Record<EngineName, (folder: string, articles: number) => Search> = {
  stele(folder, articles) {
    const names = readdirSync(folder).filter((name) => /^\d{4}\.json$/.test(name));
    const parts = names.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as IndexPart);
    const tieRank = Uint32Array.from({ length: articles }, (_, position) => position);
    const tables = readFileSync(join(folder, searchFiles.tables));
    const index = newIndex();
    for (const part of parts) importPart(index, part, articles);
    const rank = openRanking(openCollection({ index, tables, tieRank }));
    const everything = fullBitset(articles);
    return (query) => rank(query, everything).page(0, depth);
  },
  FTS5: (folder) => fts5(join(folder, searchFiles.database)).system(chosenBoosts.FTS5).search,
  MiniSearch: (folder) =>
    miniSearch(readFileSync(join(folder, searchFiles.miniSearch), 'utf8')).system(chosenBoosts.MiniSearch).search,
};

answerParent([
  answerTo('open', opening, ({ engine, folder, articles, first }) => {
    const started = performance.now();
    search = openers[engine](folder, articles);
    search(first);
    const openMs = performance.now() - started;
    globalThis.gc?.();
    return { openMs, rssBytes: process.memoryUsage().rss };
  }),
  answerTo('run', z.object({ queries: z.array(z.string()) }), ({ queries }) => {
    return queries.map((query) => {
      const started = performance.now();
      search(query);
      return performance.now() - started;
    });
  }),
]);
