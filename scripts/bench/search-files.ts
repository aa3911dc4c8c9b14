// What the engines of a comparison search, as each keeps it on disk: our index and tables, a database of FTS5, MiniSearch's JSON,
// all of the same terms of the same articles. Made once and kept below dist/ for as long as articles and compiler stay.

import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cacheFolder, sourcesKey } from '../../build/cache.ts';
import { sha256 } from '../../build/edition/hash.ts';
import { languages } from '../../build/edition/vocabulary.ts';
import { fieldsOf } from '../../build/indexing/fields.ts';
import { type ArticleSearch, articleSearchOf, searchFilesOf } from '../../build/indexing/search-files.ts';
import { type SourceArticle, toArticle } from '../../build/source/article.ts';
import { readDraft } from '../../build/source/draft.ts';
import { processIo } from '../command-io.ts';
import { readContentFolder, UsageError } from '../content-option.ts';
import { chosenBoosts } from '../eval/peers/boosts.ts';
import { fts5 } from '../eval/peers/fts5.ts';
import { miniSearch } from '../eval/peers/minisearch.ts';
import { type Column, type columns, fieldNames, type PeerDocument } from '../eval/peers/texts.ts';
import { homeFolder, packageRoot } from '../package-root.ts';
import { mixedArticles } from './mixed-articles.ts';

export const engineNames = ['stele', 'FTS5', 'MiniSearch'] as const;
export type EngineName = (typeof engineNames)[number];

/** Names in the folder. Parts of our index are called `0000.json` and so on. */
export const searchFiles = { tables: 'tables.bin', database: 'fts5.db', miniSearch: 'minisearch.json' } as const;

/** With more articles than this MiniSearch takes more memory than a machine that measures should need. */
export const miniSearchMax = 20_000;

/** The folder with files of `count` articles, made of those in a content folder. `say` is told what takes time. */
export async function searchFolder(content: string, count: number, say: (sentence: string) => void): Promise<string> {
  const entries = await readContentFolder(processIo(), content);
  const key = sha256(`${cacheFolder(homeFolder, resolve(content))}\n${sourcesKey({ entries, assets: [] })}`);
  const folder = join(packageRoot, 'dist', 'bench', `search-${count}-${key.slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  say(`search: indexing ${count} articles, which is done once`);
  const articles = entries.flatMap((entry) => (entry.kind === 'file' ? (toArticle(readDraft(entry)) ?? []) : []));
  if (articles.length === 0) throw new UsageError(`there is no article in ${content}`);
  const made = `${folder}-${process.pid}`;
  await mkdir(made, { recursive: true });
  await writeFiles(made, mixedArticles(articles, count), count);
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder);
  return folder;
}

async function writeFiles(folder: string, articles: Iterable<SourceArticle>, count: number): Promise<void> {
  const searches: ArticleSearch[] = [];
  const peers = {
    fts5: fts5(join(folder, searchFiles.database)),
    mini: count > miniSearchMax ? undefined : miniSearch(),
  };
  for (const article of articles) {
    const document = peerDocumentOf(article, searches.length);
    peers.fts5.add(document);
    peers.mini?.add(document);
    searches.push(articleSearchOf(article));
  }
  const { eachPart, tables } = searchFilesOf(searches.map((search) => () => search));
  let at = 0;
  eachPart((part) => writeFileSync(join(folder, `${String(at++).padStart(4, '0')}.json`), part));
  await writeFile(join(folder, searchFiles.tables), tables);
  // Its last step before it can be searched.
  peers.fts5.system(chosenBoosts.FTS5);
  if (peers.mini !== undefined) await writeFile(join(folder, searchFiles.miniSearch), peers.mini.saved());
}

/** The terms that our own index is made of, by the names of the peers' fields. Slugs are positions here. */
function peerDocumentOf(article: SourceArticle, position: number): PeerDocument {
  const terms = languages.flatMap((language) => {
    const fields = fieldsOf(article, language);
    return fieldNames.map((name): [Column, readonly string[]] => [`${name}_${language}`, fields[name]]);
  });
  return { slug: String(position), terms: Object.fromEntries(terms) as Record<(typeof columns)[number], string[]> };
}
