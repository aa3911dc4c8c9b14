// `stele check`: every rule over the content, without writing anything.
import { Command } from 'commander';
import { check } from '../build/compile.ts';
import type { Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { counted, countsOf } from '../build/report.ts';
import {
  contentOption,
  formatOption,
  printMessages,
  quietOption,
  readContentFolder,
  reportingMistakes,
} from './content-option.ts';
import { localeOption } from './locale.ts';
import { showProgress } from './progress.ts';

interface CheckOptions {
  content: string;
  format: string;
  locale: Language;
  strict?: boolean;
  quiet?: boolean;
}

export function checkCommand(): Command {
  return new Command('check')
    .description('check the articles without building')
    .addOption(contentOption())
    .addOption(formatOption())
    .addOption(localeOption())
    .addOption(quietOption())
    .option('--strict', 'fail on warnings too')
    .action(reportingMistakes(runCheck));
}

const checking = {
  doing: { zh: '正在检查', en: 'checking' },
  after: { zh: '正在相互核对', en: 'comparing them' },
};

async function runCheck({ content, format, locale, strict, quiet }: CheckOptions): Promise<void> {
  const entries = await readContentFolder(content);
  const silent = format !== 'text' || quiet === true;
  const progress = showProgress(checking, { locale, silent });
  const { messages, files } = check({ entries }, 'check', { progress: progress.update });
  progress.end();
  const checked = [...files.values()].filter(({ facts }) => facts !== null).length;
  printMessages(messages, entries, { content, format, locale });
  const { errors, warnings } = countsOf(messages);
  if (errors > 0 || (strict === true && warnings > 0)) process.exitCode = 1;
  else if (!silent) {
    const sentence = {
      zh: `检查了 ${checked} 个文件，没有错误`,
      en: `${counted(checked, 'file')} checked, no errors`,
    };
    process.stdout.write(`${inLocale(sentence, locale)}\n`);
  }
}
