// A state file that an earlier version of the program wrote.
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { asked, calls } from './store-calls.ts';
import { sqlite } from './store-kinds.ts';

test('a state file of an earlier version keeps its agents and queries, and forgets the callers of hidden queries', async () => {
  const { folder, open } = await sqlite.place();
  const limits = { callersMin: 3, queriesMax: 10 };
  const before = await open();
  await before.agents.add([calls('agent')]);
  await before.queries.add([asked('teapot'), asked('cup', { callerTags: new Set([1, 2, 3]) })], limits);
  await before.close();
  const file = new Database(join(folder ?? '', 'state.db'));
  file.exec("ALTER TABLE agents DROP COLUMN key_id; UPDATE queries SET caller_tags = '7 8' WHERE text IS NULL");
  file.close();

  const after = await open();
  await after.agents.add([calls('agent', { keyId: 'key-one' }), calls('new', { keyId: 'key-one' })]);
  await after.agents.add([calls('agent'), calls('new')]);
  const searches = async (agentId: string) => (await after.agents.find(agentId))?.requests.search;
  expect([await searches('agent'), await searches('new')]).toEqual([3, 1]);
  await after.queries.add([asked('teapot')], limits);
  const list = await after.queries.list({ limit: 10, foundNothing: false });
  expect(list.map(({ text }) => text)).toEqual(['cup']);
});
