import { show } from '../messages.ts';
import { isElsewhere } from '../source/elsewhere.ts';
import { nodesIn } from '../source/nodes.ts';
import { placeOf } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

export const imageSource: DraftRule = {
  stage: 'draft',
  name: 'image-source',
  severity: 'warning',
  about: {
    zh: '页面只显示本站的图片；别处的图片不会出现。',
    en: 'Pages show images of this site only; those of other hosts never appear.',
  },
  onlyInCheck: true,
  check({ tree }) {
    const nodes = nodesIn(tree.children);
    const definitions = nodes.filter((node) => node.type === 'definition');
    const urls = new Map<string, string>();
    // As in Markdown, the first definition of a label counts.
    for (const { identifier, url } of definitions) if (!urls.has(identifier)) urls.set(identifier, url);
    return nodes.flatMap((node) => {
      if (node.type !== 'image' && node.type !== 'imageReference') return [];
      const url = node.type === 'image' ? node.url : (urls.get(node.identifier) ?? '');
      if (!isElsewhere(url)) return [];
      return {
        place: placeOf(node),
        found: { zh: `来自别处的图片 ${show(url)}`, en: `an image from elsewhere, ${show(url)}` },
        expected: { zh: '文字，或通向图片的链接', en: 'text, or a link to the image' },
        advice: {
          zh: '页面的安全策略不加载它：把图中的内容写成文字，需要时加一个链接。',
          en: 'The security policy of the pages does not load it: write what it shows as text, with a link if one is needed.',
        },
      };
    });
  },
};
