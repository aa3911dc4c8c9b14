// The compiler's Markdown parser gives the same nodes as the unmodified remark plugins, also for addresses that are not marked as links.
import fc from 'fast-check';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, it } from 'vitest';
import { markdown } from '../../../build/source/markdown.ts';

const plain = unified().use(remarkParse).use(remarkGfm).use(remarkCjkFriendly).freeze();

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...['tea', ' ', '\n', '\n\n', '。', '茶', '**', '_', '`', '- ', '| a | b |\n|---|---|\n', '(', ')', '<', '>'],
      ...['[', ']', '/', '.', ':', 'www.example.com', 'WWW.tea.cn', 'http://a.b', 'HTTPS://A.B/c', 'a@b.co'],
      ...['mailto:a@b.co', 'xmpp:a@b.co/d', '[x](http://a.b)'],
    ),
    fc.string({ maxLength: 4 }),
  ),
  { maxLength: 24 },
);

it('the Markdown parser gives the same nodes as the unmodified remark plugins, for any text', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('');
      expect(markdown.parse(text)).toEqual(plain.parse(text));
    }),
    { numRuns: 150 },
  );
});
