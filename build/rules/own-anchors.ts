import { languages } from '../edition/vocabulary.ts';
import { advisedMax, anchorAdvice, anchorsOf } from '../source/anchors.ts';
import { anchorIn, linksIn } from '../source/article-link.ts';
import { contentOf, languageHeadings, placeOf } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

export const ownAnchors: DraftRule = {
  stage: 'draft',
  name: 'own-anchors',
  severity: 'warning',
  about: {
    zh: '指向本文标题的链接，通向同一种语言里的标题。',
    en: 'A link to a heading of the same article leads to one of the same language.',
  },
  check: (draft) =>
    languages.flatMap((language) => {
      const part = draft.outline.parts[language];
      if (part === undefined) return [];
      const anchors = anchorsOf(draft, language);
      const known = new Set(anchors);
      const heading = `# ${languageHeadings[language]}`;
      return linksIn(contentOf(part))
        .map((link) => ({ link, anchor: link.url.startsWith('#') ? anchorIn(link.url) : '' }))
        .filter(({ anchor }) => anchor !== '' && !known.has(anchor))
        .map(({ link, anchor }, fault) => ({
          place: placeOf(link),
          found: {
            zh: `指向 #${anchor} 的链接，而本文的 ${heading} 之下没有这个标题`,
            en: `a link to #${anchor}, a heading that is not under ${heading} here`,
          },
          expected: {
            zh: '同一种语言里某个标题的锚点：标题的文字，小写，空格换成连字符',
            en: 'the anchor of a heading of the same language: its words in lower case, joined by hyphens',
          },
          advice: anchorAdvice(anchor, anchors, fault < advisedMax),
        }));
    }),
};
