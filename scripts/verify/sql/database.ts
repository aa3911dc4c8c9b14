// The database of an article, in a process of its own that ends with it, or when it passes a limit. Knows statements one by one.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { packageRoot } from '../../package-root.ts';
import { type Limit, type Limits, watchLimits } from '../confinement/limits.ts';

const answer = z.object({
  /** What psql would print. */
  printed: z.string(),
  /** The database has ended with this statement. */
  isOver: z.boolean(),
  /** `line` counts from 0 within the statement. */
  error: z.object({ message: z.string(), line: z.int() }).optional(),
});
export type SqlAnswer = z.infer<typeof answer>;

/** One that has ended by itself: `passed` is the limit that ended it, when one did. */
export type SqlReply = SqlAnswer & { passed?: Limit | undefined };

export interface SqlDatabase {
  /** Answers each statement in turn until `isLast` says that an answer was the last; all of them share the limits. */
  run(statements: readonly string[], limits: Limits): Promise<SqlReply[]>;
  end(): Promise<void>;
}

const program = join(packageRoot, 'dist', 'js', 'scripts', 'verify', 'children', 'sql.js');

/** Rejects when it cannot be started; that is no example's fault. */
export async function startDatabase(): Promise<SqlDatabase> {
  // Nothing of the caller's environment: no time zone, no locale, no settings of PostgreSQL's own.
  const child = spawn(process.execPath, [program], {
    detached: true,
    env: { TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // Writing to one that has just ended is answered by its end.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let printedBytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    printedBytes += chunk.length;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string | undefined> => {
    const { value, done } = await lines.next();
    return done === true ? undefined : value;
  };
  await once(child, 'spawn');
  if ((await nextLine()) === undefined) throw new Error('the database has ended before its first statement');
  return {
    async run(statements, limits) {
      printedBytes = 0;
      const watch = watchLimits(child, limits, () => printedBytes);
      const replies: SqlReply[] = [];
      for (const statement of statements) {
        child.stdin.write(`${JSON.stringify(statement)}\n`);
        const line = await nextLine();
        const reply = replyIn(line);
        // The watch looks now and then: an answer may be there before it has seen how long it is.
        const isTooLong = printedBytes > limits.outputMiB * 2 ** 20;
        const passed = watch.passed() ?? (isTooLong ? 'output' : undefined);
        replies.push({ ...reply, isOver: reply.isOver || passed !== undefined, passed });
        if (passed !== undefined) watch.end();
        if (reply.isOver || passed !== undefined || reply.error !== undefined) break;
      }
      watch.leave();
      return replies;
    },
    async end() {
      killNow(child);
      await ended;
    },
  };
}

/** What says nothing that can be understood has ended as well. */
function replyIn(line: string | undefined): SqlAnswer {
  const ended = { printed: '', isOver: true };
  if (line === undefined) return ended;
  try {
    return answer.parse(JSON.parse(line));
  } catch {
    return ended;
  }
}

function killNow(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}
