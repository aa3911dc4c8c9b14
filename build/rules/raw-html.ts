import type { Html } from 'mdast';
import { show } from '../messages.ts';
import { withoutComments } from '../source/comments.ts';
import { nodesIn } from '../source/nodes.ts';
import { placeOf } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

export const rawHtml: DraftRule = {
  stage: 'draft',
  name: 'raw-html',
  severity: 'warning',
  about: {
    zh: '文章只用 Markdown：原始 HTML 标签在页面上会去掉，在 Markdown 里却还在。',
    en: 'Articles are Markdown alone: raw HTML tags are dropped from pages, and stay in the Markdown that agents get.',
  },
  onlyInCheck: true,
  check({ tree }) {
    const tags = nodesIn(tree.children).filter((node): node is Html => node.type === 'html');
    // A closing tag belongs to the fault of the tag that it closes.
    const open = new Map<string, number>();
    return tags.flatMap((node) => {
      const written = withoutComments(node.value).trim();
      if (written === '') return [];
      const named = [...written.matchAll(tag)].map(([, slash, name = '']) => ({ name, closes: slash === '/' }));
      const [first] = named;
      const closesOpened = first?.closes === true && (open.get(first.name) ?? 0) > 0;
      for (const { name, closes } of named) open.set(name, Math.max(0, (open.get(name) ?? 0) + (closes ? -1 : 1)));
      if (closesOpened) return [];
      return {
        place: placeOf(node),
        found: { zh: `原始 HTML ${show(firstLine(written))}`, en: `the raw HTML ${show(firstLine(written))}` },
        expected: { zh: '纯 Markdown，或写在 `code` 里的标签', en: 'Markdown, or the tag in `code`' },
        advice: {
          zh: '改用 Markdown；若是要给读者看的字面内容，放进反引号里，否则页面上看不到它。',
          en: 'Write it as Markdown; if readers should see it as it is, put it in backticks, or pages will not show it.',
        },
      };
    });
  },
};

const tag = /<(\/?)([a-z][\w-]*)/gi;
const firstLine = (html: string): string => html.split('\n', 1)[0] ?? '';
