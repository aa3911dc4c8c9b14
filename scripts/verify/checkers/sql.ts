// Checks SQL examples: those of an article run in their order in one PostgreSQL. Their output has the form of `psql -X -q -A`.
import type { Bilingual } from '../../../build/edition/vocabulary.ts';
import { show } from '../../../build/messages.ts';
import type { Example } from '../../../build/source/examples.ts';
import { type Bench, type Checker, type Fault, failed, type Looking, type Outcome } from '../checker.ts';
import type { Confinement } from '../confinement/bubblewrap.ts';
import { type Limits, limitWording } from '../confinement/limits.ts';
import { type SqlDatabase, type SqlReply, startDatabase } from '../sql/database.ts';
import { type Piece, splitSql } from '../sql/statements.ts';

/** The memory limit is multiplied by this number, because PostgreSQL needs much memory even before it runs the first statement. */
const memoryFactor = 2;

export const sql: Checker = { languages: ['sql'], begin: (bench) => new Session(bench) };

class Session implements Looking {
  private readonly confinement: Confinement;
  private readonly limits: Limits;
  private database: SqlDatabase | undefined;
  /** The example in which the database stopped. */
  private endedIn: number | undefined;

  constructor({ confinement }: Bench) {
    const { limits } = confinement;
    this.confinement = confinement;
    this.limits = { ...limits, memoryMiB: limits.memoryMiB * memoryFactor };
  }

  async look(example: Example): Promise<Outcome> {
    const { pieces, metaCommandLine } = splitSql(example.code);
    if (metaCommandLine !== undefined) return failed(metaCommand(example, metaCommandLine));
    if (this.endedIn !== undefined) return failed(endedBefore(this.endedIn));
    const statements = pieces.filter(({ statement }) => statement !== '');
    if (statements.length === 0) return failed(noStatement);
    try {
      this.database ??= await startDatabase(this.confinement);
    } catch {
      return { kind: 'unable', reason: notStarted };
    }
    const replies = await this.database.run(
      statements.map(({ statement }) => statement),
      this.limits,
    );
    if (replies.at(-1)?.isOver === true) this.endedIn = example.ordinal;
    return outcomeOf(example, statements, replies, this.limits);
  }

  async end(): Promise<void> {
    await this.database?.end();
  }
}

function outcomeOf(
  example: Example,
  statements: readonly Piece[],
  replies: readonly SqlReply[],
  limits: Limits,
): Outcome {
  const printed = replies.map((reply) => reply.printed).join('');
  const last = replies.at(-1);
  const line = statements[replies.length - 1]?.line ?? 0;
  if (last?.passed !== undefined) return failed({ ...beyond(limitWording(last.passed, limits)), line, printed });
  if (last?.isOver === true) return failed({ ...crashed, line });
  const shouldFail = example.marks.words.has('fails');
  if (last?.error === undefined) return shouldFail ? failed(noError) : { kind: 'ran', printed };
  return shouldFail
    ? { kind: 'ran', printed }
    : failed({ ...refused(last.error.message), line: line + last.error.line, printed });
}

const notStarted: Bilingual = {
  zh: '无法在这台机器上启动 PostgreSQL',
  en: 'PostgreSQL could not be started on this machine',
};

const refused = (message: string): Fault => ({
  found: { zh: `PostgreSQL 报错：${show(message)}`, en: `an error of PostgreSQL: ${show(message)}` },
  expected: { zh: '能够执行的 SQL', en: 'SQL that runs' },
  advice: {
    zh: '改正这条语句。若示例正是要展示这个错误，就在围栏上写 verify=fails。',
    en: 'Correct the statement. If the example is meant to show the error, mark its fence verify=fails.',
  },
});

const noStatement: Fault = {
  found: { zh: '没有语句的示例', en: 'an example without a statement' },
  expected: { zh: '可以执行的 SQL', en: 'SQL that can be run' },
  advice: {
    zh: '写上语句；不是 SQL 的内容用 text。',
    en: 'Write a statement; put text that is no SQL into a text fence.',
  },
};

const noError: Fault = {
  found: {
    zh: '标有 verify=fails、但没有出错的示例',
    en: 'an example that is marked verify=fails but raises no error',
  },
  expected: { zh: 'PostgreSQL 的报错', en: 'an error of PostgreSQL' },
  advice: {
    zh: '去掉 fails，或写出真正会被拒绝的语句。',
    en: 'Remove verify=fails, or show a statement that is refused.',
  },
};

const beyond = (found: Bilingual): Fault => ({
  found,
  expected: { zh: '在限制之内结束的示例', en: 'an example that ends within its limits' },
  advice: {
    zh: '让语句处理更少的数据，或用 verify=skip 跳过并写明原因。这篇文章里后面的 SQL 示例不再运行。',
    en: 'Let the statement process less data, or mark the example verify=skip "reason". Later SQL examples of the article are not run.',
  },
});

const crashed: Fault = {
  found: { zh: '使数据库崩溃的语句', en: 'a statement that crashed the database' },
  expected: { zh: '在内存数据库中可以执行的语句', en: 'a statement that a database in memory can run' },
  advice: {
    zh: '这里的 PostgreSQL 没有标准输入，也不能启动程序：不要用 COPY … FROM STDIN 或 PROGRAM，改用 INSERT；否则用 verify=skip 跳过并写明原因。',
    en: 'The PostgreSQL used here has no standard input and cannot start programs: use INSERT instead of COPY … FROM STDIN or PROGRAM, or skip the example with verify=skip and a reason.',
  },
};

const endedBefore = (ordinal: number): Fault => ({
  found: { zh: `数据库已在示例 ${ordinal} 中终止`, en: `a database that stopped in example ${ordinal}` },
  expected: { zh: '仍在运行的数据库', en: 'a database that still runs' },
  advice: { zh: `先改正示例 ${ordinal}。`, en: `Correct example ${ordinal} first.` },
});

function metaCommand({ code }: Example, line: number): Fault {
  return {
    found: {
      zh: `psql 的命令 ${show(code.split('\n')[line]?.trim())}`,
      en: `a command of psql: ${show(code.split('\n')[line]?.trim())}`,
    },
    expected: { zh: '只含 SQL 语句的示例', en: 'an example of SQL statements only' },
    advice: {
      zh: '以反斜杠开头的命令只有 psql 认识：改用 SQL（例如查询 information_schema），或把它写在 console 示例里。',
      en: 'Only psql knows commands that begin with a backslash: use SQL instead, such as a query on information_schema, or show the command in a console example.',
    },
    line,
  };
}
