import { languages } from '../edition/vocabulary.ts';
import { anchorAdvice, anchorsOf } from '../source/anchors.ts';
import { anchorIn, linksIn } from '../source/article-link.ts';
import { contentOf, languageHeadings, placeOf } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

export const ownAnchors: DraftRule = {
  stage: 'draft',
  name: 'own-anchors',
  severity: 'warning',
  about: 'A link to a heading of the same article leads to one of the same language.',
  check: (draft) =>
    languages.flatMap((language) => {
      const part = draft.outline.parts[language];
      if (part === undefined) return [];
      const anchors = anchorsOf(draft, language);
      return linksIn(contentOf(part))
        .map((link) => ({ link, anchor: link.url.startsWith('#') ? anchorIn(link.url) : '' }))
        .filter(({ anchor }) => anchor !== '' && !anchors.includes(anchor))
        .map(({ link, anchor }) => ({
          place: placeOf(link),
          found: `a link to #${anchor}, a heading that is not under # ${languageHeadings[language]} here`,
          expected: 'an anchor of the same language, as github-slugger makes it from the heading',
          advice: anchorAdvice(anchor, anchors),
        }));
    }),
};
