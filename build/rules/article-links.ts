import { posix } from 'node:path';
import { closest } from '../edition/closest.ts';
import { show } from '../messages.ts';
import { anchorAdvice, anchorsOf } from '../source/anchors.ts';
import { articleLinksIn, resolveArticleLink } from '../source/article-link.ts';
import type { Draft } from '../source/draft.ts';
import { slugOf } from '../source/entry.ts';
import { languageHeadings } from '../source/outline.ts';
import type { SiteRule } from './rule.ts';

export const articleLinks: SiteRule = {
  stage: 'site',
  name: 'article-links',
  severity: 'error',
  about: 'A relative link to another article leads to a file that exists and to a heading of the same language.',
  check: ({ drafts, byPath, unread }) =>
    drafts.flatMap((draft) =>
      articleLinksIn(draft).flatMap(({ url, place, language, isPlain }) => {
        const link = resolveArticleLink(draft.path, url);
        const target = byPath.get(link.path);
        const finding = { path: draft.path, place };
        if (!isPlain) {
          return {
            ...finding,
            found: `the link ${show(url)}, written with escapes`,
            expected: 'a link to an article written as it is, such as ../mcp/slug.md#heading',
            advice: 'Write the address without backslashes, entities or percent signs.',
          };
        }
        if (target === undefined) {
          if (unread.has(link.path)) return [];
          return {
            ...finding,
            found: `a link to ${show(url)}, where no article is`,
            expected: 'the path of an article, relative to this file',
            advice: pathAdvice(draft, link.path, drafts),
          };
        }
        // A target without this language is told so itself.
        if (link.anchor === '' || target.outline.parts[language] === undefined) return [];
        const anchors = anchorsOf(target, language);
        if (anchors.includes(link.anchor)) return [];
        return {
          ...finding,
          found: `a link to #${link.anchor}, a heading that ${target.path} does not have under # ${languageHeadings[language]}`,
          expected: 'an anchor of the same language, as github-slugger makes it from the heading',
          advice: anchorAdvice(link.anchor, anchors),
        };
      }),
    ),
};

/** The address of the article of the same name in another folder, or of a similar name. */
function pathAdvice(from: Draft, path: string, drafts: readonly Draft[]): string {
  const others = drafts.filter((draft) => draft !== from);
  const likely = closest(
    slugOf(path),
    others.map(({ slug }) => slug),
  );
  const target = others.find(({ slug }) => slug === likely);
  if (target === undefined) return 'Correct the path, or remove the link.';
  return `Did you mean ${posix.relative(posix.dirname(from.path), target.path)}?`;
}
