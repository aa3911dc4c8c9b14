import { commentsIn } from '../source/comments.ts';
import { placesIn } from '../source/places.ts';
import type { DraftRule } from './rule.ts';

export const htmlComments: DraftRule = {
  stage: 'draft',
  name: 'html-comments',
  severity: 'warning',
  about: 'Comments are for authors: nobody who reads the article gets them.',
  check({ tree, text }) {
    const placeAt = placesIn(text);
    return commentsIn(tree.children, text).map(({ start }) => ({
      place: placeAt(start),
      found: 'an HTML comment',
      expected: 'text for readers',
      advice: 'Delete it, or write it as text; comments are dropped.',
    }));
  },
};
