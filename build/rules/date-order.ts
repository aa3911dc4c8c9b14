import { show } from '../messages.ts';
import type { DraftRule } from './rule.ts';

export const dateOrder: DraftRule = {
  stage: 'draft',
  name: 'date-order',
  severity: 'error',
  about: 'Nothing is published or updated before it was created.',
  check({ frontMatter }) {
    // Whatever else may be wrong with the fields, these can be compared. What is no date is the schema's to report.
    const createdAt = frontMatter.values?.createdAt;
    return (['publishedAt', 'updatedAt'] as const).flatMap((name) => {
      const value = frontMatter.values?.[name];
      if (typeof createdAt !== 'string' || typeof value !== 'string') return [];
      if (!(Date.parse(value) < Date.parse(createdAt))) return [];
      return {
        place: frontMatter.placeOf([name]),
        found: `${name} ${show(value)}, before createdAt ${show(createdAt)}`,
        expected: `${name} at createdAt or later`,
        advice: 'Correct whichever of the two is wrong.',
      };
    });
  },
};
