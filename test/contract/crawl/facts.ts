// What a caller can know of an edition: names, sections, digests and words, for requests that mean something to it.
import { openShelf } from '../../../server/shelf.ts';

export interface Facts {
  slugs: readonly string[];
  /** Ids and former slugs. */
  otherNames: readonly string[];
  /** Anchors of both languages. */
  anchors: readonly string[];
  /** Titles and headings of both languages. */
  words: readonly string[];
  /** `slug@digest` of every article, as it is and as it was in other editions that are kept. */
  held: readonly string[];
  /** The names of the editions that are kept, the served one first. */
  buildIds: readonly string[];
  /** The paths of everything that is no part of the API. */
  paths: readonly string[];
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function factsOf(editionFolder: string): Promise<Facts> {
  const { library } = await openShelf(editionFolder, silent);
  const { articles, buildId, history, pages, discovery, assets } = library;
  const sections = articles.flatMap((_, position) =>
    (['zh', 'en'] as const).flatMap((language) => {
      const text = library.body(position, `sections.${language}`).toString('utf8');
      return (JSON.parse(text) as { sections: { anchor: string; title: string }[] }).sections;
    }),
  );
  const before = history.earlier.flatMap(({ changed, removed }) =>
    [...changed.values(), ...removed].map((article) => article.before),
  );
  const sitePages = Object.keys(pages).flatMap((name) => {
    if (/not-found|\/search$/.test(name)) return [];
    const path = `/${name.replace(/\/home(?=$|\.md$)/, (_, at: number) => (at === name.length - 5 ? '/' : '/index'))}`;
    return [path, path.replace(/^\/(?:zh|en)/, '')];
  });
  const articlePages = articles.flatMap(({ slug }) =>
    ['', '/zh', '/en'].flatMap((language) => [`${language}/articles/${slug}`, `${language}/articles/${slug}.md`]),
  );
  return {
    slugs: articles.map(({ slug }) => slug),
    otherNames: articles.flatMap(({ id, aliases }) => [id, ...aliases]),
    anchors: [...new Set(sections.map(({ anchor }) => anchor))],
    words: [...new Set(sections.map(({ title }) => title.slice(0, 60)))],
    held: [...articles, ...before].map(({ slug, digest }) => `${slug}@${digest}`),
    buildIds: [buildId, ...history.earlier.map((edition) => edition.buildId)],
    paths: [...sitePages, ...articlePages, ...discovery.keys(), ...assets.keys(), ...otherPaths],
  };
}

const otherPaths = ['/llms-full.txt', '/robots.txt', '/.well-known/api-catalog', '/healthz', '/readyz'];
