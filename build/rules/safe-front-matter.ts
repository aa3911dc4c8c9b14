import type { DraftRule } from './rule.ts';

export const safeFrontMatter: DraftRule = {
  stage: 'draft',
  name: 'safe-front-matter',
  severity: 'error',
  about: 'Front matter is plain YAML: it is read, never run, and no part of it is guessed.',
  check: ({ frontMatter }) => frontMatter.findings,
};
