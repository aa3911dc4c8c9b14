// What the commands over the kept state share: where it lies, opening and closing it, and what is said when it cannot be used.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import type { Bilingual } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import type { Settings } from '../server/config.ts';
import { storeAt } from '../server/open-store.ts';
import { addressOf, withoutPassword } from '../server/state/redis/address.ts';
import { codeOf, databaseFile } from '../server/state/sqlite/database.ts';
import {
  type AgentStore,
  type KeyStore,
  type QueryStore,
  type QuotaStore,
  StateFileError,
  type StateStore,
} from '../server/state/store.ts';
import { type CommandIo, settingsFor } from './command-io.ts';
import { UsageError } from './content-option.ts';
import { localeOfEnvironment } from './locale.ts';

export interface StateOptions {
  data?: string;
  redisUrl?: string;
}

export const dataOption = (): Option =>
  new Option('--data <folder>', 'where the server keeps its state (DATA_DIR; default .data)');

export const redisUrlOption = (): Option =>
  new Option('--redis-url <address>', 'where several servers share their state (REDIS_URL; default none)');

/** What commands that change nothing use of the state. */
export interface ReadableState {
  keys: Pick<KeyStore, 'changedAfter'>;
  quotas: Pick<QuotaStore, 'usage'>;
  agents: Pick<AgentStore, 'find' | 'count' | 'list'>;
  queries: Pick<QueryStore, 'list'>;
}

const nothingKept: ReadableState = {
  keys: { changedAfter: async () => ({ version: 0, records: [] }) },
  quotas: { usage: async () => new Map() },
  agents: { find: async () => undefined, count: async () => 0, list: async () => [] },
  queries: { list: async () => [] },
};

/** Why nothing is there, as a sentence, where nothing was ever kept: opening it would make it. Undefined elsewhere. */
function whyNothing({ dataFolder, redisUrl }: Settings): Bilingual | undefined {
  if (redisUrl !== undefined || existsSync(join(dataFolder, databaseFile))) return undefined;
  return {
    zh: `${dataFolder} 里还没有状态；服务器的状态在 --data（DATA_DIR）或 --redis-url（REDIS_URL）指定的地方`,
    en: `nothing is kept in ${dataFolder} yet; a server keeps its state where --data (DATA_DIR) or --redis-url (REDIS_URL) says`,
  };
}

/**
 * Runs what only reads. Where nothing was ever kept, nothing is made: it reads nothing, after that was said; or `whenNothing`
 * runs instead.
 */
export async function readState(
  io: CommandIo,
  options: StateOptions,
  work: (state: ReadableState) => Promise<void>,
  whenNothing?: ((why: Bilingual) => void) | undefined,
): Promise<void> {
  const { settings } = settingsFor(io, options);
  const nothing = whyNothing(settings);
  if (nothing === undefined) return await opened(settings, work);
  if (whenNothing !== undefined) return whenNothing(nothing);
  tellNothing(io, nothing);
  await work(nothingKept);
}

/** Says that nothing was ever kept. */
export const tellNothing = (io: CommandIo, why: Bilingual): void =>
  void io.stderr.write(`stele: ${inLocale(why, localeOfEnvironment(io.env))}\n`);

/** Runs what changes something. Where nothing was ever kept, `whenNothing` runs instead; without it, what is missing is made. */
export async function changeState(
  io: CommandIo,
  options: StateOptions,
  work: (state: StateStore, settings: Settings) => Promise<void>,
  whenNothing?: (why: Bilingual) => void,
): Promise<void> {
  const { settings } = settingsFor(io, options);
  const nothing = whyNothing(settings);
  if (nothing !== undefined && whenNothing !== undefined) return whenNothing(nothing);
  await opened(settings, (store) => work(store, settings));
}

/** An operator may be far away from Redis, and can wait. */
const answerMs = 5_000;

async function opened(settings: Settings, work: (store: StateStore) => Promise<void>): Promise<void> {
  let store: StateStore | undefined;
  try {
    store = await storeAt({ ...settings, answerMs });
    await store.probe();
    await work(store);
  } catch (error) {
    const sentence = stateFault(error, settings);
    throw sentence === undefined ? error : new UsageError(sentence);
  } finally {
    await store?.close();
  }
}

/** Faults that are this program's own, whatever the state does. */
const bugs = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'ZodError']);

/** What only the operator can mend, as a sentence; undefined for anything else. No password is in it. */
export function stateFault(
  error: unknown,
  { dataFolder, redisUrl }: Pick<Settings, 'dataFolder' | 'redisUrl'>,
): string | undefined {
  if (error instanceof StateFileError) return error.message;
  if (!(error instanceof Error) || error instanceof UsageError || bugs.has(error.name)) return undefined;
  const code = codeOf(error);
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) return `another process is busy writing in ${dataFolder}; try again`;
  if (code.startsWith('SQLITE_')) return `the state in ${dataFolder} cannot be used: ${error.message} (${code})`;
  // A file that the command itself reads or writes is told of by its path.
  if (redisUrl === undefined || ('path' in error && error.path !== undefined)) return undefined;
  const address = addressOf(redisUrl);
  const reason = withoutPassword(error.message === '' ? code : error.message, address).replace(/\.+$/, '');
  const told = reason.startsWith('Redis at ') ? reason : `Redis at ${address.place}: ${reason}`;
  return `the state cannot be used: ${told}. Is it running, and is --redis-url (REDIS_URL) right?`;
}
