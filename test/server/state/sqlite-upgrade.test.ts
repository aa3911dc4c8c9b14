// Opens a state file that an earlier version of the program wrote.
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { calls, charge, record } from './store-calls.ts';
import { sqlite } from './store-kinds.ts';

test('a state file of version 1 keeps its keys and their usage, and its statistics start again', async () => {
  const { folder, open } = await sqlite.place();
  const before = await open();
  await before.keys.put(record('aaaaaaaaaaaa', 'one'), undefined);
  await before.quotas.charge(charge({ requests: 7 }));
  await before.close();
  const file = new Database(join(folder ?? '', 'state.db'));
  file.exec('DROP TABLE documents; CREATE TABLE agents (a); CREATE TABLE queries (a); PRAGMA user_version = 1');
  file.close();

  const after = await open();
  expect((await after.keys.changedAfter(0)).records.map(({ id }) => id)).toEqual(['aaaaaaaaaaaa']);
  expect(await after.quotas.charge(charge())).toMatchObject({ used: 8 });
  await after.agents.add([calls('agent')]);
  expect(await after.agents.count()).toBe(1);
});
