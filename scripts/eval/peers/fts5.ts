// SQLite FTS5 with its own bm25() over columns with weights, terms joined by OR, in memory.
import { depth } from '../metrics.ts';
import { boostOf } from './boosts.ts';
import type { PeerIndex } from './filling.ts';
import { peerModule } from './installed.ts';
import { columns, queryTerms } from './texts.ts';

/** What is used of libsql 0.5, which has the interface of better-sqlite3. */
interface LibsqlModule {
  new (
    path: string,
  ): {
    exec(statement: string): void;
    prepare(statement: string): {
      run(...values: unknown[]): void;
      all(...values: unknown[]): { rowid: number; slug: string }[];
    };
  };
}

/** Terms go in as plain words, so that SQLite's tokeniser takes none of them apart. */
const wordOf = (term: string): string => `t${Buffer.from(term).toString('hex')}`;

/** In memory, or in a file, which is taken as it is when it has been filled before. */
export function fts5(path = ':memory:'): PeerIndex {
  const Database = peerModule<LibsqlModule>('libsql');
  const database = new Database(path);
  // The file is looked at where it lies in memory, as far as it can be.
  database.exec(`PRAGMA mmap_size = ${2 ** 31}`);
  database.exec('CREATE TABLE IF NOT EXISTS slugs(slug TEXT)');
  const fts = `fts5(${columns.join(', ')}, content='', tokenize='ascii')`;
  database.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS articles USING ${fts}`);
  const slugs = database
    .prepare('SELECT slug FROM slugs ORDER BY rowid')
    .all()
    .map(({ slug }) => slug);
  let isFilling = false;
  const places = columns.map(() => '?').join(', ');
  const insert = database.prepare(`INSERT INTO articles(rowid, ${columns.join(', ')}) VALUES (?, ${places})`);
  const name = database.prepare('INSERT INTO slugs VALUES (?)');
  return {
    add({ slug, terms }) {
      if (!isFilling) database.exec('BEGIN');
      isFilling = true;
      const rowid = slugs.push(slug);
      insert.run(rowid, ...columns.map((column) => terms[column].map(wordOf).join(' ')));
      name.run(slug);
    },
    system(boosts) {
      if (isFilling) {
        database.exec('COMMIT');
        database.exec("INSERT INTO articles(articles) VALUES('optimize')");
        isFilling = false;
      }
      const weights = columns.map((column) => boostOf(boosts, column)).join(', ');
      const select = database.prepare(
        `SELECT rowid FROM articles WHERE articles MATCH ? ORDER BY bm25(articles, ${weights}) LIMIT ${depth}`,
      );
      return {
        name: 'FTS5',
        search(query) {
          const words = queryTerms(query, boosts.singleHan).map(wordOf);
          if (words.length === 0) return [];
          return select.all(words.join(' OR ')).map(({ rowid }) => slugs[rowid - 1] ?? '');
        },
      };
    },
  };
}
