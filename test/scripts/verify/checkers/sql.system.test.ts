import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../../../scripts/verify/checker.ts';
import { sql } from '../../../../scripts/verify/checkers/sql.ts';
import { temporaryFolder } from '../../../site.ts';
import { benchOf, brief, canConfine, fence, outcomesOf } from '../bench.ts';
import { sideModule } from './side-module.ts';

/** The code of an example. `fails` marks the example with verify=fails. */
type Code = string | { fails: string };

const printed = (outcome: Outcome): string => (outcome.kind === 'ran' ? (outcome.printed ?? '') : brief(outcome));

// The output of psql 15 for these statements, from `psql -X -q -A` with standard output and standard error combined. One CONTEXT line
// is different: it has the wording of a newer PostgreSQL.
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
  ['copy (select 1, null) to stdout;', '1\t\\N\n'],
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

/** A text that imitates an answer of the database process; a statement tries to write it to standard output. */
const forged = JSON.stringify({ printed: 'forged', isOver: false });
/** A library with JavaScript that the loader of PGlite would evaluate. The JavaScript writes a file on this machine. */
const escaping = (prefix: string): Buffer =>
  sideModule(`process.getBuiltinModule('node:fs').writeFileSync('${prefix}-escaped', 'x')`);

const hostile = (prefix: string): Code[] => [
  // PGlite writes these files to its file system in memory, not to the disk.
  `copy (select 1) to '${prefix}-copied';`,
  `select lo_create(77); select lo_export(77, '${prefix}-exported');`,
  `copy (select '${forged}') to '/dev/stdout'; select 1 as one;`,
  "select pg_read_file('/etc/passwd');",
  "select pg_ls_dir('/etc');",
  'create extension dblink;',
  'create extension file_fdw;',
  "load '/lib/x86_64-linux-gnu/libc.so.6';",
  `select lo_from_bytea(78, '\\x${escaping(prefix).toString('hex')}'); select lo_export(78, '/tmp/own.so');`,
  { fails: "load '/tmp/own.so';" },
  { fails: "create function own() returns int language c as '/tmp/own.so', 'own';" },
  { fails: "select lo_export(78, '/pglite/lib/postgresql/utf8_and_win.so'); load 'utf8_and_win';" },
  `copy (select 1) to program 'touch ${prefix}-started';`,
  'select 1;',
];

describe.skipIf(!(await canConfine()))('the checker of SQL', () => {
  // A database takes seconds to start, so one database runs the examples of all tests. The hostile examples come last and end it.
  let prefix: string;
  const outcomes: Record<string, Outcome[]> = {};
  beforeAll(async () => {
    prefix = join('/tmp', basename(await temporaryFolder()));
    const groups: Record<string, Code[]> = {
      psql: [...asPsql.map(([code]) => code), ...asPsqlFailing.map(([fails]) => ({ fails }))],
      transactions: [
        'create table t (a int); insert into t values (1); begin; insert into t values (2); rollback;',
        { fails: 'insert into t values (3); select 1/0; insert into t values (4);' },
        'select a from t order by a;',
      ],
      faults: ['-- two\nselect 1;\n\nselect\n  nosuch;\nselect 1/0;', { fails: 'select 1;' }, 'select 1;\n\\d job'],
      hostile: hostile(prefix),
    };
    const fences = Object.values(groups)
      .flat()
      .map((code) => (typeof code === 'string' ? fence('sql', code) : fence('sql verify=fails', code.fails)));
    const all = await outcomesOf(sql, await benchOf(fences.join('\n')));
    for (const [name, codes] of Object.entries(groups)) outcomes[name] = all.splice(0, codes.length);
  }, 60_000);

  test('prints for each statement the same output as psql', () => {
    expect(outcomes.psql?.map(printed)).toEqual([...asPsql, ...asPsqlFailing].map(([, text]) => text));
  });

  test('keeps one database per article, and runs each statement in its own transaction', () => {
    expect(outcomes.transactions?.map(printed)).toEqual(['', 'ERROR:  division by zero\n', 'a\n1\n3\n(2 rows)\n']);
  });

  test('reports the line of the first error, and refuses commands of psql', () => {
    expect(outcomes.faults?.map(brief)).toEqual([
      'failed on line 4: an error of PostgreSQL: "column \\"nosuch\\" does not exist"',
      'failed: an example that is marked verify=fails but raises no error',
      'failed on line 1: a command of psql: "\\\\d job"',
    ]);
  });

  test('cannot read or write a file of the machine, and cannot start a program', () => {
    const error = 'failed on line 0: an error of PostgreSQL:';
    expect(outcomes.hostile?.map(printed)).toEqual([
      '',
      expect.stringContaining('lo_export'),
      'one\n1\n(1 row)\n',
      `${error} "could not open file \\"/etc/passwd\\" for reading: No such file or directory"`,
      `${error} "could not open directory \\"/etc\\": No such file or directory"`,
      `${error} "extension \\"dblink\\" is not available"`,
      `${error} "extension \\"file_fdw\\" is not available"`,
      expect.stringContaining('could not access file'),
      expect.stringContaining('lo_export'),
      expect.stringContaining('only the libraries that come with PGlite can be loaded'),
      expect.stringContaining('ERROR:  incompatible library "/tmp/own.so"'),
      expect.stringContaining('only the libraries that come with PGlite can be loaded'),
      'failed on line 0: a statement that crashed the database',
      expect.stringMatching(/^failed: a database that stopped in example \d+$/),
    ]);
    for (const name of ['copied', 'exported', 'started', 'escaped'])
      expect(existsSync(`${prefix}-${name}`)).toBe(false);
  });
});
