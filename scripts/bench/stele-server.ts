// Starts Stele with every feature on, for measurements. Rate limits are checked as usual but are too high to be reached.
//
//   node stele-server.js EDITION DATA     prints {"origin": "http://…", "key": "…"} when it listens
import { destination } from 'pino';
import { hashOfKey, newApiKey, newKeyId } from '../../server/access/api-keys.ts';
import { plans } from '../../server/access/plans.ts';
import { systemClock } from '../../server/clock.ts';
import { loggerFor } from '../../server/logger.ts';
import { serve } from '../../server/main.ts';
import { storeAt } from '../../server/open-store.ts';
import { stateOver } from '../../server/state/state.ts';

const [, , editionFolder = '', dataFolder = ''] = process.argv;
/** All requests come from one address. 100 requests per window of 1 ms allow 100,000 requests a second. */
const keyless = { ...plans.keyless, windowMs: 1 };
const free = { ...plans.free, limit: 1_000_000_000_000 };
/** Log lines are formatted and written as usual, but not to a disk. */
const logTo = destination('/dev/null');

const store = await storeAt({ dataFolder, redisUrl: undefined });
const log = loggerFor({ logLevel: 'info' }, logTo);
const state = stateOver({ store, clock: systemClock, log, plans: { ...plans, keyless, free } });
const { origin } = await serve(
  {
    port: 0,
    host: '127.0.0.1',
    editionFolder,
    dataFolder,
    redisUrl: undefined,
    keepsQueries: true,
    publicUrl: undefined,
    allowedHosts: [],
    corsOrigins: '*',
    trustProxy: 0,
    logLevel: 'info',
    metricsPort: undefined,
  },
  { version: '0.0.0-bench', state, logTo },
);
const id = newKeyId();
const key = newApiKey(id);
const createdAt = new Date().toISOString();
const secrets = [{ hash: hashOfKey(key), createdAt, expiresAt: null }];
await store.keys.put(
  { id, plan: 'free', label: 'bench', createdAt, expiresAt: null, revokedAt: null, secrets },
  undefined,
);
process.stdout.write(`${JSON.stringify({ origin, key })}\n`);
