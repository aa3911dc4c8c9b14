// The database of an article, in a process of its own. The process ends after the examples of the article, or when it exceeds a limit.
// Statements run one by one.
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type Confinement, childProgram } from '../confinement/bubblewrap.ts';
import { type Limit, type Limits, watchLimits } from '../confinement/limits.ts';

const answer = z.object({
  /** The output that psql would print. */
  printed: z.string(),
  /** Whether the database has ended during this statement. */
  isOver: z.boolean(),
  /** `line` counts from 0 within the statement. */
  error: z.object({ message: z.string(), line: z.int() }).optional(),
});
export type SqlAnswer = z.infer<typeof answer>;

/** An answer of the database. `passed` is the limit that was exceeded, if any; the database then has ended. */
export type SqlReply = SqlAnswer & { passed?: Limit | undefined };

export interface SqlDatabase {
  /** Runs statements one after the other until one fails or the database ends. `limits` apply to all of them together. */
  run(statements: readonly string[], limits: Limits): Promise<SqlReply[]>;
  end(): Promise<void>;
}

/** Node flags that restrict the database in addition to bubblewrap. The first flag has another name in Node 24. */
export const databaseFlags = [
  process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
  '--allow-fs-read=/stele',
  '--allow-fs-read=/node_modules',
  '--disallow-code-generation-from-strings',
  '--disable-warning=ExperimentalWarning',
];

/** Starts the database of an article. Rejects if it cannot be started, which is no fault of an example. */
export async function startDatabase(confinement: Confinement): Promise<SqlDatabase> {
  const program = await confinement.start({
    command: ['node', ...databaseFlags, childProgram('sql')],
    network: 'none',
  });
  const { stdin, stdout } = program.child;
  if (stdin === null || stdout === null) throw new Error('the database was started without pipes');
  // Ignores failed writes: if the database has just ended, `nextLine` reports its end.
  stdin.on('error', () => undefined);
  let printedBytes = 0;
  stdout.on('data', (chunk: Buffer) => {
    printedBytes += chunk.length;
  });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string | undefined> => {
    const { value, done } = await lines.next();
    return done === true ? undefined : value;
  };
  if ((await nextLine()) === undefined) throw new Error('the database has ended before its first statement');
  return {
    async run(statements, limits) {
      printedBytes = 0;
      const watch = watchLimits(program, limits, { printedBytes: () => printedBytes });
      const replies: SqlReply[] = [];
      for (const statement of statements) {
        stdin.write(`${JSON.stringify(statement)}\n`);
        const line = await nextLine();
        const reply = replyIn(line);
        // The size is also compared here, because the watch measures only at intervals and may not have seen this answer.
        const isTooLong = printedBytes > limits.outputMiB * 2 ** 20;
        const passed = watch.passed() ?? (isTooLong ? 'output' : undefined);
        replies.push({ ...reply, isOver: reply.isOver || passed !== undefined, passed });
        if (passed !== undefined) program.stop();
        if (reply.isOver || passed !== undefined || reply.error !== undefined) break;
      }
      watch.end();
      return replies;
    },
    async end() {
      program.stop();
      await program.ended;
    },
  };
}

/** Parses a line of the database. A line that cannot be parsed counts as the end of the database. */
function replyIn(line: string | undefined): SqlAnswer {
  const ended = { printed: '', isOver: true };
  if (line === undefined) return ended;
  try {
    return answer.parse(JSON.parse(line));
  } catch {
    return ended;
  }
}
