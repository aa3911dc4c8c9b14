// `stele new [domain/slug]`: creates an article that passes `stele check`. On a terminal it asks for missing options; without a
// terminal it writes placeholders.

import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { pagePath } from '../build/edition/locations.ts';
import type { SiteSettings } from '../build/edition/site-settings.ts';
import { type Bilingual, type Language, type RiskLevel, riskLevels } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { type ArticleOptions, type GeneratedFields, listOf, missingIn, newEntry } from './article-template.ts';
import type { CommandIo } from './command-io.ts';
import { contentOption, readContentFolder, reportingMistakes, UsageError } from './content-option.ts';
import { type ExistingArticle, existingArticles, similarTo, siteIn } from './existing-articles.ts';
import { localeOption } from './locale.ts';
import { articleFault, domainFault, slugFault } from './new-faults.ts';
import { defaultContentFolder, packageRoot } from './package-root.ts';

interface NewOptions {
  content: string;
  locale: Language;
  titleZh?: string;
  titleEn?: string;
  summaryZh?: string;
  summaryEn?: string;
  tags?: string;
  keywords?: string;
  risk?: RiskLevel;
  author?: string;
  yes?: boolean;
}

export function newCommand(io: CommandIo): Command {
  return new Command('new')
    .description('create an article; asks on a terminal for missing options')
    .argument('[domain/slug]', 'the domain and the file name of the article')
    .addOption(contentOption())
    .option('--title-zh <text>', 'the title in Chinese')
    .option('--title-en <text>', 'the title in English')
    .option('--summary-zh <text>', 'the summary in Chinese, one paragraph')
    .option('--summary-en <text>', 'the summary in English, one paragraph')
    .option('--tags <list>', 'the tags, separated by commas')
    .option('--keywords <list>', 'further search words, separated by commas')
    .addOption(new Option('--risk <level>', 'how much harm a mistake of a reader can do').choices(riskLevels))
    .option('--author <label>', 'the author (default: the author of the site)')
    .option('--yes', 'ask nothing, even on a terminal')
    .addOption(localeOption(io))
    .action(reportingMistakes(io, runNew));
}

/** The exit code of shells for an interrupted program (128 + SIGINT). */
const interruptedCode = 130;

async function runNew(io: CommandIo, name: string | undefined, options: NewOptions): Promise<void> {
  const { content, locale } = options;
  const entries = await readContentFolder(io, content);
  const existing = existingArticles(entries);
  const generated: GeneratedFields = { id: newId(), now: new Date(), site: siteIn(entries, content) };
  const given: ArticleOptions = {
    ...articleOptionsOf(options),
    ...(name !== undefined && placeOf(name, existing, generated.site)),
  };
  refuse(articleFault(given, generated));
  const asks = mayAsk(io, options) && lacksSomething(given);
  const articleOptions = asks ? await ask(io, given, { existing, generated }, locale) : given;
  if (articleOptions === undefined) {
    io.stderr.write(`${inLocale({ zh: '已取消；没有写任何文件', en: 'cancelled; nothing was written' }, locale)}\n`);
    io.exitCode = interruptedCode;
    return;
  }
  if (articleOptions.domain === undefined || articleOptions.slug === undefined) {
    throw new UsageError({
      zh: `请写明新文章的位置，形式为 <领域>/<slug>，例如 ${exampleIn(generated.site)}`,
      en: `name the new article as <domain>/<slug>, such as ${exampleIn(generated.site)}`,
    });
  }
  const entry = newEntry(articleOptions, generated);
  const path = resolve(io.cwd, content, entry.path);
  await mkdir(dirname(path), { recursive: true });
  // The flag `wx` makes the write fail if another process has created the file.
  await writeFile(path, entry.bytes, { flag: 'wx' });
  // Similar articles are listed only if no questions were asked, because the questions already show them.
  const lines = [
    ...linesAbout(io, path, articleOptions, content),
    ...(asks ? [] : hintsOf(io, articleOptions, existing, content)),
  ];
  io.stdout.write(`${lines.map((line) => inLocale(line, locale)).join('\n')}\n`);
}

function articleOptionsOf({
  titleZh,
  titleEn,
  summaryZh,
  summaryEn,
  tags,
  keywords,
  risk,
  author,
}: NewOptions): ArticleOptions {
  return { titleZh, titleEn, summaryZh, summaryEn, risk, author, tags: listOf(tags), keywords: listOf(keywords) };
}

/** Splits `domain/slug`. Throws a usage error if the text has another form. */
function placeOf(
  name: string,
  existing: readonly ExistingArticle[],
  site: SiteSettings,
): Pick<ArticleOptions, 'domain' | 'slug'> {
  const [domain = '', slug = '', ...rest] = name.replace(/\.md$/, '').split('/');
  if (slug === '' || rest.length > 0) {
    throw new UsageError({
      zh: `${JSON.stringify(name)} 不是 <领域>/<slug> 的形式，例如 ${exampleIn(site)}`,
      en: `${JSON.stringify(name)} does not have the form <domain>/<slug>, such as ${exampleIn(site)}`,
    });
  }
  refuse(domainFault(domain, site) ?? slugFault(slug, existing));
  return { domain, slug };
}

const exampleIn = ({ domains }: SiteSettings): string => `${domains[0]?.id}/my-topic`;

function refuse(fault: string | Bilingual | undefined): void {
  if (fault !== undefined) throw new UsageError(fault);
}

const mayAsk = ({ stdin, stdout }: CommandIo, { yes }: NewOptions): boolean =>
  yes !== true && stdin.isTTY === true && stdout.isTTY === true;

const lacksSomething = (articleOptions: ArticleOptions): boolean =>
  articleOptions.slug === undefined || articleOptions.risk === undefined || missingIn(articleOptions).length > 0;

/** Asks for missing options. The module with the questions is imported here, so that it is loaded only if needed. */
async function ask(
  io: CommandIo,
  given: ArticleOptions,
  around: { existing: readonly ExistingArticle[]; generated: GeneratedFields },
  locale: Language,
) {
  const { askForWishes } = await import('./new-questions.ts');
  return askForWishes(io, given, around, locale);
}

function linesAbout({ cwd }: CommandIo, path: string, articleOptions: ArticleOptions, content: string): Bilingual[] {
  const here = (place: string): string => relative(cwd, place);
  const missing = missingIn(articleOptions);
  const zh = missing.map((name) => name.zh).join('、');
  const en = missing.map((name) => name.en).join(', ');
  const option = resolve(cwd, content) === defaultContentFolder ? '' : ` -- --content ${content}`;
  const guide = here(join(packageRoot, 'content', 'guides', 'authors.md'));
  return [
    { zh: `已写入 ${here(path)}`, en: `wrote ${here(path)}` },
    {
      zh: `  待填写：${zh}${zh === '' ? '' : '、'}正文，以及写着 TODO 的回答`,
      en: `  to be written: ${en}${en === '' ? '' : ', '}the text, and the answers marked TODO`,
    },
    { zh: `  边写边看：npm run dev${option}`, en: `  see it while you write: npm run dev${option}` },
    {
      zh: `  然后检查：npm run check -- ${here(path)}${option.slice(3)}`,
      en: `  then check it: npm run check -- ${here(path)}${option.slice(3)}`,
    },
    {
      zh: `  发布后的地址：${pagePath(articleOptions.slug ?? '')}`,
      en: `  its address once it is published: ${pagePath(articleOptions.slug ?? '')}`,
    },
    { zh: `  写作指南：${guide}`, en: `  the authors' guide: ${guide}` },
  ];
}

function hintsOf(
  { cwd }: CommandIo,
  articleOptions: ArticleOptions,
  existing: readonly ExistingArticle[],
  content: string,
): (string | Bilingual)[] {
  const names = [articleOptions.slug, articleOptions.titleZh, articleOptions.titleEn].filter(
    (name) => name !== undefined,
  );
  const similar = similarTo(names, existing);
  if (similar.length === 0) return [];
  return [
    {
      zh: '  已有相近的文章，先看看是否重复：',
      en: '  there are similar articles; check that yours is not a duplicate:',
    },
    ...similar.map(({ path, titles }) => `    ${[relative(cwd, resolve(cwd, content, path)), ...titles].join('  ')}`),
  ];
}

function newId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return `art_${Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')}`;
}
