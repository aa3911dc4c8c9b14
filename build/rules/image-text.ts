import { nodesIn } from '../source/nodes.ts';
import { placeOf } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

export const imageText: DraftRule = {
  stage: 'draft',
  name: 'image-text',
  severity: 'warning',
  about: {
    zh: '每张图片都有替代文字：智能体和看不见图片的人读的是它。',
    en: 'Every image has an alternative text: it is what agents read, and people who do not see the image.',
  },
  onlyInCheck: true,
  check: ({ tree }) =>
    nodesIn(tree.children)
      .filter((node) => node.type === 'image' || node.type === 'imageReference')
      .filter(({ alt }) => (alt ?? '').trim() === '')
      .map((node) => ({
        place: placeOf(node),
        found: { zh: '没有替代文字的图片', en: 'an image without an alternative text' },
        expected: {
          zh: '方括号里有文字，如 ![图中的内容](地址)',
          en: 'words in its brackets: ![what it shows](address)',
        },
        advice: { zh: '用一句话写出图中的内容。', en: 'Say in a sentence what the image shows.' },
      })),
};
