// Shared by the commands that use the server's state (keys, quotas, agents, queries): their options, opening and closing the state, and
// the messages if it cannot be used.

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
  new Option('--data <folder>', 'the folder with the state of the server (DATA_DIR; default .data)');

export const redisUrlOption = (): Option =>
  new Option('--redis-url <address>', 'the Redis in which servers share their state (REDIS_URL; default none)');

/** The part of the state for commands that only read. */
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

/**
 * A sentence which says that there is no state yet; undefined if there is a state. Commands check this before they open the state, because
 * opening it would create it.
 */
function whyNothing({ dataFolder, redisUrl }: Settings): Bilingual | undefined {
  if (redisUrl !== undefined || existsSync(join(dataFolder, databaseFile))) return undefined;
  return {
    zh: `${dataFolder} 里还没有状态；服务器的状态在 --data（DATA_DIR）或 --redis-url（REDIS_URL）指定的地方`,
    en: `there is no state in ${dataFolder} yet; name the state of a server with --data (DATA_DIR) or --redis-url (REDIS_URL)`,
  };
}

/** Runs a command that only reads the state. If there is no state, creates none and runs `whenNothing`, which by default prints a note. */
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

/** Prints that there is no state yet. */
export const tellNothing = (io: CommandIo, why: Bilingual): void =>
  void io.stderr.write(`stele: ${inLocale(why, localeOfEnvironment(io.env))}\n`);

/** Runs a command that changes the state. If there is no state, runs `whenNothing` if given, else creates the state. */
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

/** The timeout of a Redis command. It is longer than a server's, because an operator's connection may be slow. */
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

/** Names of errors that are bugs of this program and say nothing about the state. */
const bugs = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'ZodError']);

/** A sentence about a fault of the state that the operator can correct; undefined for other errors. It contains no password. */
export function stateFault(
  error: unknown,
  { dataFolder, redisUrl }: Pick<Settings, 'dataFolder' | 'redisUrl'>,
): string | undefined {
  if (error instanceof StateFileError) return error.message;
  if (!(error instanceof Error) || error instanceof UsageError || bugs.has(error.name)) return undefined;
  const code = codeOf(error);
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) return `another process is writing in ${dataFolder}; try again`;
  if (code.startsWith('SQLITE_')) return `the state in ${dataFolder} cannot be used: ${error.message} (${code})`;
  // An error with a path concerns a file that the command reads or writes, not Redis.
  if (redisUrl === undefined || ('path' in error && error.path !== undefined)) return undefined;
  const address = addressOf(redisUrl);
  const reason = withoutPassword(error.message === '' ? code : error.message, address).replace(/\.+$/, '');
  const told = reason.startsWith('Redis at ') ? reason : `Redis at ${address.place}: ${reason}`;
  return `the state cannot be used: ${told}. Is it running, and is --redis-url (REDIS_URL) right?`;
}
