// `stele mcp`: serves a built edition over MCP on standard input and output. It writes only protocol messages to standard output.

import { Command, Option } from 'commander';
import { pino } from 'pino';
import type { Flags, Settings } from '../server/config.ts';
import { openCurrentEdition } from '../server/current-edition.ts';
import { addressAt } from '../server/discovery.ts';
import type { McpSources } from '../server/faces/mcp/server.ts';
import { type CommandIo, settingsFor } from './command-io.ts';
import { reportingMistakes } from './content-option.ts';
import { openingEdition } from './edition-fault.ts';
import { packageVersion } from './package-root.ts';

const standardError = 2;
/** The interval at which the process looks for a new edition. */
const watchEveryMs = 1_000;

export function mcpCommand(io: CommandIo): Command {
  return new Command('mcp')
    .description('serve an edition to an MCP client over standard input and output')
    .addOption(new Option('--edition <folder>', 'the folder that build wrote to (EDITION_DIR; default dist/edition)'))
    .action(reportingMistakes(io, runMcp));
}

async function runMcp(io: CommandIo, flags: Flags): Promise<void> {
  const { settings } = settingsFor(io, flags);
  const log = pino({ level: settings.logLevel }, pino.destination({ dest: standardError, sync: true }));
  const currentEdition = await openingEdition(settings.editionFolder, () =>
    openCurrentEdition(settings.editionFolder, log),
  );
  // The timer does not keep the process alive, so that the process ends when the client closes standard input.
  currentEdition.watch(watchEveryMs);
  const [{ serveStdio }, { mcpServer, repeated }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../server/faces/mcp/server.ts'),
  ]);
  const sources: McpSources = {
    library: () => currentEdition.library,
    origin: () => addressOf(settings),
    version: packageVersion,
    bug: (error) => log.error({ err: error }, 'a bug'),
  };
  const { library } = currentEdition;
  log.info({ articles: library.size, buildId: library.buildId }, `serving ${library.size} articles over stdio`);
  serveStdio(() => mcpServer(sources), {
    onerror: (error) => log.warn({ reason: repeated(error.message) }, 'a message was refused'),
    maxSubscriptions: 0,
  });
}

/** The address with which links in articles begin: PUBLIC_URL, else the address at which `stele start` would serve. */
const addressOf = ({ publicUrl, host, port }: Settings): string => publicUrl ?? addressAt(host, port);
