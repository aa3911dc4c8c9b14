import { languages } from '../edition/vocabulary.ts';
import { titleLengthAdvised } from '../source/front-matter-schema.ts';
import type { DraftRule } from './rule.ts';

export const titleLength: DraftRule = {
  stage: 'draft',
  name: 'title-length',
  severity: 'warning',
  about: {
    zh: '标题是文章的名称；解释性的内容属于摘要。',
    en: 'A title names the article; what explains it belongs into the summary.',
  },
  check({ fields, frontMatter }) {
    if (!fields.checked?.success) return [];
    const { title } = fields.checked.data;
    return languages.flatMap((language) => {
      const length = [...title[language]].length;
      if (length <= titleLengthAdvised) return [];
      return {
        place: frontMatter.placeOf(['title', language]),
        found: { zh: `长达 ${length} 个字符的标题`, en: `a title of ${length} characters` },
        expected: { zh: `长度为 1–${titleLengthAdvised} 个字符的标题`, en: `1–${titleLengthAdvised} characters` },
        advice: { zh: '缩短它，把其余内容移到摘要中。', en: 'Shorten it, and move the rest into the summary.' },
      };
    });
  },
};
