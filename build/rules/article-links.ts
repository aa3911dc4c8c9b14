import { closest } from '../edition/closest.ts';
import { show } from '../messages.ts';
import { anchorsOf } from '../source/anchors.ts';
import { articleLinksIn, resolveArticleLink } from '../source/article-link.ts';
import { languageHeadings } from '../source/outline.ts';
import type { SiteRule } from './rule.ts';

export const articleLinks: SiteRule = {
  stage: 'site',
  name: 'article-links',
  severity: 'error',
  about: 'A relative link to another article leads to a file that exists and to a heading of the same language.',
  check: ({ drafts, byPath }) =>
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
          const likely = closest(link.path, byPath.keys());
          return {
            ...finding,
            found: `a link to ${show(url)}, where no article is`,
            expected: 'the path of an article, relative to this file',
            advice: likely === undefined ? 'Correct the path, or remove the link.' : `Did you mean ${likely}?`,
          };
        }
        if (link.anchor === '') return [];
        const anchors = anchorsOf(target, language);
        if (anchors.includes(link.anchor)) return [];
        const likely = closest(link.anchor, anchors);
        return {
          ...finding,
          found: `a link to #${link.anchor}, a heading that ${target.path} does not have under # ${languageHeadings[language]}`,
          expected: 'an anchor of the same language, as github-slugger makes it from the heading',
          advice:
            likely === undefined
              ? `It has ${anchors.map((anchor) => `#${anchor}`).join(', ') || 'no headings'}.`
              : `Did you mean #${likely}?`,
        };
      }),
    ),
};
