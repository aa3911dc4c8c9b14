// Many articles of few: each article again under other names, to measure how search grows with the number of articles. Pure.

import { slugLengthMax } from '../../build/edition/vocabulary.ts';
import { guidesFolder, isMarkdown, type SourceEntry, splitPath } from '../../build/source/entry.ts';
import { rareWords } from './rare-words.ts';

/** What stands behind a replica's slug; no article of anybody's ends like this. */
const mark = /-replica[0-9]+$/;
const suffixOf = (round: number): string => `-replica${round}`;

/** The slug of the article that a replica is made of; any replica answers what the article answers. */
export const originalSlug = (slug: string): string => slug.replace(mark, '');

/**
 * The entries, and copies of the articles among them until there are `count` articles. Copies have ids and slugs of their own
 * and no aliases; everything else, links and related articles too, is as in the original. Guides stay as they are.
 */
export function replicated(entries: readonly SourceEntry[], count: number): SourceEntry[] {
  const articles = entries.filter(({ path }) => isMarkdown(path) && splitPath(path).folder !== guidesFolder);
  // A name that would become too long is not copied.
  const longest = slugLengthMax + '.md'.length - suffixOf(count).length;
  const copied = articles.filter(({ path }) => splitPath(path).name.length <= longest);
  if (copied.length === 0) return [...entries];
  const copies = Array.from({ length: Math.max(0, count - articles.length) }, (_, number) => {
    const original = copied[number % copied.length];
    return original === undefined ? [] : [copyOf(original, 1 + Math.floor(number / copied.length))];
  });
  return [...entries, ...copies.flat()];
}

/** The same with invented words at the end of every copy in both languages: copies alone have no word of their own. */
export function varied(entries: readonly SourceEntry[]): SourceEntry[] {
  return entries.map((entry, number) => {
    if (!mark.test(entry.path.replace(/\.md$/, ''))) return entry;
    const { zh, en } = rareWords(number);
    const text = new TextDecoder().decode(entry.bytes).trimEnd();
    const bytes = Buffer.from(
      `${text.replace(/\n+(?=# English\s)/, () => `\n\n${zh.join('，')}\n\n`)}\n\n${en.join(', ')}\n`,
    );
    return { ...entry, bytes, size: bytes.length };
  });
}

function copyOf({ path, bytes, ...entry }: SourceEntry, round: number): SourceEntry {
  const text = new TextDecoder().decode(bytes);
  const end = text.indexOf('\n---', 3);
  const frontMatter = text
    .slice(0, end)
    .replace(/^id:[ \t]*["']?(art_[a-z0-9]+)["']?[ \t]*$/m, `id: $1r${round}`)
    .replace(/^aliases:.*(?:\n[ \t-].*)*\n?/m, '');
  const copy = Buffer.from(frontMatter + text.slice(end));
  return { ...entry, path: path.replace(/\.md$/, `${suffixOf(round)}.md`), bytes: copy, size: copy.length };
}
