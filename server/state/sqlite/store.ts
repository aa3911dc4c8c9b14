// The state of one machine: a SQLite file in the data folder, for any number of processes that share the folder.
import type { StateStore } from '../store.ts';
import { sqliteAgents } from './agents.ts';
import { Connection } from './connection.ts';
import { sqliteKeys } from './keys.ts';
import { sqliteQueries } from './queries.ts';
import { sqliteQuotas } from './quotas.ts';

/** Makes the folder if need be; the file is opened by the first probe. Throws a StateFileError. */
export const sqliteStore = (dataFolder: string): StateStore => storeOn(new Connection(dataFolder));

/** A state that nobody else sees and that is gone with the process. */
export const passingStore = (): StateStore => storeOn(new Connection(undefined));

function storeOn(connection: Connection): StateStore {
  return {
    kind: 'sqlite',
    quotas: sqliteQuotas(connection),
    admit: undefined,
    keys: sqliteKeys(connection),
    agents: sqliteAgents(connection),
    queries: sqliteQueries(connection),
    async probe() {
      await connection.open();
      await connection.write(() =>
        connection.statement("INSERT OR REPLACE INTO facts (name, value) VALUES ('probed', ?)").run(String(Date.now())),
      );
    },
    async close() {
      connection.close();
    },
  };
}
