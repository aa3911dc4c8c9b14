// The server of `stele dev`: after each change of a file it compiles the content in memory, serves the result and notifies open pages.

import { basename } from 'node:path';
import { performance } from 'node:perf_hooks';
import { watch } from 'chokidar';
import { BuildCache, cacheFolder } from '../../build/cache.ts';
import type { Bilingual, Language } from '../../build/edition/vocabulary.ts';
import { hasErrors, inLocale, inReadingOrder } from '../../build/messages.ts';
import { readAssets } from '../../build/read.ts';
import { systemClock } from '../../server/clock.ts';
import type { CurrentEdition } from '../../server/current-edition.ts';
import type { Library } from '../../server/library.ts';
import { lenientGuard } from '../../server/load-guard.ts';
import { serve } from '../../server/main.ts';
import { passingStore } from '../../server/state/sqlite/store.ts';
import { stateOver } from '../../server/state/state.ts';
import { type CommandIo, settingsFor } from '../command-io.ts';
import { printMessages, readContentFolder, UsageError } from '../content-option.ts';
import { homeFolder, packageRoot, packageVersion } from '../package-root.ts';
import { showProgress } from '../progress.ts';
import { listeningFault } from '../serving.ts';
import { livened, openLivePages } from './live-pages.ts';
import { checksOf, emptyLibrary, openWorkshop, type Round, readClientFile } from './workshop.ts';

export interface DevelopmentOptions {
  /** An absolute path. */
  content: string;
  port?: string;
  host?: string;
  locale: Language;
}

export interface Development {
  origin: string;
  stop(): Promise<void>;
}

const compiling = {
  doing: { zh: '正在编译', en: 'compiling' },
  after: { zh: '正在准备服务', en: 'getting ready to serve' },
};

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (_fields: object, text: string) => void process.stderr.write(`stele: ${text}\n`),
};

/** File events that follow each other within this time are one edit. */
const quietMs = 30;
/**
 * Editors write a file in several steps, and most truncate it first: a changed file is read once its size has not changed for this time.
 * Otherwise an error about an empty article would flash over the page.
 */
const writtenMs = 60;
/** The rules on style and on the agreement of both languages run when no file has changed for this time. */
const checksAfterMs = 1000;

export async function startDevelopment(
  io: CommandIo,
  { content, locale, ...address }: DevelopmentOptions,
): Promise<Development> {
  const { settings } = settingsFor(io, { ...address, logLevel: 'warn' });
  const say = (said: Bilingual): unknown => io.stdout.write(`${inLocale(said, locale)}\n`);
  await readContentFolder(io, content);

  const assets = await readAssets(packageRoot);
  const cache = new BuildCache(cacheFolder(homeFolder, content));
  const workshop = openWorkshop(content, assets, cache);
  /** Prints all messages in the first round. Later, prints every error, but only those warnings that concern changed files. */
  const print = ({ messages, entries, changed }: Round, isFirst: boolean): void =>
    printMessages(
      io,
      messages.filter(({ severity, path }) => isFirst || severity === 'error' || changed.includes(path)),
      entries,
      { content, format: 'text', locale },
    );

  const progress = showProgress(io, compiling, { locale, silent: false });
  const first = await workshop.round({ progress: progress.update });
  progress.end();
  print(first, true);
  let library: Library = livened(first.library ?? (await emptyLibrary(assets)));
  const currentEdition: CurrentEdition = {
    get library() {
      return library;
    },
    refusal: undefined,
    reloads: { served: 0, refused: 0 },
    refresh: async () => undefined,
    watch: () => undefined,
    close: () => undefined,
  };
  const clientFiles = new Map<string, string>();
  for (const name of ['client.js', 'client.css']) clientFiles.set(name, await readClientFile(packageRoot, name));
  const pages = openLivePages(clientFiles, { buildId: library.buildId, messages: first.messages });
  // The store discards the counts of agents and queries of the development server.
  const state = stateOver({ store: passingStore(), clock: systemClock, log: quiet, keepsQueries: false });
  // The lenient guard refuses no request: compiling blocks the event loop, which the usual guard would treat as overload.
  const parts = { version: packageVersion, currentEdition, state, around: pages.around, guard: lenientGuard };
  const running = await serve(settings, parts).catch((error: unknown) => {
    pages.close();
    const fault = listeningFault(error, settings, 'METRICS_PORT');
    throw fault === undefined ? error : new UsageError(fault);
  });

  let checks: NodeJS.Timeout | undefined;
  function checkSoon(round: Round): void {
    clearTimeout(checks);
    if (hasErrors(round.messages)) return;
    checks = setTimeout(() => {
      const messages = inReadingOrder(checksOf(round));
      if (messages.length > 0) print({ ...round, messages }, false);
    }, checksAfterMs);
  }

  async function again(): Promise<void> {
    const started = performance.now();
    const round = await workshop.round();
    if (round.changed.length === 0) return;
    if (round.library !== undefined) library = livened(round.library);
    pages.tell({ buildId: library.buildId, messages: round.messages });
    const milliseconds = Math.round(performance.now() - started);
    print(round, false);
    checkSoon(round);
    const name = round.changed.length === 1 ? round.changed[0] : `${round.changed[0]} …`;
    say(
      hasErrors(round.messages)
        ? {
            zh: `${name}：有错误，仍提供上一个正确的版本`,
            en: `${name}: errors; the last good edition is still served`,
          }
        : { zh: `${name}：已更新，用时 ${milliseconds} 毫秒`, en: `${name}: up to date in ${milliseconds} ms` },
    );
  }

  const queue = inTurn(again);
  const watcher = watch(content, {
    ignoreInitial: true,
    followSymlinks: false,
    awaitWriteFinish: { stabilityThreshold: writtenMs, pollInterval: writtenMs / 3 },
    ignored: (path) => path !== content && basename(path).startsWith('.'),
  });
  watcher.on('all', queue.ask);
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  // Reads the files that were saved before the watcher was ready.
  queue.ask();
  say({
    zh: `正在 ${running.origin} 提供 ${library.size} 篇文章；保存即更新，按 Ctrl+C 结束`,
    en: `serving ${library.size} articles at ${running.origin}; save a file to see the change, press Ctrl+C to stop`,
  });
  return {
    origin: running.origin,
    async stop() {
      await watcher.close();
      await queue.end();
      clearTimeout(checks);
      pages.close();
      await running.close();
    },
  };
}

/** Runs `work` when `ask` has not been called for `quietMs`. Two runs never overlap. */
function inTurn(work: () => Promise<void>): { ask: () => void; end: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  const run = (): void => {
    last = last.then(work).catch((error: unknown) => {
      // Reading fails if a file vanishes meanwhile. The next file event reads the content again.
      process.stderr.write(`stele: ${error instanceof Error ? error.message : String(error)}\n`);
    });
  };
  return {
    ask() {
      clearTimeout(timer);
      timer = setTimeout(run, quietMs);
    },
    async end() {
      clearTimeout(timer);
      await last;
    },
  };
}
