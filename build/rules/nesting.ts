import { nestingMax } from '../source/nesting.ts';
import type { DraftRule } from './rule.ts';

export const nesting: DraftRule = {
  stage: 'draft',
  name: 'nesting',
  severity: 'error',
  about: {
    zh: '列表、引用和强调不会嵌套得深到无人能读懂。',
    en: 'Lists, quotes and emphasis nest no deeper than anybody can follow.',
  },
  check: ({ deepPlaces }) =>
    deepPlaces.map((place) => ({
      place,
      found: { zh: `嵌套超过 ${nestingMax} 层的 Markdown`, en: `Markdown nested deeper than ${nestingMax} levels` },
      expected: {
        zh: `至多 ${nestingMax} 层互相嵌套的列表、引用或强调`,
        en: `at most ${nestingMax} lists, quotes or marks inside one another`,
      },
      advice: {
        zh: '把内层内容移到外面，或写成代码块。',
        en: 'Take the inner parts out, or write them as a code block.',
      },
    })),
};
