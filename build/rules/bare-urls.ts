import type { Link } from 'mdast';
import { show } from '../messages.ts';
import { nodesIn } from '../source/nodes.ts';
import { extentOf, placeOf } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

export const bareUrls: DraftRule = {
  stage: 'draft',
  name: 'bare-urls',
  severity: 'warning',
  about: {
    zh: '链接有名称：读者和智能体先知道它通向什么，再决定是否打开。',
    en: 'Links have names: readers and agents know what one leads to before they follow it.',
  },
  onlyInCheck: true,
  check: ({ tree, text }) =>
    nodesIn(tree.children)
      .filter((node) => node.type === 'link')
      .filter((link) => isBare(link, text))
      .map((link) => {
        const { start, end } = extentOf(link);
        const written = text.slice(start, end);
        const swallowed = /[^\x21-\x7e]/.exec(written);
        return {
          place: placeOf(link),
          found: { zh: `直接写出的地址 ${show(written)}`, en: `the bare address ${show(written)}` },
          expected: { zh: '带名称的链接', en: 'a link with a name' },
          advice:
            swallowed === null
              ? {
                  zh: '写成 [名称](地址)；地址本身就是内容时，写成 <地址>。',
                  en: 'Write [name](address); where the address itself is what you want to show, write <address>.',
                }
              : {
                  zh: `写成 [名称](地址)；现在从「${swallowed[0]}」起的文字也成了地址的一部分。`,
                  en: `Write [name](address); as it is, the address runs on through ${show(swallowed[0])} and what follows it.`,
                },
          // Only an address with a scheme or a mail address means the same in angle brackets.
          ...(/^(?:https?:\/\/|[^/\s]+@)/i.test(written) &&
            swallowed === null && { fix: { start, end, replacement: `<${written}>` } }),
        };
      }),
};

/** Neither `[name](address)`, `[name][label]` nor `<address>`: what GitHub's Markdown makes a link by itself. */
function isBare(link: Link, text: string): boolean {
  const first = text[extentOf(link).start];
  return first !== '[' && first !== '<';
}
