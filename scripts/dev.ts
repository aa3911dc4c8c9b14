// `stele dev`: serves the content while it is being written. A saved change shows in the API and in open pages within a second. Errors
// show in the terminal and in the page; the last edition without errors is still served.

import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Language } from '../build/edition/vocabulary.ts';
import type { CommandIo } from './command-io.ts';
import { contentOption, reportingMistakes } from './content-option.ts';
import { localeOption } from './locale.ts';

interface DevOptions {
  content: string;
  port?: string;
  host?: string;
  locale: Language;
}

export function devCommand(io: CommandIo): Command {
  return new Command('dev')
    .description('serve the articles while they are being written')
    .addOption(contentOption())
    .addOption(new Option('--port <number>', 'the port to listen on (PORT; default 8080)'))
    .addOption(new Option('--host <address>', 'the address to listen on (HOST; default 127.0.0.1)'))
    .addOption(localeOption(io))
    .action(reportingMistakes(io, runDev));
}

async function runDev(io: CommandIo, { content, locale, ...address }: DevOptions): Promise<void> {
  const { startDevelopment } = await import('./dev/development.ts');
  const { stop } = await startDevelopment(io, { content: resolve(io.cwd, content), locale, ...address });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1));
      void stop();
    });
  }
}
