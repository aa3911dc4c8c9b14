// `stele digest`: prints the digest of every article's text, for verification records and citations.

import { Command } from 'commander';
import { check } from '../build/compile.ts';
import { byCodeUnit } from '../build/edition/hash.ts';
import type { Language } from '../build/edition/vocabulary.ts';
import { hasErrors } from '../build/messages.ts';
import { digestOf } from '../build/trust/digest.ts';
import type { CommandIo } from './command-io.ts';
import { articlesIn } from './content-articles.ts';
import { contentOption, printMessages, readSources, reportingMistakes } from './content-option.ts';
import { localeOption } from './locale.ts';

interface DigestOptions {
  content: string;
  locale: Language;
  json?: boolean;
}

export function digestCommand(io: CommandIo): Command {
  return new Command('digest')
    .description('print the digest of every article')
    .addOption(contentOption())
    .addOption(localeOption(io))
    .option('--json', 'print one JSON object that maps slugs to digests')
    .action(reportingMistakes(io, runDigest));
}

async function runDigest(io: CommandIo, { content, json, locale }: DigestOptions): Promise<void> {
  const entries = await readSources(io, content);
  const { messages } = check({ entries, now: Date.now() });
  if (hasErrors(messages)) {
    // Articles with errors have no digest; their messages go to standard error.
    printMessages(
      io,
      messages.filter(({ severity }) => severity === 'error'),
      entries,
      { content, format: 'text', locale },
    );
    io.exitCode = 1;
    return;
  }
  const digests = articlesIn(entries)
    .map(({ slug, texts }): [string, string] => [slug, digestOf(texts)])
    .sort(([left], [right]) => byCodeUnit(left, right));
  const text =
    json === true
      ? JSON.stringify(Object.fromEntries(digests), null, 2)
      : digests.map(([slug, digest]) => `${digest}  ${slug}`).join('\n');
  io.stdout.write(`${text}\n`);
}
