// Rules about front matter: its fields and their values.
import { languages } from '../edition/vocabulary.ts';
import { show } from '../messages.ts';
import { articleFields, guideFields, titleLengthAdvised } from '../source/front-matter-schema.ts';
import type { DraftRule, Rule } from './rule.ts';
import { schemaFindings } from './schema-findings.ts';

const frontMatterSchema: DraftRule = {
  stage: 'draft',
  name: 'front-matter-schema',
  severity: 'error',
  about: {
    zh: 'front matter 的字段都是已知的，一个不缺，取值也符合要求。',
    en: 'Every field of the front matter is known, present and of its kind.',
  },
  check(draft) {
    const { checked, kind } = draft.fields;
    if (checked === undefined || checked.success) return [];
    const schema = kind === 'article' ? articleFields : guideFields;
    const file = { zh: 'front matter ', en: 'the front matter' };
    return schemaFindings(checked.error, { values: draft.frontMatter, schema, file });
  },
};

const titleLength: DraftRule = {
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

const dateOrder: DraftRule = {
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

export const frontMatterRules: readonly Rule[] = [frontMatterSchema, titleLength, dateOrder];
