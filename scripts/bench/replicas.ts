// Many articles of few: each article again under other names, to measure how search grows with the number of articles. Pure.

import { slugLengthMax } from '../../build/edition/vocabulary.ts';
import { guidesFolder, isMarkdown, type SourceEntry, splitPath } from '../../build/source/entry.ts';
import { rareWords } from './rare-words.ts';

/** What stands behind a replica's slug. */
const suffixOf = (round: number): string => `-replica${round}`;

/**
 * The entries, and copies of the articles among them until there are `count` articles. Copies have ids and slugs of their own
 * and no aliases, and invented words at the end of each language, because copies alone have no word of their own; everything
 * else, links and related articles too, is as in the original. Guides stay as they are.
 */
export function replicated(entries: readonly SourceEntry[], count: number): SourceEntry[] {
  const articles = entries.filter(({ path }) => isMarkdown(path) && splitPath(path).folder !== guidesFolder);
  // A name that would become too long is not copied.
  const longest = slugLengthMax + '.md'.length - suffixOf(count).length;
  const copied = articles.filter(({ path }) => splitPath(path).name.length <= longest);
  if (copied.length === 0) return [...entries];
  const copies = Array.from({ length: Math.max(0, count - articles.length) }, (_, number) => {
    const original = copied[number % copied.length];
    if (original === undefined) return [];
    return [copyOf(original, { round: 1 + Math.floor(number / copied.length), number: entries.length + number })];
  });
  return [...entries, ...copies.flat()];
}

function copyOf(
  { path, bytes, ...entry }: SourceEntry,
  { round, number }: { round: number; number: number },
): SourceEntry {
  const text = new TextDecoder().decode(bytes).trimEnd();
  const end = text.indexOf('\n---', 3);
  const frontMatter = text
    .slice(0, end)
    .replace(/^id:[ \t]*["']?(art_[a-z0-9]+)["']?[ \t]*$/m, `id: $1r${round}`)
    .replace(/^aliases:.*(?:\n[ \t-].*)*\n?/m, '');
  const { zh, en } = rareWords(number);
  const body = text.slice(end).replace(/\n+(?=# English\s)/, () => `\n\n${zh.join('，')}\n\n`);
  const copy = Buffer.from(`${frontMatter}${body}\n\n${en.join(', ')}\n`);
  return { ...entry, path: path.replace(/\.md$/, `${suffixOf(round)}.md`), bytes: copy, size: copy.length };
}
