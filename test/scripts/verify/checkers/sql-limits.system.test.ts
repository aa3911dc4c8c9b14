// An example that exceeds a limit also ends the database of its article. Each case starts its own database, which takes seconds.
import { expect, test } from 'vitest';
import { sql } from '../../../../scripts/verify/checkers/sql.ts';
import { benchOf, brief, canConfine, fence, outcomesOf } from '../bench.ts';

const endless = 'with recursive n as (select 1 as i union all select 1 from n) select count(*) from n;';
const bomb = "select cardinality(array_agg(repeat('x', 1000) || g)) from generate_series(1, 3000000) g;";

const isHere = await canConfine();

test.skipIf(!isHere).each([
  [`select 1;\n${endless}`, { timeMs: 1500 }, 'an example that had not ended after 1.5 s'],
  [`select 1;\n${bomb}`, {}, 'an example that took more than 1024 MiB of memory'],
  ["select 1;\nselect repeat('x', 3000000);", {}, 'an example that printed more than 1 MiB'],
])('the database of an article ends, and later examples fail, after %j', async (code, limits, fault) => {
  const bench = await benchOf(`${fence('sql', code)}\n${fence('sql', 'select 1;')}`, limits);
  expect((await outcomesOf(sql, bench)).map(brief)).toEqual([
    `failed on line 1: ${fault}`,
    'failed: a database that stopped in example 1',
  ]);
});
