import { show } from '../messages.ts';
import type { SiteRule } from './rule.ts';

export const uniqueSlug: SiteRule = {
  stage: 'site',
  name: 'unique-slug',
  severity: 'error',
  about: 'A slug or alias leads to one article, whatever its domain.',
  check: ({ names }) =>
    [...names].flatMap(([name, claims]) => {
      // A file's own name is the stronger claim.
      const [first, ...others] = [...claims].sort(
        (left, right) => Number(left.as === 'alias') - Number(right.as === 'alias'),
      );
      return others.map(({ draft, place, as }) => ({
        path: draft.path,
        place,
        found: `the ${as} ${show(name)}, which is ${first?.as === 'slug' ? 'the slug' : 'an alias'} of ${first?.draft.path} already`,
        expected: 'slugs and aliases that are unique over all domains',
        advice:
          as === 'alias'
            ? 'Remove the alias.'
            : 'Rename the file, and keep the old name as an alias if it was published.',
      }));
    }),
};
