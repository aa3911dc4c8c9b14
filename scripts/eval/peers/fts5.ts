// SQLite FTS5 with its own bm25() over columns with weights, terms joined by OR, in memory.
import { depth } from '../metrics.ts';
import type { System } from '../systems.ts';
import { type Boosts, boostOf } from './boosts.ts';
import { peerModule } from './installed.ts';
import { columns, type PeerDocument, queryTerms } from './texts.ts';

/** What is used of libsql 0.5, which has the interface of better-sqlite3. */
interface LibsqlModule {
  new (
    path: string,
  ): {
    exec(statement: string): void;
    prepare(statement: string): { run(...values: unknown[]): void; all(...values: unknown[]): { rowid: number }[] };
  };
}

export function fts5(documents: readonly PeerDocument[]): (boosts: Boosts) => System {
  const Database = peerModule<LibsqlModule>('libsql');
  const database = new Database(':memory:');
  // Terms go in as plain words, `t` and a number, so that SQLite's tokeniser takes none of them apart.
  const numbers = new Map<string, string>();
  const wordOf = (term: string): string => {
    const known = numbers.get(term) ?? `t${numbers.size.toString(36)}`;
    numbers.set(term, known);
    return known;
  };
  database.exec(`CREATE VIRTUAL TABLE articles USING fts5(${columns.join(', ')}, content='', tokenize='ascii')`);
  const insert = database.prepare(
    `INSERT INTO articles(rowid, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
  );
  database.exec('BEGIN');
  documents.forEach(({ terms }, position) => {
    insert.run(position + 1, ...columns.map((column) => terms[column].map(wordOf).join(' ')));
  });
  database.exec("COMMIT; INSERT INTO articles(articles) VALUES('optimize')");
  return (boosts) => {
    const weights = columns.map((column) => boostOf(boosts, column)).join(', ');
    const select = database.prepare(
      `SELECT rowid FROM articles WHERE articles MATCH ? ORDER BY bm25(articles, ${weights}) LIMIT ${depth}`,
    );
    return {
      name: 'FTS5',
      search(query) {
        const words = queryTerms(query, boosts.singleHan).flatMap((term) => numbers.get(term) ?? []);
        if (words.length === 0) return [];
        return select.all(words.join(' OR ')).map(({ rowid }) => documents[rowid - 1]?.slug ?? '');
      },
    };
  };
}
