// `stele coverage`: what the articles cover and how well it is verified, which of them nobody links to, and what is asked for and
// found nowhere. Writes nothing.

import { resolve } from 'node:path';
import { Command } from 'commander';
import { BuildCache, cacheFolder } from '../build/cache.ts';
import { compile } from '../build/compile.ts';
import { domainIds } from '../build/edition/site-settings.ts';
import type { Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { readAssets } from '../build/read.ts';
import { editionInMemory } from '../server/edition-files.ts';
import { openLibrary } from '../server/library.ts';
import { findMatches } from '../server/operations/search.ts';
import { matchOf } from '../server/search/relevance.ts';
import type { QueryCount } from '../server/state/store.ts';
import type { CommandIo } from './command-io.ts';
import { articlesIn } from './content-articles.ts';
import { contentOption, printMessages, readContentFolder, reportingMistakes } from './content-option.ts';
import { coverageOf } from './coverage/coverage.ts';
import { tellCoverage } from './coverage/telling.ts';
import { dataOption, readState, redisUrlOption, type StateOptions } from './kept-state.ts';
import { localeOption } from './locale.ts';
import { packageRoot } from './package-root.ts';
import { jsonText, print } from './standard-output.ts';

interface CoverageOptions extends StateOptions {
  content: string;
  locale: Language;
  json?: boolean;
}

export function coverageCommand(io: CommandIo): Command {
  return new Command('coverage')
    .description('show what the articles cover, how well it is verified, and what is missing')
    .addOption(contentOption())
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addOption(localeOption(io))
    .option('--json', 'print one JSON object')
    .action(reportingMistakes(io, runCoverage));
}

/** As many queries without an answer are looked at; the most asked come first. */
const queriesMax = 200;

async function runCoverage(io: CommandIo, { content, locale, json, ...stateOptions }: CoverageOptions): Promise<void> {
  const entries = await readContentFolder(io, content);
  const cache = new BuildCache(cacheFolder(packageRoot, resolve(io.cwd, content)));
  const sources = { entries, assets: await readAssets(packageRoot), now: Date.now() };
  const { edition, messages } = compile(sources, { cache });
  if (edition === undefined) {
    const errors = messages.filter(({ severity }) => severity === 'error');
    printMessages(io, errors, entries, { content, format: 'text', locale });
    io.exitCode = 1;
    return;
  }
  const asked = await askedInVain(io, stateOptions);
  const library = await openLibrary(editionInMemory(edition));
  const coverage = coverageOf(articlesIn(entries), {
    domains: domainIds(library.site),
    // What had no answer then may have one by now.
    unanswered: asked?.filter(({ text }) => matchOf(findMatches(library, { q: text })) === 'none'),
  });
  if (json === true) return await print(io, [`${jsonText(coverage)}\n`]);
  await print(
    io,
    [...tellCoverage(coverage)].map((line) => `${inLocale(line, locale)}\n`),
  );
}

/** What enough callers asked and nothing answered; undefined where no server has kept anything. */
async function askedInVain(io: CommandIo, options: StateOptions): Promise<QueryCount[] | undefined> {
  let asked: QueryCount[] | undefined;
  await readState(
    io,
    options,
    async ({ queries }) => {
      asked = await queries.list({ limit: queriesMax, foundNothing: true });
    },
    () => undefined,
  );
  return asked;
}
