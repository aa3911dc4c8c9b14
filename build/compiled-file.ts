// One file of the content, compiled by itself: what the rules say of it, what the rest of the site needs to know of it, and
// what an edition holds of it. Plain data that follows from the file alone, so that it can be kept until the file changes.
import { type PublishedArticle, publish, relatedSlot } from './bodies/article.ts';
import { textsOf } from './bodies/html.ts';
import { openArticleJson, searchItemOf } from './bodies/json.ts';
import { articleMarkdownOf } from './bodies/markdown.ts';
import { passagesOf } from './bodies/passages.ts';
import { sectionsOf } from './bodies/sections.ts';
import type { BodyName, CatalogueRow } from './edition/catalogue.ts';
import { sha256 } from './edition/hash.ts';
import { languageChoices, languages } from './edition/vocabulary.ts';
import type { Vocabulary } from './indexing/occurrences.ts';
import { type ArticleSearch, articleSearchOf } from './indexing/search-files.ts';
import { isReadable, judgeDraft, judgeEntry, type Scope } from './judge.ts';
import { hasErrors, type Message } from './messages.ts';
import { renderArticlePage } from './pages/article-page.tsx';
import { renderRow } from './pages/article-row.tsx';
import type { AssetAddresses } from './pages/assets.ts';
import { type CompiledGuide, renderGuide } from './pages/docs-pages.tsx';
import { renderParallel } from './pages/parallel-page.tsx';
import { type InBoth, inBoth, toArticle, toGuide } from './source/article.ts';
import { type Draft, readDraft } from './source/draft.ts';
import { contentHash, isMarkdown, type SourceEntry } from './source/entry.ts';
import { type FileFacts, factsOf } from './source/facts.ts';
import { type Checks, checksOf } from './trust/checks.ts';

/** A body with its one gap, where the related articles go; UTF-8. */
export interface OpenBody {
  before: Uint8Array;
  after: Uint8Array;
}

/** Every body of an article by its name. */
export type OpenBodies = (name: BodyName) => OpenBody;

export interface CompiledArticle {
  /** The catalogue's row, but for where the bodies lie. */
  row: Omit<CatalogueRow, 'shard' | 'bodies'>;
  title: InBoth<string>;
  summary: InBoth<string>;
  /** The article in a list of articles on a page. */
  rowHtml: InBoth<string>;
  /** What its records come to besides its trust. */
  checks: Checks;
  /** Ids, in the author's order. */
  related: string[];
  bodies: OpenBodies;
  search: ArticleSearch;
}

export interface CompiledFile {
  path: string;
  /** What the rules of a build say. */
  messages: Message[];
  /** What the rules that only `check` runs say; null while they have not been run. */
  checkMessages: Message[] | null;
  /** Null for what could not be read, and for what is no Markdown. */
  facts: FileFacts | null;
  /** What an edition holds of it; null when it has errors, and undefined while it has not been made. */
  output: { article: CompiledArticle } | { guide: CompiledGuide } | null | undefined;
}

/** What is wanted of a file: what a build says of it, what `check` says besides, or what an edition holds of it. */
export type Wanted = 'messages' | 'checks' | 'output';

export interface FileCompilation {
  wanted: Wanted;
  assets: AssetAddresses;
  vocabulary: Vocabulary;
}

/** Names everything that a compiled file follows from, but for the compiler and its assets. */
export function fileKey(entry: SourceEntry): string {
  const { path, kind, size } = entry;
  return sha256(`${kind}\0${path}\0${size ?? ''}\0${contentHash(entry)}`);
}

/** Compiles one file; `known` is what an earlier compilation of the same bytes found, perhaps when less was wanted. */
export function compileFile(entry: SourceEntry, options: FileCompilation, known?: CompiledFile): CompiledFile {
  const { wanted } = options;
  if (known !== undefined && isCompiled(known, wanted)) return known;
  const told = known?.messages ?? judgeEntry(entry, 'build');
  const draft = isMarkdown(entry.path) && isReadable(told) ? readDraft(entry) : undefined;
  const judgedDraft = (scope: Scope): Message[] => (draft === undefined ? [] : judgeDraft(draft, scope));
  const file: CompiledFile = known ?? {
    path: entry.path,
    messages: [...told, ...judgedDraft('build')],
    checkMessages: null,
    facts: draft === undefined ? null : factsOf(draft),
    output: undefined,
  };
  if (wanted === 'checks') return { ...file, checkMessages: [...judgeEntry(entry, 'check'), ...judgedDraft('check')] };
  if (wanted === 'messages') return file;
  return { ...file, output: draft === undefined || hasErrors(file.messages) ? null : outputOf(draft, options) };
}

/** Whether what is known of a file is all that is wanted of it, so that it need not be compiled. */
export function isCompiled({ checkMessages, output }: CompiledFile, wanted: Wanted): boolean {
  if (wanted === 'checks') return checkMessages !== null;
  return wanted === 'messages' || output !== undefined;
}

function outputOf(draft: Draft, options: FileCompilation): CompiledFile['output'] {
  const article = toArticle(draft);
  if (article !== undefined) return { article: compileArticle(publish(article), options) };
  const guide = toGuide(draft);
  return guide === undefined ? null : { guide: renderGuide(guide, options.assets) };
}

function compileArticle(article: PublishedArticle, { assets, vocabulary }: FileCompilation): CompiledArticle {
  const { fields, slug, domain, texts } = article.source;
  const rowHtml = inBoth((language) => renderRow(article, language));
  return {
    row: {
      id: fields.id,
      slug,
      aliases: fields.aliases,
      domain,
      verificationStatus: article.trust.status,
      confidenceScore: article.trust.score,
      riskLevel: fields.riskLevel,
      updatedAt: fields.updatedAt,
      digest: article.digest,
    },
    title: texts.title,
    summary: texts.summary,
    rowHtml,
    checks: checksOf(fields.verification, article.digest),
    related: fields.related,
    bodies: openBodies(bodiesOf(article, rowHtml, assets)),
    search: articleSearchOf(article.source, vocabulary),
  };
}

function bodiesOf(article: PublishedArticle, rowHtml: InBoth<string>, assets: AssetAddresses): [BodyName, string][] {
  const texts = textsOf(article.source);
  return [
    ['parallel.both', renderParallel(article, texts)],
    ...languageChoices.flatMap((choice): [BodyName, string][] => [
      [`item.${choice}`, JSON.stringify(searchItemOf(article, choice))],
      [`json.${choice}`, openArticleJson(article, choice)],
      [`markdown.${choice}`, articleMarkdownOf(article, choice)],
    ]),
    ...languages.flatMap((language): [BodyName, string][] => [
      [`page.${language}`, renderArticlePage({ article, text: texts[language], language, assets })],
      [`row.${language}`, rowHtml[language]],
      [`passages.${language}`, passagesOf(article.source, language)],
      [`sections.${language}`, JSON.stringify(sectionsOf(article, language))],
    ]),
  ];
}

function openBodies(texts: readonly [BodyName, string][]): OpenBodies {
  const bodies = new Map(texts.map(([name, text]) => [name, openBody(text)]));
  return (name) => bodies.get(name) ?? { before: new Uint8Array(), after: new Uint8Array() };
}

function openBody(text: string): OpenBody {
  const [before = '', after = ''] = text.split(relatedSlot);
  return { before: Buffer.from(before), after: Buffer.from(after) };
}
