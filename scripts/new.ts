// `stele new domain/slug`: creates an article that passes `stele check`. It writes placeholders for missing options.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { closest } from '../build/edition/closest.ts';
import { pagePath } from '../build/edition/locations.ts';
import { domainIds, type SiteSettings } from '../build/edition/site-settings.ts';
import { type Bilingual, type Language, type RiskLevel, riskLevels } from '../build/edition/vocabulary.ts';
import { judgeDraft, judgeEntry, type Scope } from '../build/judge.ts';
import { inLocale, show } from '../build/messages.ts';
import { sentencesOf } from '../build/report.ts';
import { slug as slugRule } from '../build/rules/files.ts';
import { readDraft } from '../build/source/draft.ts';
import { type ArticleOptions, type GeneratedFields, listOf, missingIn, newEntry } from './article-template.ts';
import type { CommandIo } from './command-io.ts';
import { contentOption, readContentFolder, reportingMistakes, UsageError } from './content-option.ts';
import { type ExistingArticle, existingArticles, ownerOf, similarTo, siteIn } from './existing-articles.ts';
import { newArticleId } from './init.ts';
import { localeOption } from './locale.ts';
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
}

export function newCommand(io: CommandIo): Command {
  return new Command('new')
    .description('create an article, with hints in place of missing options')
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
    .addOption(localeOption(io))
    .action(reportingMistakes(io, runNew));
}

async function runNew(io: CommandIo, name: string | undefined, options: NewOptions): Promise<void> {
  const { content, locale } = options;
  const entries = await readContentFolder(io, content);
  const existing = existingArticles(entries);
  const generated: GeneratedFields = { id: newArticleId(), now: new Date(), site: siteIn(entries, content) };
  if (name === undefined) {
    throw new UsageError({
      zh: `请写明新文章的位置，形式为 <领域>/<slug>，例如 ${exampleIn(generated.site)}`,
      en: `name the new article as <domain>/<slug>, such as ${exampleIn(generated.site)}`,
    });
  }
  const articleOptions: ArticleOptions = {
    ...fieldsOf(options),
    ...placeOf(name, existing, generated.site),
  };
  refuse(articleFault(articleOptions, generated));
  const entry = newEntry(articleOptions, generated);
  const path = resolve(io.cwd, content, entry.path);
  await mkdir(dirname(path), { recursive: true });
  // The flag `wx` makes the write fail if another process has created the file.
  await writeFile(path, entry.bytes, { flag: 'wx' });
  const lines = [...linesAbout(io, path, articleOptions, content), ...hintsOf(io, articleOptions, existing, content)];
  io.stdout.write(`${lines.map((line) => inLocale(line, locale)).join('\n')}\n`);
}

const fieldsOf = ({ tags, keywords, ...options }: NewOptions): Omit<ArticleOptions, 'domain' | 'slug'> => ({
  ...options,
  tags: listOf(tags),
  keywords: listOf(keywords),
});

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
      zh: `  发布后的地址：${pagePath(articleOptions.slug)}`,
      en: `  its address once it is published: ${pagePath(articleOptions.slug)}`,
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

// Faults of the name and the fields, found with the rules of the compiler. A fault is a sentence for the author.

const nothing: Bilingual = { zh: '', en: '' };

function domainFault(text: string, site: SiteSettings): Bilingual | undefined {
  const domains = domainIds(site);
  if (domains.includes(text)) return undefined;
  const likely = closest(text, domains);
  const meant = likely === undefined ? nothing : { zh: `是不是想写 ${likely}？`, en: ` Did you mean ${likely}?` };
  return {
    zh: `${JSON.stringify(text)} 不是领域；领域有 ${domains.join('、')}。${meant.zh}`,
    en: `${JSON.stringify(text)} is not a domain; the domains are ${domains.join(', ')}.${meant.en}`,
  };
}

/** The fault of a slug that is invalid, or that is already the slug or an alias of an article in any domain. */
function slugFault(slug: string, existing: readonly ExistingArticle[]): Bilingual | undefined {
  // The domain `any` is arbitrary, because the rule checks only the file name.
  const [finding] = slugRule.check({ path: `any/${slug}.md`, kind: 'file', bytes: new Uint8Array() });
  if (finding !== undefined) {
    const suggestion = slugFrom(slug);
    const meant = suggestion === '' ? nothing : { zh: `；可以写 ${suggestion}`, en: `; ${suggestion} would be valid` };
    return {
      zh: `${show(slug)} 不是 slug：应为${inLocale(finding.expected, 'zh')}${meant.zh}`,
      en: `${show(slug)} is not a slug: ${inLocale(finding.expected, 'en')}${meant.en}`,
    };
  }
  const owner = ownerOf(slug, existing);
  if (owner === undefined) return undefined;
  const as = owner.as === 'alias' ? { zh: '（作为别名）', en: ' as an alias' } : nothing;
  return {
    zh: `slug ${slug} 已被 ${owner.path} 占用${as.zh}；slug 和别名在所有领域中唯一`,
    en: `the slug ${slug} is taken by ${owner.path}${as.en}; slugs and aliases are unique over all domains`,
  };
}

/** The first error that the compiler would report about an article with these fields; undefined without errors. */
function articleFault(articleOptions: ArticleOptions, generated: GeneratedFields): Bilingual | undefined {
  const entry = newEntry(articleOptions, generated);
  const draft = readDraft(entry);
  const scopes: Scope[] = ['build', 'check'];
  const messages = scopes.flatMap((scope) => [...judgeEntry(entry, scope), ...judgeDraft(draft, scope)]);
  const error = messages.find(({ severity }) => severity === 'error');
  if (error === undefined) return undefined;
  return { zh: sentencesOf(error, entry.path, 'zh'), en: sentencesOf(error, entry.path, 'en') };
}

const slugLengthSuggested = 60;

/** A slug made from a title; empty if the title has no Latin letter or digit. */
function slugFrom(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’]|\p{Mark}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (longer.length > slugLengthSuggested) break;
    slug = longer;
  }
  return slug;
}
