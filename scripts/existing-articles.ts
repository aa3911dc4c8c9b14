// Finds names already in use and similar articles for `stele new`. It reads only the front matter of articles, so that it is fast in a
// large folder. Of an article with invalid front matter, only the file name is known.
import { analyse, isSingleHan } from '../build/edition/analysis.ts';
import { byCodeUnit } from '../build/edition/hash.ts';
import type { SiteSettings } from '../build/edition/site-settings.ts';
import { languages } from '../build/edition/vocabulary.ts';
import { guidesFolder, isMarkdown, type SourceEntry, siteFileName, slugOf, splitPath } from '../build/source/entry.ts';
import { readFrontMatter } from '../build/source/front-matter.ts';
import { siteSettingsIn } from '../build/source/site-file.ts';
import { UsageError } from './content-option.ts';

export interface ExistingArticle {
  /** Relative to the content folder. */
  path: string;
  slug: string;
  aliases: string[];
  titles: string[];
}

/** The site settings of a content folder. Throws a UsageError if its site file has errors. */
export function siteIn(entries: readonly SourceEntry[], content: string): SiteSettings {
  const site = siteSettingsIn(entries);
  if (site !== undefined) return site;
  throw new UsageError({
    zh: `${content}/${siteFileName} 有错误；先运行 npm run check 并改正`,
    en: `${content}/${siteFileName} has errors; run npm run check and correct them first`,
  });
}

export function existingArticles(entries: readonly SourceEntry[]): ExistingArticle[] {
  return entries
    .filter(({ path }) => isMarkdown(path) && splitPath(path).folder !== guidesFolder)
    .map(({ path, bytes }) => {
      const values = readFrontMatter(new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n')).values ?? {};
      const title = isRecord(values.title) ? values.title : {};
      return {
        path,
        slug: slugOf(path),
        aliases: textsOf(values.aliases),
        // Control characters are replaced, because titles are printed on terminals before any rule has checked them.
        titles: textsOf(languages.map((language) => title[language])).map((text) => text.replaceAll(/\p{Cc}/gu, ' ')),
      };
    });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const textsOf = (values: unknown): string[] =>
  Array.isArray(values) ? values.filter((value: unknown) => typeof value === 'string') : [];

/** The article that has this slug or alias. */
export function ownerOf(
  name: string,
  existing: readonly ExistingArticle[],
): { path: string; as: 'slug' | 'alias' } | undefined {
  const bySlug = existing.find(({ slug }) => slug === name);
  if (bySlug !== undefined) return { path: bySlug.path, as: 'slug' };
  const byAlias = existing.find(({ aliases }) => aliases.includes(name));
  return byAlias === undefined ? undefined : { path: byAlias.path, as: 'alias' };
}

/**
 * An article is similar if its slug, aliases and titles contain at least this share of the words in the new slug or in one of the new
 * titles, weighted by rarity.
 */
const shareMin = 0.6;
const similarMax = 5;

/** Articles that may have the same subject as a new article with these names (slug and titles), the most similar first. */
export function similarTo(names: readonly string[], existing: readonly ExistingArticle[]): ExistingArticle[] {
  const words = existing.map(({ slug, aliases, titles }) => wordsOf([slug, ...aliases, ...titles]));
  const counts = new Map<string, number>();
  for (const word of words.flatMap((own) => [...own])) counts.set(word, (counts.get(word) ?? 0) + 1);
  // The weight of a word: its inverse document frequency (Spärck Jones 1972).
  const weight = (word: string): number => Math.log(1 + existing.length / (1 + (counts.get(word) ?? 0)));
  const sum = (some: Iterable<string>): number => [...some].reduce((total, word) => total + weight(word), 0);
  // Compares each name separately, because it is enough if the title in one language matches.
  const wanted = names.map((name) => wordsOf([name])).filter(({ size }) => size > 0);
  const shareOf = (own: ReadonlySet<string> = new Set()): number =>
    Math.max(0, ...wanted.map((all) => sum([...all].filter((word) => own.has(word))) / sum(all)));
  return existing
    .map((article, at) => ({ article, share: shareOf(words[at]) }))
    .filter(({ share }) => share >= shareMin)
    .sort((left, right) => right.share - left.share || byCodeUnit(left.article.path, right.article.path))
    .slice(0, similarMax)
    .map(({ article }) => article);
}

/** The distinct words of names. Hyphens become spaces, because `analyse` would keep a hyphenated slug as one word. */
const wordsOf = (names: readonly string[]): Set<string> =>
  new Set(names.flatMap((name) => analyse(name.replaceAll('-', ' '))).filter((word) => !isSingleHan(word)));
