import type { DraftRule } from './rule.ts';

export const safeFrontMatter: DraftRule = {
  stage: 'draft',
  name: 'safe-front-matter',
  severity: 'error',
  about: {
    zh: 'front matter 是纯 YAML：只读取，不执行，也不猜测其中任何部分。',
    en: 'Front matter is plain YAML: it is read, never run, and no part of it is guessed.',
  },
  check: ({ frontMatter }) => frontMatter.findings,
};
