// A PostgreSQL of its own, in memory, for one article: reads statements from standard input, one as JSON on each line, and answers
// each with a line. What lies on the machine is out of its reach, for PGlite's files are its own and it has no processes and sockets.
import { createInterface } from 'node:readline';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { PGlite, protocol } from '@electric-sql/pglite';
import { z } from 'zod';
import type { SqlAnswer } from '../sql/database.ts';
import { lineOfPosition, reportText, rowsText } from '../sql/psql-output.ts';

const { DatabaseError, CommandCompleteMessage, CopyDataMessage, DataRowMessage, NoticeMessage, RowDescriptionMessage } =
  protocol.messages;
const { ReadyForQueryMessage } = protocol.messages;

/** What psql would print for a statement. A server that does not say that it is ready for another has ended. */
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

async function serve(): Promise<void> {
  const tell = (answer: object): boolean => process.stdout.write(`${JSON.stringify(answer)}\n`);
  const database = await PGlite.create();
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

if (isMainThread) {
  // A statement that never ends keeps this thread from noticing that nobody waits any more: another one watches.
  new Worker(new URL(import.meta.url), { workerData: { parent: process.ppid } }).unref();
  await serve();
} else {
  setInterval(() => {
    if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL');
  }, 500);
}
