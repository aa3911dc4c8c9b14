// Rules about images. Agents and other readers of text need an alternative text, and pages show only images of this site.
import { show } from '../messages.ts';
import { definitionsByLabel, isElsewhere, labelOf } from '../source/links.ts';
import { nodesIn, placeOf } from '../source/markdown.ts';
import type { DraftRule, Rule } from './rule.ts';

const imageText: DraftRule = {
  stage: 'draft',
  name: 'image-text',
  severity: 'warning',
  about: {
    zh: '每张图片都有替代文字：智能体和看不见图片的人读的是它。',
    en: 'Every image has an alternative text, for agents and for people who do not see the image.',
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
          en: 'text in its brackets: ![what the image shows](address)',
        },
        advice: { zh: '用一句话写出图中的内容。', en: 'Say in a sentence what the image shows.' },
      })),
};

const imageSource: DraftRule = {
  stage: 'draft',
  name: 'image-source',
  severity: 'warning',
  about: {
    zh: '页面只显示本站的图片；别处的图片不会出现。',
    en: 'Pages show images of this site only; those of other hosts never appear.',
  },
  onlyInCheck: true,
  check({ tree }) {
    const definitions = definitionsByLabel(tree.children);
    return nodesIn(tree.children).flatMap((node) => {
      if (node.type !== 'image' && node.type !== 'imageReference') return [];
      const source = node.type === 'image' ? node : definitions.get(labelOf(node));
      const url = source !== undefined && 'url' in source ? source.url : '';
      if (!isElsewhere(url)) return [];
      return {
        place: placeOf(node),
        found: { zh: `来自别处的图片 ${show(url)}`, en: `an image from elsewhere, ${show(url)}` },
        expected: { zh: '文字，或通向图片的链接', en: 'text, or a link to the image' },
        advice: {
          zh: '页面的安全策略会拦截这张图片：把图中的内容写成文字，需要时加一个链接。',
          en: 'The security policy of the pages blocks this image: write what it shows as text, with a link if one is needed.',
        },
      };
    });
  },
};

export const imageRules: readonly Rule[] = [imageText, imageSource];
