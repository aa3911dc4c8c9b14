// The database of an article, in a process that ends with it or at a limit. It runs statements one by one.
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type Confinement, childProgram } from '../confinement/bubblewrap.ts';
import { type Limit, type Limits, watchLimits } from '../confinement/limits.ts';

const answer = z.object({
  /** The output of psql. */
  printed: z.string(),
  /** The database has ended with this statement. */
  isOver: z.boolean(),
  /** `line` counts from 0 within the statement. */
  error: z.object({ message: z.string(), line: z.int() }).optional(),
});
export type SqlAnswer = z.infer<typeof answer>;

/** The reply of a database that ended: `passed` is the limit that ended it, if any. */
export type SqlReply = SqlAnswer & { passed?: Limit | undefined };

export interface SqlDatabase {
  /** Runs statements in turn until `isLast` accepts an answer; all of them share the limits. */
  run(statements: readonly string[], limits: Limits): Promise<SqlReply[]>;
  end(): Promise<void>;
}

/** A second barrier inside bubblewrap. Node 24 has another name for the first flag. */
export const databaseFlags = [
  process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
  '--allow-fs-read=/stele',
  '--allow-fs-read=/node_modules',
  '--disallow-code-generation-from-strings',
  '--disable-warning=ExperimentalWarning',
];

/** Rejects when it cannot be started, which is not the example's fault. */
export async function startDatabase(confinement: Confinement): Promise<SqlDatabase> {
  const program = await confinement.start({
    command: ['node', ...databaseFlags, childProgram('sql')],
    network: 'none',
  });
  const { stdin, stdout } = program.child;
  if (stdin === null || stdout === null) throw new Error('the database was started without pipes');
  // A write to a database that has just ended is answered by its end.
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
        // The watch is periodic: an answer may arrive before the watch has measured its length.
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

/** An unreadable reply counts as the end of the database. */
function replyIn(line: string | undefined): SqlAnswer {
  const ended = { printed: '', isOver: true };
  if (line === undefined) return ended;
  try {
    return answer.parse(JSON.parse(line));
  } catch {
    return ended;
  }
}
