// `stele report`: shows the articles of each domain and their verification, articles without incoming links, and queries without
// results. It writes no files.

import { resolve } from 'node:path';
import { Command } from 'commander';
import { type Circumstances, publish } from '../build/bodies/published-article.ts';
import { BuildCache, cacheFolder } from '../build/cache.ts';
import { compile } from '../build/compile.ts';
import { domainIds } from '../build/edition/site-settings.ts';
import type { Bilingual, Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { readAssets } from '../build/read.ts';
import { dayOf } from '../build/source/entry.ts';
import { articleLinksIn, resolveArticleLink } from '../build/source/links.ts';
import type { SourceArticle } from '../build/source/source-article.ts';
import { checksOf } from '../build/trust/checks.ts';
import { type Figures, figuresOf, type Judged, shareOf } from '../build/trust/figures.ts';
import { editionInMemory } from '../server/edition-files.ts';
import { openLibrary } from '../server/library.ts';
import { findMatches } from '../server/operations/search.ts';
import { matchOf } from '../server/search/relevance.ts';
import type { QueryCount } from '../server/state/store.ts';
import type { CommandIo } from './command-io.ts';
import { articlesIn } from './content-articles.ts';
import { contentOption, printMessages, readSources, reportingMistakes } from './content-option.ts';
import { momentText } from './duration.ts';
import { dataOption, readState, redisUrlOption, type StateOptions } from './kept-state.ts';
import { localeOption } from './locale.ts';
import { homeFolder, packageRoot } from './package-root.ts';
import { jsonText, print } from './standard-output.ts';
import { tableText } from './text-table.ts';

interface ReportOptions extends StateOptions {
  content: string;
  locale: Language;
  json?: boolean;
}

export function reportCommand(io: CommandIo): Command {
  return new Command('report')
    .description('show the articles of each domain, their verification, and missing content')
    .addOption(contentOption())
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addOption(localeOption(io))
    .option('--json', 'print one JSON object')
    .action(reportingMistakes(io, runReport));
}

/** The maximum number of queries that are read from the state, the most frequent first. */
const queriesMax = 200;

async function runReport(io: CommandIo, { content, locale, json, ...stateOptions }: ReportOptions): Promise<void> {
  const entries = await readSources(io, content);
  const cache = new BuildCache(cacheFolder(homeFolder, resolve(io.cwd, content)));
  const sources = { entries, assets: await readAssets(packageRoot), now: Date.now() };
  const { edition, messages } = compile(sources, { cache });
  if (edition === undefined) {
    const errors = messages.filter(({ severity }) => severity === 'error');
    printMessages(io, errors, entries, { content, format: 'text', locale });
    io.exitCode = 1;
    return;
  }
  const asked = await unansweredQueries(io, stateOptions);
  const library = await openLibrary(editionInMemory(edition));
  const report = reportOf(articlesIn(entries), {
    domains: domainIds(library.site),
    circumstances: { sources: library.site.sources, day: dayOf(sources) },
    // A query that had no results when it was counted may have results now. Only queries without results now are listed.
    unanswered: asked?.filter(({ text }) => matchOf(findMatches(library, { q: text })) === 'none'),
  });
  if (json === true) return await print(io, [`${jsonText(report)}\n`]);
  await print(
    io,
    [...reportLines(report)].map((line) => `${inLocale(line, locale)}\n`),
  );
}

/** The counted queries without results; undefined if there is no state of a server. */
async function unansweredQueries(io: CommandIo, options: StateOptions): Promise<QueryCount[] | undefined> {
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

export interface DomainReport extends Figures {
  /** A domain id, or `all`. */
  domain: string;
}

export interface Report {
  domains: DomainReport[];
  /** The slugs of articles that no other article links to or lists as related. */
  orphans: string[];
  /** The slugs of articles that are not verified. */
  unverified: string[];
  /** Queries that find nothing; null if there is no state of a server. */
  unanswered: Pick<QueryCount, 'text' | 'foundNothing' | 'lastAskedAt'>[] | null;
}

export function reportOf(
  articles: readonly SourceArticle[],
  {
    domains,
    circumstances,
    unanswered,
  }: { domains: readonly string[]; circumstances: Circumstances; unanswered: readonly QueryCount[] | undefined },
): Report {
  const judged = articles.map((article) => judgedArticle(article, circumstances));
  const linked = new Set(articles.flatMap(linkedFrom));
  return {
    domains: [
      ...domains.map((domain) =>
        countedDomain(
          domain,
          judged.filter((one) => one.domain === domain),
        ),
      ),
      countedDomain('all', judged),
    ],
    orphans: articles
      .filter(({ draft, fields }) => !linked.has(draft.path) && !linked.has(fields.id))
      .map(({ slug }) => slug)
      .sort(),
    unverified: judged
      .filter(({ status }) => status !== 'verified')
      .map(({ slug }) => slug)
      .sort(),
    unanswered: unanswered?.map(({ text, foundNothing, lastAskedAt }) => ({ text, foundNothing, lastAskedAt })) ?? null,
  };
}

interface JudgedArticle extends Judged {
  slug: string;
  domain: string;
}

function judgedArticle(article: SourceArticle, circumstances: Circumstances): JudgedArticle {
  const { slug, domain, fields } = article;
  const { trust, digest } = publish(article, circumstances);
  return { slug, domain, status: trust.status, score: trust.score, checkedAt: checksOf(fields, digest).checkedAt };
}

/** The paths of the articles to which an article links, and the ids in its `related`. */
function linkedFrom({ draft, fields }: SourceArticle): string[] {
  const paths = articleLinksIn(draft).map(({ url }) => resolveArticleLink(draft.path, url).path);
  return [...paths.filter((path) => path !== draft.path), ...fields.related];
}

function countedDomain(domain: DomainReport['domain'], articles: readonly JudgedArticle[]): DomainReport {
  return { domain, ...figuresOf(articles) };
}

const alignments = ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'left'] as const;

export function* reportLines({ domains, orphans, unverified, unanswered }: Report): Generator<Bilingual> {
  const rows = domains.map(cellsOf);
  yield {
    zh: tableText(
      [['领域', '文章', '已验证', '部分', '未验证', '最低分', '中位分', '最早的验证'], ...rows],
      alignments,
    ),
    en: tableText(
      [['domain', 'articles', 'verified', 'partial', 'unverified', 'least', 'median', 'oldest verification'], ...rows],
      alignments,
    ),
  };
  const all = domains.find(({ domain }) => domain === 'all');
  const share = all === undefined ? 0 : shareOf(all.statuses.verified, all.articles);
  yield { zh: `\n已验证的文章占 ${share}%`, en: `\n${share} % of the articles are verified` };
  yield* listed({ zh: '没有完全验证的文章', en: 'articles that are unverified or only partly verified' }, unverified);
  yield* listed({ zh: '没有其他文章链接到的文章', en: 'articles without a link from another article' }, orphans);
  if (unanswered === null) {
    yield {
      zh: '没有结果的查询：没有记录（用 --data 或 --redis-url 指明服务器的状态在哪里）',
      en: 'queries without results: unknown (name the state of a server with --data or --redis-url)',
    };
  } else {
    yield* listed(
      { zh: '没有结果的查询', en: 'queries without results' },
      unanswered.map(({ text, foundNothing }) => `${text} (${foundNothing})`),
    );
  }
}

function cellsOf({ domain, articles, statuses, confidence, oldestVerification }: DomainReport): string[] {
  const { verified, partial, unverified } = statuses;
  return [
    domain,
    ...[articles, verified, partial, unverified].map(String),
    ...[confidence?.least, confidence?.median].map((score) => String(score ?? '–')),
    oldestVerification === null ? '–' : momentText(oldestVerification),
  ];
}

function* listed(head: Bilingual, entries: readonly string[]): Generator<Bilingual> {
  if (entries.length === 0) yield { zh: `${head.zh}：无`, en: `${head.en}: none` };
  else {
    const lines = entries.map((entry) => `  ${entry}`).join('\n');
    yield { zh: `${head.zh}：\n${lines}`, en: `${head.en}:\n${lines}` };
  }
}
