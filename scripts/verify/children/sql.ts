// An in-memory PostgreSQL for one article: reads statements from standard input, one JSON string per line, and answers each with a line
// of JSON. PGlite is PostgreSQL compiled to WebAssembly, with its files in memory. Statements run as a superuser, who could write a
// library into these files and load it. Three measures prevent harm: bubblewrap confines this program, Node's flags disable code
// generation from strings, and only the libraries that come with PGlite can be loaded.
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { PGlite, protocol } from '@electric-sql/pglite';
import { z } from 'zod';
import type { SqlAnswer } from '../sql/database.ts';
import { lineOfPosition, reportText, rowsText } from '../sql/psql-output.ts';

const { DatabaseError, CommandCompleteMessage, CopyDataMessage, DataRowMessage, NoticeMessage, RowDescriptionMessage } =
  protocol.messages;
const { ReadyForQueryMessage } = protocol.messages;

/** Runs a statement and returns the output that psql would print. Without a «ready for query» message, the server has ended. */
async function answerTo(database: PGlite, statement: string): Promise<SqlAnswer> {
  const { messages } = await database.execProtocol(protocol.serialize.query(statement), { throwOnError: false });
  let printed = '';
  let names: string[] | undefined;
  let rows: (string | null)[][] = [];
  let error: SqlAnswer['error'];
  for (const message of messages) {
    if (message instanceof RowDescriptionMessage) names = message.fields.map(({ name }) => name);
    else if (message instanceof DataRowMessage) rows.push(message.fields);
    else if (message instanceof CopyDataMessage) printed += Buffer.from(message.chunk).toString('utf8');
    else if (message instanceof NoticeMessage)
      printed += reportText(
        { ...message, message: message.message ?? '', severity: message.severity ?? '' },
        statement,
      );
    else if (message instanceof DatabaseError) {
      printed += reportText({ ...message, message: message.message, severity: message.severity ?? 'ERROR' }, statement);
      const line = message.position === undefined ? 0 : lineOfPosition(statement, Number(message.position));
      error = { message: message.message, line };
    } else if (message instanceof CommandCompleteMessage) {
      if (names !== undefined) printed += rowsText({ names, rows });
      [names, rows] = [undefined, []];
    }
  }
  const isOver = !messages.some((message) => message instanceof ReadyForQueryMessage);
  return { printed, isOver, ...(error !== undefined && { error }) };
}

/** The folder of PGlite's libraries in its in-memory file system. */
const librariesFolder = '/pglite/lib/postgresql';

/** Makes `LOAD` and functions in C fail unless the library has the same bytes as one that comes with PGlite. */
function refuseOtherLibraries({ Module: { FS } }: PGlite): void {
  const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const names: string[] = FS.readdir(librariesFolder).filter((name: string) => name.endsWith('.so'));
  const known = new Set(names.map((name) => hashOf(FS.readFile(`${librariesFolder}/${name}`))));
  WebAssembly.Module = new Proxy(WebAssembly.Module, {
    construct(target, given: [Uint8Array<ArrayBuffer>]) {
      const [bytes] = given;
      // A WebAssembly module with this section is a library. The loader also creates small modules without it for single functions; these
      // are allowed.
      const isLibrary = Buffer.from(bytes).includes('dylink.0');
      if (isLibrary && !known.has(hashOf(bytes)))
        throw new Error('only the libraries that come with PGlite can be loaded');
      return new target(...given);
    },
  });
}

async function serve(): Promise<void> {
  const tell = (answer: object): boolean => process.stdout.write(`${JSON.stringify(answer)}\n`);
  const database = await PGlite.create();
  refuseOtherLibraries(database);
  tell({ isReady: true });
  for await (const line of createInterface({ input: process.stdin })) {
    const answer = await answerTo(database, z.string().parse(JSON.parse(line))).catch(() => ({
      printed: '',
      isOver: true,
    }));
    tell(answer);
    if (answer.isOver) break;
  }
  process.exit();
}

await serve();
