// `stele start`: serves an edition.

import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { pointerFile } from '../build/edition/locations.ts';
import { inLocale } from '../build/messages.ts';
import type { Flags, Settings } from '../server/config.ts';
import type { Running } from '../server/main.ts';
import { missingPackages, packagesNeeded } from './authoring-packages.ts';
import { type CommandIo, settingsFor } from './command-io.ts';
import { reportingMistakes, UsageError } from './content-option.ts';
import { endOnCrash } from './crash.ts';
import { localeOfEnvironment } from './locale.ts';
import { defaultContentFolder, defaultEditionFolder } from './package-root.ts';
import { graceMsOf, stopSignals } from './stop-signals.ts';

export function startCommand(io: CommandIo): Command {
  return new Command('start')
    .description('serve an edition')
    .addOption(new Option('--edition <folder>', 'the folder that build wrote to (EDITION_DIR; default dist/edition)'))
    .addOption(new Option('--data <folder>', 'the folder for keys, quotas and agents (DATA_DIR; default .data)'))
    .addOption(
      new Option(
        '--redis-url <address>',
        'a Redis in which instances share keys, limits, quotas and agents, instead of --data (REDIS_URL; default none)',
      ),
    )
    .addOption(
      new Option(
        '--query-statistics <on|off>',
        'whether to count queries; callers are not recorded (QUERY_STATISTICS; default on)',
      ),
    )
    .addOption(new Option('--workers <number>', 'the number of processes that serve on the port (WORKERS; default 1)'))
    .addOption(new Option('--port <number>', 'the port to listen on (PORT; default 8080)'))
    .addOption(new Option('--host <address>', 'the address to listen on (HOST; default 127.0.0.1)'))
    .addOption(
      new Option('--public-url <address>', 'the address that agents reach (PUBLIC_URL; default the listening address)'),
    )
    .addOption(new Option('--allowed-hosts <names>', 'further host names of the server (ALLOWED_HOSTS; default none)'))
    .addOption(
      new Option('--cors-origin <origins>', 'sites whose pages may read the API (CORS_ORIGIN; default *, every site)'),
    )
    .addOption(
      new Option(
        '--trust-proxy <networks>',
        'the proxies whose X-Forwarded-For is trusted (TRUST_PROXY; default none)',
      ),
    )
    .addOption(new Option('--log-level <level>', 'the minimum level of log lines (LOG_LEVEL; default info)'))
    .addOption(
      new Option('--metrics-port <number>', 'the port for Prometheus on 127.0.0.1 (METRICS_PORT; default: no metrics)'),
    )
    .action(reportingMistakes(io, runStart));
}

async function runStart(io: CommandIo, flags: Flags): Promise<void> {
  const { settings, workers } = settingsFor(io, flags);
  await buildDefaultIfMissing(io, settings);
  if (workers > 1 && cluster.isPrimary) {
    // Imported here, because a single process does not need this module.
    const { serveWithWorkers } = await import('./workers.ts');
    return await serveWithWorkers(settings, workers);
  }
  // The signal handlers are registered before the server starts, because a signal may arrive as soon as the server listens.
  let running: Running | undefined;
  const graceMs = graceMsOf(settings);
  const refresh = (): void => void running?.currentEdition.refresh({ again: true });
  const end = (signal: NodeJS.Signals): void =>
    running === undefined ? process.exit(0) : void stop(running, signal, graceMs);
  process.on('SIGHUP', refresh);
  for (const signal of stopSignals) process.once(signal, end);
  // Imported here, because the primary process of several workers does not need this module.
  const { serveOrExplain } = await import('./serving.ts');
  running = await serveOrExplain(settings).catch((error: unknown) => {
    process.off('SIGHUP', refresh);
    for (const signal of stopSignals) process.off(signal, end);
    leavePrimary();
    throw error;
  });
  endOnCrash(running, graceMs);
}

/** Builds the default edition if it is missing. An edition that an option names is not built: if it is missing, that is a mistake. */
async function buildDefaultIfMissing(io: CommandIo, { editionFolder }: Settings): Promise<void> {
  const isDefault = editionFolder === defaultEditionFolder;
  if (!isDefault || existsSync(join(editionFolder, pointerFile))) return;
  const missing = missingPackages();
  if (missing.length > 0)
    throw new UsageError(
      packagesNeeded({ zh: '还没有版本，而构建', en: 'there is no edition yet, and the build' }, missing),
    );
  const locale = localeOfEnvironment(io.env);
  io.stdout.write(`${inLocale({ zh: '还没有版本，正在构建', en: 'there is no edition yet; building it' }, locale)}\n`);
  const { defaultKeep, runBuild } = await import('./build.ts');
  const options = { content: defaultContentFolder, out: defaultEditionFolder, keep: defaultKeep, format: 'text' };
  if (!(await runBuild(io, { ...options, locale })))
    throw new UsageError({
      zh: '文章没有通过编译，所以没有内容可以提供',
      en: 'the articles do not compile, so there is nothing to serve',
    });
}

async function stop(running: Running, signal: string, graceMs: number): Promise<void> {
  // A second SIGTERM or SIGINT ends the process at once. A worker ignores the second signal, because a single Ctrl-C reaches a worker
  // twice: from the terminal and from the primary process. On a second Ctrl-C, the primary process kills the workers.
  const atOnce = (): unknown => cluster.isWorker || process.exit(1);
  for (const second of stopSignals) process.removeAllListeners(second).on(second, atOnce);
  running.log.info({ signal }, 'stopping');
  await running.close({ graceMs });
  leavePrimary();
}

/** Closes the channel of a worker to its primary process. An open channel would keep the worker alive. */
function leavePrimary(): void {
  cluster.worker?.disconnect();
}
