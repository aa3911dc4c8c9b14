// `stele rollback`: makes an earlier kept edition the current one, after verifying it.

import { Command } from 'commander';
import type { Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { counted } from '../build/report.ts';
import { pointTo } from '../build/write.ts';
import { openEdition } from '../server/library.ts';
import type { CommandIo } from './command-io.ts';
import { editionOption, reportingMistakes } from './content-option.ts';
import { openingKept } from './edition-fault.ts';
import { editionNamed, editionsIn, headOf } from './edition-history.ts';
import { localeOption } from './locale.ts';

interface RollbackOptions {
  edition: string;
  locale: Language;
}

export function rollbackCommand(io: CommandIo): Command {
  return new Command('rollback')
    .description('make an earlier kept edition current; a running server loads it at once')
    .argument('[to]', 'a buildId, its first digits (at least 4), or previous', 'previous')
    .addOption(editionOption(io))
    .addOption(localeOption(io))
    .addHelpText(
      'after',
      '\nThe next build publishes the present content, and the server then uses the new edition. Exit code 2: wrong arguments.',
    )
    .action(reportingMistakes(io, runRollback));
}

async function runRollback(
  { stdout }: CommandIo,
  name: string,
  { edition: folder, locale }: RollbackOptions,
): Promise<void> {
  const kept = await editionsIn(folder);
  const current = kept.find(({ isCurrent }) => isCurrent);
  const wanted = editionNamed(name, kept);
  const library = await openingKept(folder, wanted.buildId, () => openEdition(folder, wanted.buildId));
  if (!wanted.isCurrent) await pointTo(folder, wanted.buildId);
  const now = headOf(wanted);
  const before = current === undefined || wanted.isCurrent ? undefined : headOf(current);
  const sentence = inLocale(
    wanted.isCurrent
      ? {
          zh: `${now} 本来就是当前版本，什么都没有改`,
          en: `${now} is already the current edition; nothing was changed`,
        }
      : {
          zh: `当前版本现在是 ${now}，共 ${library.size} 篇文章${before === undefined ? '' : `；之前是 ${before}`}`,
          en: `the current edition is ${now} with ${counted(library.size, 'article')}${before === undefined ? '' : `; previously it was ${before}`}`,
        },
    locale,
  );
  stdout.write(`${sentence}\n`);
}
