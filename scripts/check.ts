// `stele check`: every rule over the content, without writing anything.
import { Command } from 'commander';
import { check } from '../build/compile.ts';
import { counted, countsOf } from '../build/report.ts';
import { forImported } from '../build/severity.ts';
import { contentOption, formatOption, printMessages, readContentFolder, reportingMistakes } from './content-option.ts';

interface CheckOptions {
  content: string;
  format: string;
  strict?: boolean;
  imported?: boolean;
}

export function checkCommand(): Command {
  return new Command('check')
    .description('check the articles without building')
    .addOption(contentOption())
    .addOption(formatOption())
    .option('--strict', 'fail on warnings too')
    .option('--imported', 'content translated elsewhere: drifts between the languages are warnings')
    .action(reportingMistakes(runCheck));
}

async function runCheck({ content, format, strict, imported }: CheckOptions): Promise<void> {
  const entries = await readContentFolder(content);
  const { messages: found, drafts } = check({ entries }, 'check');
  const messages = imported === true ? forImported(found) : found;
  printMessages(messages, entries, { content, format });
  const { errors, warnings } = countsOf(messages);
  if (errors > 0 || (strict === true && warnings > 0)) process.exitCode = 1;
  else if (format === 'text') process.stdout.write(`${counted(drafts.length, 'file')} checked, no errors\n`);
}
