// `stele diff`: what changed between two editions that an output folder keeps.

import { Command, Option } from 'commander';
import { differenceBetween, type EditionDifference } from '../build/edition/difference.ts';
import type { Bilingual, Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { counted } from '../build/report.ts';
import type { KeptEdition } from '../server/history/history.ts';
import type { CommandIo } from './command-io.ts';
import { editionOption, reportingMistakes } from './content-option.ts';
import { differenceTable } from './difference-text.ts';
import { editionHistory, editionNamed, headOf, readSnapshots } from './edition-history.ts';
import { localeOption } from './locale.ts';
import { jsonText } from './standard-output.ts';

interface DiffOptions {
  edition: string;
  format: string;
  locale: Language;
}

export function diffCommand(io: CommandIo): Command {
  return new Command('diff')
    .description('show what changed between two kept editions')
    .argument('[from]', 'a buildId, its first digits (at least 4), current or previous', 'previous')
    .argument('[to]', 'the same', 'current')
    .addOption(editionOption(io))
    .addOption(new Option('--format <format>', 'how changes are printed').choices(['text', 'json']).default('text'))
    .addOption(localeOption(io))
    .addHelpText('after', '\nThe exit code is 0 whether or not anything changed, and 2 for a mistake.')
    .action(reportingMistakes(io, runDiff));
}

async function runDiff(
  { stdout }: CommandIo,
  fromName: string,
  toName: string,
  { edition, format, locale }: DiffOptions,
): Promise<void> {
  const kept = await editionHistory(edition);
  const [from, to] = [editionNamed(fromName, kept), editionNamed(toName, kept)];
  const [before, after] = [await readSnapshots(edition, from.buildId), await readSnapshots(edition, to.buildId)];
  const difference = differenceBetween(before, after);
  if (format === 'json') {
    const sides = { from: sideOf(from, before.length), to: sideOf(to, after.length) };
    stdout.write(`${jsonText({ ...sides, ...difference })}\n`);
    return;
  }
  const table = differenceTable(difference, locale, stdout.isTTY === true);
  const head = `${headOf(from)} → ${headOf(to)}`;
  const sentence = inLocale(summaryOf(difference, from.buildId === to.buildId), locale);
  stdout.write([head, ...(table === '' ? [] : [table]), sentence, ''].join('\n'));
}

const sideOf = ({ buildId, publishedAt }: KeptEdition, articles: number) => ({ buildId, publishedAt, articles });

function summaryOf({ added, removed, changed }: EditionDifference, isSameEdition: boolean): Bilingual {
  if (isSameEdition) return { zh: '这是同一个版本', en: 'they are the same edition' };
  if (added.length + removed.length + changed.length === 0) {
    return {
      zh: '文章全都相同；不同的是指南、页面或编译器',
      en: 'no article differs; guides, pages or the compiler do',
    };
  }
  return {
    zh: `新增 ${added.length} 篇，删除 ${removed.length} 篇，改动 ${changed.length} 篇`,
    en: `${counted(added.length, 'article')} added, ${removed.length} removed, ${changed.length} changed`,
  };
}
