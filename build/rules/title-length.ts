import { languages } from '../edition/vocabulary.ts';
import { titleLengthAdvised } from '../source/front-matter-schema.ts';
import type { DraftRule } from './rule.ts';

export const titleLength: DraftRule = {
  stage: 'draft',
  name: 'title-length',
  severity: 'warning',
  about: 'A title names the article; what explains it belongs into the summary.',
  check({ fields, frontMatter }) {
    if (!fields.checked?.success) return [];
    const { title } = fields.checked.data;
    return languages.flatMap((language) => {
      const length = [...title[language]].length;
      if (length <= titleLengthAdvised) return [];
      return {
        place: frontMatter.placeOf(['title', language]),
        found: `a title of ${length} characters`,
        expected: `1–${titleLengthAdvised} characters`,
        advice: 'Shorten it, and move the rest into the summary.',
      };
    });
  },
};
