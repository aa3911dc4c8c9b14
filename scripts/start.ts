// `stele start`: serves an edition.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { pointerFile } from '../build/edition/locations.ts';
import { type Flags, readSettings, type Settings } from '../server/config.ts';
import { EditionError } from '../server/edition-files.ts';
import { type Running, serve } from '../server/main.ts';
import { defaultKeep, runBuild } from './build.ts';
import { reportingMistakes, UsageError } from './content-option.ts';
import { defaultContentFolder, defaultDataFolder, defaultEditionFolder, packageVersion } from './package-root.ts';

export function startCommand(): Command {
  return new Command('start')
    .description('serve an edition')
    .addOption(new Option('--edition <folder>', 'the folder that build wrote to (EDITION_DIR; default dist/edition)'))
    .addOption(new Option('--data <folder>', 'where the server keeps its state (DATA_DIR; default .data)'))
    .addOption(new Option('--port <number>', 'the port to listen on (PORT; default 8080)'))
    .addOption(new Option('--host <address>', 'the address to listen on (HOST; default 127.0.0.1)'))
    .addOption(
      new Option('--public-url <address>', 'the address that agents reach (PUBLIC_URL; default the listening address)'),
    )
    .addOption(
      new Option('--trust-proxy <networks>', 'proxies whose X-Forwarded-For is believed (TRUST_PROXY; default none)'),
    )
    .addOption(new Option('--log-level <level>', 'how much is logged (LOG_LEVEL; default info)'))
    .action(reportingMistakes(runStart));
}

async function runStart(flags: Flags): Promise<void> {
  const reading = readSettings(flags, { edition: defaultEditionFolder, data: defaultDataFolder });
  if (!reading.ok) throw new UsageError(reading.mistakes.join('\nstele: '));
  const { settings } = reading;
  await buildDefaultIfMissing(settings);
  const running = await serveOrExplain(settings);
  process.on('SIGHUP', () => void running.shelf.refresh({ again: true }));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(running, signal));
}

/** Only the default edition is built by itself; a named one that is missing is a mistake. */
async function buildDefaultIfMissing({ editionFolder }: Settings): Promise<void> {
  const isDefault = resolve(editionFolder) === resolve(defaultEditionFolder);
  if (!isDefault || existsSync(join(editionFolder, pointerFile))) return;
  process.stdout.write('there is no edition yet; building it\n');
  const options = { content: defaultContentFolder, out: defaultEditionFolder, keep: defaultKeep, format: 'text' };
  if (!(await runBuild(options))) throw new UsageError('the articles do not compile, so there is nothing to serve');
}

async function serveOrExplain(settings: Settings): Promise<Running> {
  try {
    return await serve(settings, { version: packageVersion });
  } catch (error) {
    if (error instanceof EditionError) {
      throw new UsageError(
        `cannot serve the edition in ${settings.editionFolder}: ${error.message}. Build it again: npm run build -- --out ${settings.editionFolder}`,
      );
    }
    if (error instanceof Error && 'code' in error) {
      const { host, port } = settings;
      if (error.code === 'EADDRINUSE')
        throw new UsageError(`port ${port} on ${host} is in use; choose another with --port`);
      if (error.code === 'EACCES')
        throw new UsageError(`port ${port} may not be used by this user; choose one above 1023 with --port`);
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        throw new UsageError(`${host} is not an address of this machine; choose another with --host`);
    }
    throw error;
  }
}

async function stop(running: Running, signal: string): Promise<void> {
  process.once(signal, () => process.exit(1));
  running.log.info({ signal }, 'stopping');
  await running.close();
}
