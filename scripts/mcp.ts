// `stele mcp`: MCP over standard input and output, on a built edition. Nothing but messages goes to standard output.

import { Command, Option } from 'commander';
import { pino } from 'pino';
import type { Flags, Settings } from '../server/config.ts';
import { addressAt } from '../server/discovery.ts';
import type { McpSources } from '../server/faces/mcp/server.ts';
import { openShelf } from '../server/shelf.ts';
import { type CommandIo, settingsFor } from './command-io.ts';
import { reportingMistakes } from './content-option.ts';
import { openingEdition } from './edition-fault.ts';
import { packageVersion } from './package-root.ts';

const standardError = 2;
/** How often the edition folder's pointer is looked at. */
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
  const shelf = await openingEdition(settings.editionFolder, () => openShelf(settings.editionFolder, log));
  // The timer keeps no process alive: when the client closes its end, the process is over.
  shelf.watch(watchEveryMs);
  const [{ serveStdio }, { mcpServer, repeated }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../server/faces/mcp/server.ts'),
  ]);
  const sources: McpSources = {
    library: () => shelf.library,
    origin: () => addressOf(settings),
    version: packageVersion,
    bug: (error) => log.error({ err: error }, 'a bug'),
  };
  const { library } = shelf;
  log.info({ articles: library.size, buildId: library.buildId }, `serving ${library.size} articles over stdio`);
  serveStdio(() => mcpServer(sources), {
    onerror: (error) => log.warn({ reason: repeated(error.message) }, 'a message was refused'),
    maxSubscriptions: 0,
  });
}

/** Where the links in articles lead: to the public address, or to where `npm start` would serve. */
const addressOf = ({ publicUrl, host, port }: Settings): string => publicUrl ?? addressAt(host, port);
