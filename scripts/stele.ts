#!/usr/bin/env node
// The command `stele`: one file per command, put together here. Only the command that is asked for is loaded.
import { Command } from 'commander';
import { keepCompiledCode } from './compiled-code.ts';
import { packageVersion } from './package-root.ts';

const commands: Record<string, () => Promise<Command>> = {
  build: async () => (await import('./build.ts')).buildCommand(),
  start: async () => (await import('./start.ts')).startCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  ask: async () => (await import('./ask.ts')).askCommand(),
  dev: async () => (await import('./dev.ts')).devCommand(),
  check: async () => (await import('./check.ts')).checkCommand(),
  verify: async () => (await import('./verify.ts')).verifyCommand(),
  coverage: async () => (await import('./coverage.ts')).coverageCommand(),
  digest: async () => (await import('./digest.ts')).digestCommand(),
  diff: async () => (await import('./diff.ts')).diffCommand(),
  rollback: async () => (await import('./rollback.ts')).rollbackCommand(),
  schema: async () => (await import('./schema.ts')).schemaCommand(),
  'rules-guide': async () => (await import('./rules-guide.ts')).rulesGuideCommand(),
  'glossary-guide': async () => (await import('./glossary-guide.ts')).glossaryGuideCommand(),
  eval: async () => (await import('./eval.ts')).evalCommand(),
  sabotage: async () => (await import('./sabotage.ts')).sabotageCommand(),
  'benchmarks-guide': async () => (await import('./benchmarks-guide.ts')).benchmarksGuideCommand(),
  'defences-guide': async () => (await import('./defences-guide.ts')).defencesGuideCommand(),
  bench: async () => (await import('./bench.ts')).benchCommand(),
  new: async () => (await import('./new.ts')).newCommand(),
  keys: async () => (await import('./keys.ts')).keysCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  agents: async () => (await import('./agents.ts')).agentsCommand(),
};

keepCompiledCode();

const program = new Command('stele')
  .description('Compiles bilingual articles and serves them to software agents.')
  .version(packageVersion)
  .showHelpAfterError('(run with --help for the options)');

// Help, and advice on a misspelt name, need all of them.
const [named = ''] = process.argv.slice(2);
const wanted = Object.hasOwn(commands, named) ? [named] : Object.keys(commands);
for (const name of wanted) {
  const command = await commands[name]?.();
  if (command !== undefined) program.addCommand(command);
}

endWithTwo(program);

await program.parseAsync();

/** A command that is used wrongly ends with 2 whoever finds it, for 1 is what `check` or `eval` found. */
function endWithTwo(command: Command): void {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
  for (const below of command.commands) endWithTwo(below);
}
