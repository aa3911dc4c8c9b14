// Compiles one content file: its messages, the facts that the rules for other files need, and its part of an edition. The result
// depends only on the file, the site settings and the age of the file's records. The cache supplies it until one of these
// changes.
import { isDeepStrictEqual } from 'node:util';
import { textsOf } from './bodies/html.ts';
import { openArticleJson, searchItemOf } from './bodies/json.ts';
import { articleMarkdownOf } from './bodies/markdown.ts';
import { passagesOf } from './bodies/passages.ts';
import { type PublishedArticle, publish } from './bodies/published-article.ts';
import { sectionsOf } from './bodies/sections.ts';
import type { BuildCache } from './cache.ts';
import type { BodyName } from './edition/catalogue.ts';
import { sha256 } from './edition/hash.ts';
import { type Bilingual, inBoth, languageChoices, languages } from './edition/vocabulary.ts';
import { type ArticleSearch, articleSearchOf } from './indexing/search-files.ts';
import { isReadable, judgeDraft, judgeEntry, type Scope } from './judge.ts';
import { hasErrors, type Message } from './messages.ts';
import { renderArticlePage } from './pages/article-page.tsx';
import { type ListedArticle, renderRow } from './pages/article-row.tsx';
import type { PageBase } from './pages/assets.ts';
import { type CompiledGuide, renderGuide } from './pages/docs-pages.tsx';
import { renderParallel } from './pages/parallel-page.tsx';
import { type Draft, readDraft } from './source/draft.ts';
import { isMarkdown, type SourceEntry } from './source/entry.ts';
import { type FileFacts, factsOf } from './source/site.ts';
import { toArticle, toGuide } from './source/source-article.ts';
import { ageOf, checksOf } from './trust/checks.ts';

/** A file after the rules have judged it. The command `check` needs no more. */
export interface CheckedFile {
  path: string;
  messages: Message[];
  /** Null for a file that is unreadable or not Markdown. */
  facts: FileFacts | null;
}

export interface CompiledFile extends CheckedFile {
  /** The key of the file's records in the cache, see `fileKey`. */
  key: string;
  /** The file's part of an edition. Null when the file has errors. */
  output: { article: CompiledArticle } | { guide: CompiledGuide } | null;
}

/** A compiled article without its bodies and its search data, which are large. `bodiesOf` and `searchOf` read them from the cache. */
export interface CompiledArticle extends ListedArticle {
  /** The ids of the related articles, in the author's order. */
  related: string[];
}

/** The text of each body. It contains a slot for the related articles, because their titles are in other files. */
export type Bodies = [BodyName, string][];

export const bodiesOf = (cache: BuildCache, key: string): Bodies => cache.readKnown(`${key}.bodies`);
export const searchOf = (cache: BuildCache, key: string): ArticleSearch => cache.readKnown(`${key}.search`);

/** A hash of all inputs of a compiled file except the compiler. With `base`, it includes the inputs that all pages share. */
export function fileKey(entry: SourceEntry, base?: PageBase): string {
  const { path, kind, size, bytes } = entry;
  return sha256(`${kind}\0${path}\0${size ?? ''}\0${sha256(bytes)}\0${JSON.stringify(base ?? null)}`);
}

/**
 * The compiled file from an earlier build. Undefined when there is none, or when the trust of the article has changed since then,
 * because its verification records have become older.
 */
export function knownFile(cache: BuildCache, key: string, day: string): CompiledFile | undefined {
  const file = cache.read<CompiledFile>(`${key}.file`);
  const article = file?.output && 'article' in file.output ? file.output.article : undefined;
  return article === undefined || isDeepStrictEqual(article.age, ageOf(article.checks, day)) ? file : undefined;
}

/** Compiles a file and stores it in the cache. `day` is the day of the edition, `YYYY-MM-DD`. */
export function compileFile(
  entry: SourceEntry,
  base: PageBase,
  { cache, day }: { cache: BuildCache; day: string },
): CompiledFile {
  const key = fileKey(entry, base);
  const { draft, ...checked } = judgeFile(entry, ['build']);
  const article = draft === undefined || hasErrors(checked.messages) ? undefined : toArticle(draft);
  const guide = draft === undefined || hasErrors(checked.messages) ? undefined : toGuide(draft);
  let output: CompiledFile['output'] = guide === undefined ? null : { guide: renderGuide(guide, base) };
  if (article !== undefined) {
    const published = publish(article, { sources: base.site.sources, day });
    const rowHtml = inBoth((language) => renderRow(published, language));
    cache.write(`${key}.bodies`, renderBodies(published, rowHtml, base));
    cache.write(`${key}.search`, articleSearchOf(article));
    output = { article: compiledArticle(published, rowHtml, day) };
  }
  // This record is written last, so that a file in the cache always has its bodies there too.
  cache.write(`${key}.file`, { key, ...checked, output } satisfies CompiledFile);
  // The record is read back, because strings cut from the source would keep the whole source in memory.
  return cache.readKnown(`${key}.file`);
}

/** The result of an earlier `checkFile` with the same scope, if the cache has it. */
export const knownCheck = (cache: BuildCache, key: string, scope: Scope): CheckedFile | undefined =>
  cache.read(`${key}.${scope}`);

/** Runs the rules of a build on one file. If the scope is `check`, runs all rules on it. */
export function checkFile(entry: SourceEntry, scope: Scope, cache: BuildCache): CheckedFile {
  const name = `${fileKey(entry)}.${scope}` as const;
  const { draft: _, ...checked } = judgeFile(entry, scope === 'check' ? ['build', 'check'] : ['build']);
  cache.write(name, checked);
  return cache.readKnown(name);
}

function judgeFile(entry: SourceEntry, scopes: readonly Scope[]): CheckedFile & { draft: Draft | undefined } {
  const isRead = isMarkdown(entry.path) && isReadable(judgeEntry(entry, 'build'));
  const draft = isRead ? readDraft(entry) : undefined;
  return {
    path: entry.path,
    messages: scopes.flatMap((scope) => [
      ...judgeEntry(entry, scope),
      ...(draft === undefined ? [] : judgeDraft(draft, scope)),
    ]),
    facts: draft === undefined ? null : factsOf(draft),
    draft,
  };
}

function compiledArticle(
  { source, trust, digest, evidence }: PublishedArticle,
  rowHtml: Bilingual,
  day: string,
): CompiledArticle {
  const { fields, slug, domain, texts } = source;
  const checks = checksOf(fields, digest);
  return {
    row: {
      id: fields.id,
      slug,
      aliases: fields.aliases,
      domain,
      verificationStatus: trust.status,
      confidenceScore: trust.score,
      riskLevel: fields.riskLevel,
      updatedAt: fields.updatedAt,
      digest,
    },
    title: texts.title,
    summary: texts.summary,
    html: rowHtml,
    checks,
    evidence,
    age: ageOf(checks, day),
    related: fields.related,
  };
}

function renderBodies(article: PublishedArticle, rowHtml: Bilingual, base: PageBase): Bodies {
  const texts = textsOf(article.source);
  return [
    ['parallel.both', renderParallel(article, texts)],
    ...languageChoices.flatMap(
      (choice): Bodies => [
        [`item.${choice}`, JSON.stringify(searchItemOf(article, choice))],
        [`json.${choice}`, openArticleJson(article, choice)],
        [`markdown.${choice}`, articleMarkdownOf(article, choice)],
      ],
    ),
    ...languages.flatMap(
      (language): Bodies => [
        [`page.${language}`, renderArticlePage({ article, text: texts[language], language, base })],
        [`row.${language}`, rowHtml[language]],
        [`passages.${language}`, passagesOf(article.source, language)],
        [`sections.${language}`, JSON.stringify(sectionsOf(article, language))],
      ],
    ),
  ];
}
