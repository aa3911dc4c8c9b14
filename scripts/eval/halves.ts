// Half of the articles, for questions that nothing answers: those of the other half. Pure.
import { sha256 } from '../../build/edition/hash.ts';
import { guidesFolder, isMarkdown, type SourceEntry, slugOf, splitPath } from '../../build/source/entry.ts';

/** Whether an article is in the half: the SHA-256 of its slug begins with 0–7. */
const isInHalf = (slug: string): boolean => Number.parseInt(sha256(slug).charAt(0), 16) < 8;

/** An inline link to a file of content: its text, the path to the file, and what follows it. */
const fileLink = /\[([^\]]*)\]\((?:[^)\s]*\/)?([a-z0-9-]+)\.md(?:#[^)]*)?\)/g;

/**
 * The articles of the half with no related ones, links to others as plain text, and whatever is no article. Guides are left out:
 * nothing searches them, and they lead to articles.
 */
export function halfOf(entries: readonly SourceEntry[]): SourceEntry[] {
  return entries.flatMap((entry) => {
    if (!isMarkdown(entry.path)) return [entry];
    const isGuide = splitPath(entry.path).folder === guidesFolder;
    return isGuide || !isInHalf(slugOf(entry.path)) ? [] : [alone(entry)];
  });
}

function alone({ bytes, ...entry }: SourceEntry): SourceEntry {
  const text = new TextDecoder().decode(bytes);
  const end = text.indexOf('\n---', 3);
  const frontMatter = text.slice(0, end).replace(/^related:.*(?:\n[ \t-].*)*/m, 'related: []');
  const body = text
    .slice(end)
    .replace(fileLink, (link, label: string, slug: string) => (isInHalf(slug) && !isGuideLink(link) ? link : label));
  const own = Buffer.from(frontMatter + body);
  return { ...entry, bytes: own, size: own.length };
}

const isGuideLink = (link: string): boolean => link.includes(`/${guidesFolder}/`);
