// `stele check`: every rule over the content. Writes nothing, unless `--fix` asks it to mend what can be mended safely.
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { check } from '../build/compile.ts';
import type { Language } from '../build/edition/vocabulary.ts';
import { fixAll } from '../build/fixes.ts';
import { inLocale } from '../build/messages.ts';
import { counted, countsOf } from '../build/report.ts';
import { chineseCorrector } from '../build/source/chinese-copy.ts';
import { contentOption, formatOption, printMessages, readContentFolder, reportingMistakes } from './content-option.ts';
import { tellFixing } from './fix-report.ts';
import { localeOption } from './locale.ts';
import { rewriteFile } from './rewrite-file.ts';

interface CheckOptions {
  content: string;
  format: string;
  locale: Language;
  strict?: boolean;
  fix?: boolean;
  dryRun?: boolean;
}

export function checkCommand(): Command {
  return new Command('check')
    .description('check the articles without building')
    .addOption(contentOption())
    .addOption(formatOption())
    .addOption(localeOption())
    .option('--strict', 'fail on warnings too')
    .option('--fix', 'correct what can be corrected without changing what a text says')
    .addOption(new Option('--dry-run', 'print what --fix would do, and write nothing').implies({ fix: true }))
    .action(reportingMistakes(runCheck));
}

async function runCheck({ content, format, locale, strict, fix, dryRun }: CheckOptions): Promise<void> {
  const given = await readContentFolder(content);
  if (chineseCorrector() === undefined) process.stderr.write(`stele: ${inLocale(withoutCorrector, locale)}\n`);
  const fixing = fix === true ? fixAll(given) : undefined;
  const { messages, files, entries } = fixing ?? { ...check({ entries: given }, 'check'), entries: given };
  if (fixing !== undefined) {
    const unwritten: string[] = [];
    for (const file of dryRun === true ? [] : fixing.fixed) {
      if (!(await rewriteFile(resolve(content, file.path), file))) unwritten.push(file.path);
    }
    // Standard output is the messages' alone when they are JSON.
    const out = format === 'json' ? process.stderr : process.stdout;
    out.write(tellFixing(fixing, { isDryRun: dryRun === true, unwritten, locale }));
    if (unwritten.length > 0) process.exitCode = 1;
  }
  const checked = [...files.values()].filter(({ facts }) => facts !== null).length;
  printMessages(messages, entries, { content, format, locale });
  const { errors, warnings } = countsOf(messages);
  if (errors > 0 || (strict === true && warnings > 0)) process.exitCode = 1;
  else if (format === 'text') {
    const sentence = {
      zh: `检查了 ${checked} 个文件，没有错误`,
      en: `${counted(checked, 'file')} checked, no errors`,
    };
    process.stdout.write(`${inLocale(sentence, locale)}\n`);
  }
}

const withoutCorrector = {
  zh: `跳过规则 cjk-spacing：autocorrect-node 没有 ${process.platform} ${process.arch} 的版本，或 npm 安装时没有装可选的包`,
  en:
    `the rule cjk-spacing is skipped: autocorrect-node has no build for ${process.platform} ${process.arch}, ` +
    'or npm installed without optional packages',
};
