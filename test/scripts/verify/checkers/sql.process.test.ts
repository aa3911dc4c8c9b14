import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sql } from '../../../../scripts/verify/checkers/sql.ts';
import type { Limits } from '../../../../scripts/verify/confinement/limits.ts';
import type { Outcome } from '../../../../scripts/verify/outcome.ts';
import { benchOf, brief, fence, outcomesOf } from '../bench.ts';

const look = async (codes: (string | readonly [head: string, code: string])[], limits: Partial<Limits> = {}) =>
  outcomesOf(
    sql,
    await benchOf(
      codes.map((code) => (typeof code === 'string' ? fence('sql', code) : fence(code[0], code[1]))).join('\n'),
      limits,
    ),
  );
const printed = (outcome: Outcome | undefined): string | undefined =>
  outcome?.kind === 'ran' ? outcome.printed : outcome && brief(outcome);

// What psql 15 printed for these statements, `psql -X -q -A` with standard output and standard error together; only the words of
// one CONTEXT are those of the newer server.
const asPsql: [statements: string, printed: string][] = [
  ['select true as t, false as f, null as n, 1 as a, 2 as a;', 't|f|n|a|a\nt|f||1|2\n(1 row)\n'],
  ['select 1 where false;', '?column?\n(0 rows)\n'],
  ['select;', '\n(1 row)\n'],
  [`select 'a\nb' as "x\ny";`, 'x\ny\na\nb\n(1 row)\n'],
  ['create table job (id int, note text);', ''],
  ["insert into job values (1, 'a|b'), (2, '') returning id, note;", 'id|note\n1|a|b\n2|\n(2 rows)\n'],
  ['insert into job values (3, null);', ''],
  [
    "do $$begin raise notice 'hi' using hint = 'h', detail = 'd'; raise warning E'w\\ntwo lines'; end$$;",
    'NOTICE:  hi\nDETAIL:  d\nHINT:  h\nWARNING:  w\ntwo lines\n',
  ],
  ['drop table if exists nosuch;', 'NOTICE:  table "nosuch" does not exist, skipping\n'],
  ['copy (select 1, null) to stdout;', '1\t\\N\n'],
  ['explain (costs off) select 1;', 'QUERY PLAN\nResult\n(1 row)\n'],
  [
    'select 1.10::numeric, 0.1::float8, \'{"b":1,  "a":[]}\'::jsonb, \'{"b":  1}\'::json, array[[1,2],[3,null]], \'\\x00ff\'::bytea;',
    'numeric|float8|jsonb|json|array|bytea\n1.10|0.1|{"a": [], "b": 1}|{"b":  1}|{{1,2},{3,NULL}}|\\x00ff\n(1 row)\n',
  ],
  [
    "select timestamptz '2026-01-01 12:00+08', date '2026-01-01', interval '90 minutes', row(1, 'a b'), int4range(1, 3);",
    'timestamptz|date|interval|row|int4range\n2026-01-01 04:00:00+00|2026-01-01|01:30:00|(1,"a b")|[1,3)\n(1 row)\n',
  ],
];
const asPsqlFailing: [statements: string, printed: string][] = [
  ['selekt 1;', 'ERROR:  syntax error at or near "selekt"\nLINE 1: selekt 1;\n        ^\n'],
  [
    "select 'é漢字',\n  nosuch, '漢字' from x y z where q = 'this is a very long line to be truncated by libpq at some place or other so that it is fine' and nosuch = 4;",
    "ERROR:  syntax error at or near \"z\"\nLINE 2:   nosuch, '漢字' from x y z where q = 'this is a very long l...\n                                  ^\n",
  ],
  [
    'create function f() returns int language plpgsql as $$begin return 1/0; end$$; select f();',
    'ERROR:  division by zero\nCONTEXT:  PL/pgSQL expression "1/0"\nPL/pgSQL function f() line 1 at RETURN\n',
  ],
  [
    "create function g() returns int language plpgsql as $$begin execute 'select 1 fro m x'; end$$; select g();",
    'ERROR:  syntax error at or near "m"\nLINE 1: select 1 fro m x\n                     ^\nQUERY:  select 1 fro m x\nCONTEXT:  PL/pgSQL function g() line 1 at EXECUTE\n',
  ],
  [
    'create table k (id int primary key); insert into k values (1), (1);',
    'ERROR:  duplicate key value violates unique constraint "k_pkey"\nDETAIL:  Key (id)=(1) already exists.\n',
  ],
];

test('prints what psql prints, statement by statement', async () => {
  const outcomes = await look([
    ...asPsql.map(([code]) => code),
    ...asPsqlFailing.map(([code]) => ['sql verify=fails', code] as const),
  ]);
  expect(outcomes.map(printed)).toEqual([...asPsql, ...asPsqlFailing].map(([, text]) => text));
});

test('keeps one database for the article, in which every statement is its own transaction', async () => {
  const outcomes = await look([
    'create table t (a int); insert into t values (1); begin; insert into t values (2); rollback;',
    ['sql verify=fails', 'insert into t values (3); select 1/0; insert into t values (4);'],
    'select a from t order by a;',
  ]);
  expect(outcomes.map(printed)).toEqual(['', 'ERROR:  division by zero\n', 'a\n1\n3\n(2 rows)\n']);
  expect((await look(['select a from t;'])).map(brief)).toEqual([
    'failed on line 0: an error of PostgreSQL: "relation \\"t\\" does not exist"',
  ]);
});

test('says on which line the first error is, and runs nothing after it', async () => {
  const outcomes = await look([
    '-- two\nselect 1;\n\nselect\n  nosuch;\nselect 1/0;',
    ['sql verify=fails', 'select 1;'],
    'select 1;\n\\d job',
  ]);
  expect(outcomes.map(brief)).toEqual([
    'failed on line 4: an error of PostgreSQL: "column \\"nosuch\\" does not exist"',
    'failed: an example that is marked fails and raises no error',
    'failed on line 1: a command of psql: "\\\\d job"',
  ]);
});

test('reaches no file of the machine, writes none, and starts no program', async () => {
  const outcomes = await look([
    "copy (select 1) to '/tmp/stele-verify-copied';",
    "select lo_create(77); select lo_export(77, '/tmp/stele-verify-exported');",
    "select pg_read_file('/etc/passwd');",
    "select pg_ls_dir('/etc');",
    'create extension dblink;',
    'create extension file_fdw;',
    "load '/lib/x86_64-linux-gnu/libc.so.6';",
    "copy (select 1) to program 'touch /tmp/stele-verify-started';",
    'select 1;',
  ]);
  expect(outcomes.map(brief)).toEqual([
    // They lie in the memory of the database, as all its files do.
    'ran',
    'ran',
    'failed on line 0: an error of PostgreSQL: "could not open file \\"/etc/passwd\\" for reading: No such file or directory"',
    'failed on line 0: an error of PostgreSQL: "could not open directory \\"/etc\\": No such file or directory"',
    'failed on line 0: an error of PostgreSQL: "extension \\"dblink\\" is not available"',
    'failed on line 0: an error of PostgreSQL: "extension \\"file_fdw\\" is not available"',
    expect.stringContaining('could not access file'),
    'failed on line 0: a statement that ended the database',
    'failed: a database that ended in example 8',
  ]);
  for (const name of ['copied', 'exported', 'started']) expect(existsSync(`/tmp/stele-verify-${name}`)).toBe(false);
});

test('takes nothing for an answer that a statement wrote to standard output itself', async () => {
  const forged = JSON.stringify({ printed: 'forged', isOver: false });
  const outcomes = await look([`copy (select '${forged}') to '/dev/stdout'; select 1 as one;`]);
  expect(outcomes.map(printed)).toEqual(['one\n1\n(1 row)\n']);
});

test('ends the database that waits for standard input', async () => {
  expect((await look(['create table t (a int);', 'copy t from stdin;'])).map(brief)).toEqual([
    'ran',
    'failed on line 0: a statement that ended the database',
  ]);
});

test.each([
  ['sleeps', 'select pg_sleep(60);'],
  ['never ends', 'with recursive n as (select 1 as i union all select 1 from n) select count(*) from n;'],
])('ends an example that %s, and with it the later ones', async (_how, code) => {
  expect((await look(['select 1;', `select 1;\n${code}`, 'select 1;'], { timeMs: 1500 })).map(brief)).toEqual([
    'ran',
    'failed on line 1: an example that had not ended after 1.5 s',
    'failed: a database that ended in example 2',
  ]);
});

test('ends an example that takes too much memory', async () => {
  const bomb = "select cardinality(array_agg(repeat('x', 1000) || g)) from generate_series(1, 3000000) g;";
  expect((await look([bomb])).map(brief)).toEqual([
    'failed on line 0: an example that took more than 1024 MiB of memory',
  ]);
});

test('ends an example that prints too much', async () => {
  expect((await look(["select repeat('x', 3000000);"])).map(brief)).toEqual([
    'failed on line 0: an example that printed more than 1 MiB',
  ]);
});

test('leaves no process behind', async () => {
  const bench = await benchOf(fence('sql', 'select pg_backend_pid();'));
  const looking = sql.begin(bench);
  for (const example of bench.examples) expect(brief(await looking.look(example))).toBe('ran');
  await looking.end?.();
  const children = readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === `${process.pid}`
      );
    } catch {
      return false;
    }
  });
  const commands = children.map((name) => readFileSync(`/proc/${name}/cmdline`, 'utf8'));
  expect(commands.filter((command) => command.includes('children/sql.js'))).toEqual([]);
});
