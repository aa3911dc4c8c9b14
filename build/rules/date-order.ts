import { show } from '../messages.ts';
import type { DraftRule } from './rule.ts';

export const dateOrder: DraftRule = {
  stage: 'draft',
  name: 'date-order',
  severity: 'error',
  about: { zh: '发布和更新都不早于创建。', en: 'Nothing is published or updated before it was created.' },
  check({ frontMatter }) {
    // Whatever else may be wrong with the fields, these can be compared. What is no date is the schema's to report.
    const createdAt = frontMatter.values?.createdAt;
    return (['publishedAt', 'updatedAt'] as const).flatMap((name) => {
      const value = frontMatter.values?.[name];
      if (typeof createdAt !== 'string' || typeof value !== 'string') return [];
      if (!(Date.parse(value) < Date.parse(createdAt))) return [];
      return {
        place: frontMatter.placeOf([name]),
        found: {
          zh: `${name} ${show(value)} 早于 createdAt ${show(createdAt)}`,
          en: `${name} ${show(value)}, before createdAt ${show(createdAt)}`,
        },
        expected: { zh: `不早于 createdAt 的 ${name}`, en: `${name} at createdAt or later` },
        advice: { zh: '改正两者之中写错的那一个。', en: 'Correct whichever of the two is wrong.' },
      };
    });
  },
};
