import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitSql } from '../../../../scripts/verify/sql/statements.ts';

const statements = (text: string): string[] => splitSql(text).pieces.map(({ statement }) => statement);

test('splitSql ends a statement at a semicolon or at the end of the text', () => {
  expect(statements('select 1; select 2;\nselect 3')).toEqual(['select 1;', 'select 2;', 'select 3']);
  expect(statements('select 1;\n\n-- the end\n')).toEqual(['select 1;', '']);
  expect(statements('')).toEqual([]);
  expect(statements(';;')).toEqual([';', ';']);
});

/** psql 15 treats each of these as a single statement. */
const single: Record<string, string> = {
  'a string with two quotes in it': "select 'it''s; not the end';",
  'a string that ends with a backslash, which is not an escape': "select 'a\\' || ';';",
  'a string with escapes': "select E'a\\'; b';",
  'a string with escapes and two quotes in it': "select e'a'';\\\\', 1;",
  'a string directly after a name that ends with e': "select cafee';';",
  'a bit string': "select b'01', X'1f', U&'\\0061;', n';';",
  'a quoted name': 'select 1 as "a;""b;";',
  'an unnamed dollar quote': 'do $$begin; end;$$;',
  'a named dollar quote with other dollar quotes in it': 'select $a$ ; $b$ ; $$ ; $a;$a$;',
  'a dollar quote whose end mark overlaps another mark': 'select $a$ ;$b$a$ ;',
  'a dollar quote with a name in Chinese': 'select $正文$ ; $正文$;',
  'a comment in the middle': 'select 1 -- not; here\n, 2;',
  'nested comments': 'select /* a; /* b; */ c; */ 1;',
  'a comment directly after an operator': 'select 1 +/* ; */ 2 *-- ;\n 3;',
  'quotes within comments': "select /* it's; */ 1 -- it's;\n;",
  'comments within quotes': "select '-- /* ' || ';';",
  'semicolons in parentheses': 'create rule r as on insert to t do also (delete from t; select 1);',
  'a function with a body of statements':
    'create function f() returns int begin atomic select 1; select case when true then 1 end; end;',
  'a procedure with a body of statements':
    'CREATE OR REPLACE PROCEDURE p() BEGIN ATOMIC INSERT INTO t VALUES (1); END;',
  'a function with an argument named begin': 'create function f(begin int) returns int return 1;',
};
for (const [name, text] of Object.entries(single))
  test(`splitSql keeps ${name} in one statement`, () => {
    expect(statements(`${text}\nselect 2;`)).toEqual([text, 'select 2;']);
  });

test.each([
  ['begin; select 1; end;', ['begin;', 'select 1;', 'end;']],
  ['select a$b$; select 1 $c; select $1;', ['select a$b$;', 'select 1 $c;', 'select $1;']],
  ['select 1); select (2);', ['select 1);', 'select (2);']],
  ['create table "function" (a int); begin; commit;', ['create table "function" (a int);', 'begin;', 'commit;']],
  [
    'create function f() returns int return case when true then 1 end; select 2;',
    ['create function f() returns int return case when true then 1 end;', 'select 2;'],
  ],
  ["select E'a'\n  'b\\'; select 2;", ["select E'a'\n  'b\\';", 'select 2;']],
  ["select E'a' 'b\\'; select 2;", ["select E'a' 'b\\';", 'select 2;']],
])('splitSql splits %j at its top-level semicolons', (text, parts) => {
  expect(statements(text)).toEqual(parts);
});

test.each(["select 'a;", 'select "a;', 'select $a$ ; $$;', 'select /* a; /* */;', "select E'a\\';", "select E'\\"])(
  'splitSql keeps the rest of the text in one statement after an unclosed mark: %s',
  (text) => {
    expect(statements(text)).toEqual([text]);
  },
);

test('splitSql returns the line on which each statement begins, after blank lines and line comments', () => {
  const { pieces } = splitSql('-- first;\n\nselect\n1;\n  /* second */ select 2;select 3');
  expect(pieces.map(({ line, statement }) => [line, statement])).toEqual([
    [2, 'select\n1;'],
    [4, '/* second */ select 2;'],
    [4, 'select 3'],
  ]);
});

test.each([
  ['select 1;\n\\d job', 1],
  ['select 1\n\\gx', 1],
  ['\\set x 1', 0],
  ['select \'\\d\';\n-- \\d\nselect "\\d", $$\\d$$ /* \\d */;', undefined],
])('splitSql finds the line of the first psql command in %j', (text, line) => {
  expect(splitSql(text).metaCommandLine).toBe(line);
});

// If splitting took quadratic time, the test would exceed its time-out.
test.each(["E'a' -- ", '-- ', '/* ', '$a', "'' ", "E'\\", '$$ $'])(
  'splitSql takes linear time for %j repeated 20,000 times',
  (part) => {
    const text = part.repeat(20_000);
    expect(splitSql(text).pieces.length).toBeGreaterThan(0);
  },
);

const parts = fc.constantFrom(
  ...Object.values(single),
  ...["'", '"', ';', '$$', '$a$', '/*', '*/', '--', '\n', ' ', 'begin', 'end', 'E', '(', ')', '\\', '汉', '\r'],
);

test('splitSql returns parts of the text, in their order', () => {
  fc.assert(
    fc.property(fc.array(parts), (given) => {
      const text = given.join('');
      let at = 0;
      for (const statement of statements(text)) {
        const found = text.indexOf(statement, at);
        expect(found).toBeGreaterThanOrEqual(at);
        at = found + statement.length;
      }
    }),
  );
});

test('splitSql splits joined statements at their original boundaries', () => {
  const rights = fc.array(fc.constantFrom(...Object.values(single), 'select 1;', 'begin;', 'end;'));
  fc.assert(
    fc.property(rights, fc.constantFrom('\n', ' ', '', "\n-- it's; $$ /*\n"), (given, between) => {
      expect(statements(given.join(between))).toEqual(given);
    }),
  );
});
