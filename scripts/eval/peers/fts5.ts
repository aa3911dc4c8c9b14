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
    prepare(statement: string): { run(...values: unknown[]): void; all(...values: unknown[]): { rowid: number }[] };
  };
}

export function fts5(): PeerIndex {
  const Database = peerModule<LibsqlModule>('libsql');
  const database = new Database(':memory:');
  const slugs: string[] = [];
  // Terms go in as plain words, `t` and a number, so that SQLite's tokeniser takes none of them apart.
  const words = new Map<string, string>();
  const wordOf = (term: string): string => {
    const known = words.get(term) ?? `t${words.size.toString(36)}`;
    words.set(term, known);
    return known;
  };
  database.exec(`CREATE VIRTUAL TABLE articles USING fts5(${columns.join(', ')}, content='', tokenize='ascii')`);
  const places = columns.map(() => '?').join(', ');
  const insert = database.prepare(`INSERT INTO articles(rowid, ${columns.join(', ')}) VALUES (?, ${places})`);
  return {
    add({ slug, terms }) {
      const rowid = slugs.push(slug);
      insert.run(rowid, ...columns.map((column) => terms[column].map(wordOf).join(' ')));
    },
    system(boosts) {
      database.exec("INSERT INTO articles(articles) VALUES('optimize')");
      const weights = columns.map((column) => boostOf(boosts, column)).join(', ');
      const select = database.prepare(
        `SELECT rowid FROM articles WHERE articles MATCH ? ORDER BY bm25(articles, ${weights}) LIMIT ${depth}`,
      );
      return {
        name: 'FTS5',
        search(query) {
          const known = queryTerms(query, boosts.singleHan).flatMap((term) => words.get(term) ?? []);
          if (known.length === 0) return [];
          return select.all(known.join(' OR ')).map(({ rowid }) => slugs[rowid - 1] ?? '');
        },
      };
    },
  };
}
