// Shared by the commands over the state: its location, opening and closing it, and the messages when it cannot be used.

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

/** The read-only part of the state, for commands that change nothing. */
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

/** A sentence when no state exists yet, because opening it would create it; else undefined. */
function whyNothing({ dataFolder, redisUrl }: Settings): Bilingual | undefined {
  if (redisUrl !== undefined || existsSync(join(dataFolder, databaseFile))) return undefined;
  return {
    zh: `${dataFolder} 里还没有状态；服务器的状态在 --data（DATA_DIR）或 --redis-url（REDIS_URL）指定的地方`,
    en: `there is no state in ${dataFolder} yet; --data (DATA_DIR) or --redis-url (REDIS_URL) names the state of a server`,
  };
}

/** Runs a command that only reads. Without any state it creates none: it prints a note and reads nothing, or runs `whenNothing`. */
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

/** Runs a command that changes the state. Without any state, `whenNothing` runs instead, or the state is created. */
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

/** An operator's connection to Redis may be slow; waiting is acceptable. */
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

/** Errors of this program, independent of the state. */
const bugs = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'ZodError']);

/** A sentence for a fault that only the operator can correct; undefined for others. It contains no password. */
export function stateFault(
  error: unknown,
  { dataFolder, redisUrl }: Pick<Settings, 'dataFolder' | 'redisUrl'>,
): string | undefined {
  if (error instanceof StateFileError) return error.message;
  if (!(error instanceof Error) || error instanceof UsageError || bugs.has(error.name)) return undefined;
  const code = codeOf(error);
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) return `another process is writing in ${dataFolder}; try again`;
  if (code.startsWith('SQLITE_')) return `the state in ${dataFolder} cannot be used: ${error.message} (${code})`;
  // Errors of files that the command itself reads or writes name their path.
  if (redisUrl === undefined || ('path' in error && error.path !== undefined)) return undefined;
  const address = addressOf(redisUrl);
  const reason = withoutPassword(error.message === '' ? code : error.message, address).replace(/\.+$/, '');
  const told = reason.startsWith('Redis at ') ? reason : `Redis at ${address.place}: ${reason}`;
  return `the state cannot be used: ${told}. Is it running, and is --redis-url (REDIS_URL) right?`;
}
