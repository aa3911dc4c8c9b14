#!/usr/bin/env node
// The command `stele`: one file per command, put together here.
import { Command } from 'commander';
import { buildCommand } from './build.ts';
import { checkCommand } from './check.ts';
import { digestCommand } from './digest.ts';
import { newCommand } from './new.ts';
import { packageVersion } from './package-root.ts';
import { schemaCommand } from './schema.ts';
import { startCommand } from './start.ts';

const program = new Command('stele')
  .description('Compiles bilingual articles and serves them to software agents.')
  .version(packageVersion)
  .showHelpAfterError('(run with --help for the options)');

for (const command of [buildCommand, startCommand, checkCommand, digestCommand, newCommand, schemaCommand])
  program.addCommand(command());

await program.parseAsync();
