import { show } from '../messages.ts';
import type { SiteRule } from './rule.ts';

export const uniqueId: SiteRule = {
  stage: 'site',
  name: 'unique-id',
  severity: 'error',
  about: 'An id names one article for ever.',
  check: ({ ids }) =>
    [...ids].flatMap(([id, [first, ...others]]) =>
      others.map((draft) => ({
        path: draft.path,
        place: draft.frontMatter.placeOf(['id']),
        found: `the id ${show(id)}, which ${first?.path} has already`,
        expected: 'an id of its own for every article',
        advice: 'Give the newer article a new id; `stele new` makes one.',
      })),
    ),
};
