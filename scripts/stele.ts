#!/usr/bin/env node
// The command `stele`. Each subcommand is one file in this folder. Only the requested subcommand is imported, because most of them need
// packages that an installation for serving lacks.
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { inLocale } from '../build/messages.ts';
import { missingPackages, packagesNeeded } from './authoring-packages.ts';
import { type CommandIo, type CommandStreams, processIo } from './command-io.ts';
import { reportingMistakes, UsageError } from './content-option.ts';
import { localeOfEnvironment, localeOption } from './locale.ts';
import { optionsKeptByNpm } from './npm-options.ts';
import { packageVersion } from './package-root.ts';
import { inChinese } from './usage-errors.ts';

const commands: Record<string, (io: CommandIo) => Promise<Command>> = {
  init: async (io) => (await import('./init.ts')).initCommand(io),
  build: async (io) => (await import('./build.ts')).buildCommand(io),
  start: async (io) => (await import('./start.ts')).startCommand(io),
  mcp: async (io) => (await import('./mcp.ts')).mcpCommand(io),
  ask: async (io) => (await import('./ask.ts')).askCommand(io),
  dev: async (io) => (await import('./dev.ts')).devCommand(io),
  check: async (io) => (await import('./check.ts')).checkCommand(io),
  verify: async (io) => (await import('./verify.ts')).verifyCommand(io),
  report: async (io) => (await import('./report.ts')).reportCommand(io),
  digest: async (io) => (await import('./digest.ts')).digestCommand(io),
  diff: async (io) => (await import('./diff.ts')).diffCommand(io),
  rollback: async (io) => (await import('./rollback.ts')).rollbackCommand(io),
  schema: async (io) => (await import('./schema.ts')).schemaCommand(io),
  'rules-guide': async (io) => (await import('./rules-guide.ts')).rulesGuideCommand(io),
  'api-guide': async (io) => (await import('./api-guide.ts')).apiGuideCommand(io),
  'glossary-guide': async (io) => (await import('./glossary-guide.ts')).glossaryGuideCommand(io),
  eval: async (io) => (await import('./eval.ts')).evalCommand(io),
  bench: async (io) => (await import('./bench.ts')).benchCommand(io),
  new: async (io) => (await import('./new.ts')).newCommand(io),
  import: async (io) => (await import('./import.ts')).importCommand(io),
  keys: async (io) => (await import('./keys.ts')).keysCommand(io),
  backup: async (io) => (await import('./backup.ts')).backupCommand(io),
  restore: async (io) => (await import('./restore.ts')).restoreCommand(io),
  doctor: async (io) => (await import('./doctor.ts')).doctorCommand(io),
  agents: async (io) => (await import('./agents.ts')).agentsCommand(io),
};

/** The commands that need only the `dependencies` of package.json. All others also need its `authoringPackages`. */
const servingCommands: ReadonlySet<string> = new Set(
  'init start mcp ask keys agents backup restore rollback diff doctor schema'.split(' '),
);

/** Returns a substitute for a command whose packages are not installed. It only throws a usage error that names these packages. */
function unavailable(io: CommandIo, name: string, missing: readonly string[]): Command {
  return new Command(name)
    .description('(needs packages that are not installed here)')
    .addOption(localeOption(io))
    .allowUnknownOption()
    .allowExcessArguments()
    .helpOption(false)
    .action(
      reportingMistakes(io, async () => {
        throw new UsageError(packagesNeeded({ zh: `${name} `, en: name }, missing));
      }),
    );
}

/**
 * Runs one command. Resolves to its exit code: 0 for success, 1 for faults found by commands such as `check`, 2 for a usage mistake.
 * `start`, `dev` and `mcp` resolve when they serve. Rejects only because of a bug.
 *
 * @param argv the words after `stele`
 */
export async function run(argv: readonly string[], streams: CommandStreams): Promise<number> {
  const io: CommandIo = { ...streams, exitCode: 0 };
  const program = new Command('stele')
    .description('Compiles bilingual articles and serves them to software agents.')
    .version(packageVersion);
  // Without a known name, all commands are imported, because the help and the suggestion for a misspelt name need them.
  const [named = ''] = argv;
  const wanted = Object.hasOwn(commands, named) ? [named] : Object.keys(commands);
  for (const name of wanted) {
    const missing = servingCommands.has(name) ? [] : missingPackages();
    const command = missing.length > 0 ? unavailable(io, name, missing) : await commands[name]?.(io);
    if (command !== undefined) program.addCommand(command);
  }
  const asked = program.commands.find((command) => command.name() === named);
  const kept = asked && optionsKeptByNpm(asked, argv.slice(1), io.env);
  if (kept !== undefined) {
    io.stderr.write(`stele: ${inLocale(kept, localeOfEnvironment(io.env))}\n`);
    return 2;
  }
  throwAndPrintTo(io, program);
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
  return io.exitCode;
}

const helpHint = { zh: '（--help 列出选项）', en: '(run with --help for the options)' };

/** Makes commander throw an error instead of ending the process, print to the streams of `io`, and mention --help after errors. */
function throwAndPrintTo(io: CommandIo, command: Command): void {
  const { stdout, stderr } = io;
  const locale = localeOfEnvironment(io.env);
  command.exitOverride().configureOutput({
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    outputError: (text, write) => write(`${locale === 'zh' ? inChinese(text) : text}${inLocale(helpHint, locale)}\n`),
  });
  for (const below of command.commands) throwAndPrintTo(io, below);
}

/** Runs the command of this process and sets its exit code. A serving command may set another exit code later. */
export async function runProcess(): Promise<void> {
  const code = await run(process.argv.slice(2), processIo());
  if (code !== 0) process.exitCode = code;
}

// Runs only if Node was started with this file (by its path, or by the link in node_modules/.bin), not if a test imports it.
const [, started = ''] = process.argv;
if (existsSync(started) && realpathSync(started) === fileURLToPath(import.meta.url)) await runProcess();
