import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitSql } from '../../../../scripts/verify/sql/statements.ts';

const statements = (text: string): string[] => splitSql(text).pieces.map(({ statement }) => statement);

test('ends statements at semicolons, and one at the end of the text', () => {
  expect(statements('select 1; select 2;\nselect 3')).toEqual(['select 1;', 'select 2;', 'select 3']);
  expect(statements('select 1;\n\n-- the end\n')).toEqual(['select 1;', '']);
  expect(statements('')).toEqual([]);
  expect(statements(';;')).toEqual([';', ';']);
});

/** Each is a single statement for psql 15, as tested. */
const single: Record<string, string> = {
  'a string with two quotes in it': "select 'it''s; not the end';",
  'a string that ends with a backslash, which escapes nothing': "select 'a\\' || ';';",
  'a string with escapes': "select E'a\\'; b';",
  'a string with escapes, two quotes in it': "select e'a'';\\\\', 1;",
  'a string with an e at the end of a name before it': "select cafee';';",
  'a bit string': "select b'01', X'1f', U&'\\0061;', n';';",
  'a quoted name': 'select 1 as "a;""b;";',
  'an unnamed dollar quote': 'do $$begin; end;$$;',
  'a named dollar quote with other ones in it': 'select $a$ ; $b$ ; $$ ; $a;$a$;',
  'a dollar quote whose end begins within another mark': 'select $a$ ;$b$a$ ;',
  'a dollar quote with a name in Chinese': 'select $正文$ ; $正文$;',
  'a comment in the middle': 'select 1 -- not; here\n, 2;',
  'nested comments': 'select /* a; /* b; */ c; */ 1;',
  'a comment behind an operator': 'select 1 +/* ; */ 2 *-- ;\n 3;',
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
  test(`keeps ${name} in one statement`, () => {
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
])('parts %s', (text, parts) => {
  expect(statements(text)).toEqual(parts);
});

test.each(["select 'a;", 'select "a;', 'select $a$ ; $$;', 'select /* a; /* */;', "select E'a\\';", "select E'\\"])(
  'includes the rest when nothing closes: %s',
  (text) => {
    expect(statements(text)).toEqual([text]);
  },
);

test('gives the first line of each statement, after blanks and one-line comments', () => {
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
])('finds the command of psql in %s', (text, line) => {
  expect(splitSql(text).metaCommandLine).toBe(line);
});

// Quadratic work would exceed the timeout.
test.each(["E'a' -- ", '-- ', '/* ', '$a', "'' ", "E'\\", '$$ $'])('splits %j, many times repeated', (part) => {
  const text = part.repeat(20_000);
  const { pieces } = splitSql(text);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
});

const parts = fc.constantFrom(
  ...Object.values(single),
  ...["'", '"', ';', '$$', '$a$', '/*', '*/', '--', '\n', ' ', 'begin', 'end', 'E', '(', ')', '\\', '汉', '\r'],
);

test('returns pieces that join to the original text', () => {
  fc.assert(
    fc.property(fc.array(parts), (given) => {
      const text = given.join('');
      const { pieces } = splitSql(text);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      for (const { text, statement } of pieces) expect(text).toContain(statement);
    }),
  );
});

test('splits joined statements at their original boundaries', () => {
  const rights = fc.array(fc.constantFrom(...Object.values(single), 'select 1;', 'begin;', 'end;'));
  fc.assert(
    fc.property(rights, fc.constantFrom('\n', ' ', '', "\n-- it's; $$ /*\n"), (given, between) => {
      expect(statements(given.join(between))).toEqual(given);
    }),
  );
});
