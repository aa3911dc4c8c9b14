import { show } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { linkSchemes } from './link-schemes.ts';
import { lookAlikeLetters } from './look-alike-letters.ts';
import { modelInstructions } from './model-instructions.ts';
import type { DraftRule } from './rule.ts';

const safetyRules = [linkSchemes, modelInstructions, lookAlikeLetters];

export const unusedAllow: DraftRule = {
  stage: 'draft',
  name: 'unused-allow',
  severity: 'warning',
  about: {
    zh: '每一项 allow 都确有所指：文章里有这条规则会报告的内容。',
    en: 'Every entry of allow is needed: the article holds something that its rule reports.',
  },
  check(draft) {
    const { fields, frontMatter } = draft;
    if (fields.kind !== 'article' || !fields.checked?.success) return [];
    return fields.checked.data.allow.flatMap(({ rule }, index) => {
      const judged = safetyRules.find(({ name }) => name === rule)?.check(withoutAllow(draft)) ?? [];
      if (judged.length > 0) return [];
      return {
        place: frontMatter.placeOf(['allow', index]),
        found: { zh: `没有用处的 allow：${show(rule)}`, en: `allow for ${show(rule)}, which allows nothing` },
        expected: { zh: '只为文中确有的内容写 allow', en: 'allow only for what the article holds' },
        advice: { zh: '删除这一项。', en: 'Remove the entry.' },
      };
    });
  },
};

function withoutAllow(draft: Draft): Draft {
  const { allow: _, ...values } = draft.frontMatter.values ?? {};
  return { ...draft, frontMatter: { ...draft.frontMatter, values } };
}
