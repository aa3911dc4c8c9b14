import { commentsIn } from '../source/comments.ts';
import { placesIn } from '../source/places.ts';
import type { DraftRule } from './rule.ts';

export const htmlComments: DraftRule = {
  stage: 'draft',
  name: 'html-comments',
  severity: 'warning',
  about: {
    zh: '注释是写给作者看的，读者看不到。',
    en: 'Comments are for authors: nobody who reads the article gets them.',
  },
  check({ tree, text }) {
    const placeAt = placesIn(text);
    return commentsIn(tree.children, text).map(({ start }) => ({
      place: placeAt(start),
      found: { zh: 'HTML 注释', en: 'an HTML comment' },
      expected: { zh: '写给读者的文字', en: 'text for readers' },
      advice: {
        zh: '删除它，或改写成正文；注释不会发布。',
        en: 'Delete it, or write it as text; comments are dropped.',
      },
    }));
  },
};
