import { expect, it } from 'vitest';
import { type HtmlBlock, textsOf } from '../../../build/bodies/html.ts';
import { alignedSections } from '../../../build/pages/parallel-page.tsx';
import { articleWith } from '../sources.ts';

/** How often the offset of a block is read while the languages of an article of so many sections are put beside each other. */
function readsFor(sections: number): number {
  const text = Array.from({ length: sections }, () => '## A\n\na\n\n').join('');
  const article = articleWith({ zh: text, en: text });
  const texts = textsOf(article);
  let reads = 0;
  const counted = (block: HtmlBlock): HtmlBlock => ({
    html: block.html,
    get offset() {
      reads += 1;
      return block.offset;
    },
  });
  const [zh, en] = [texts.zh, texts.en].map((one) => ({ ...one, content: one.content.map(counted) }));
  if (zh === undefined || en === undefined) throw new Error('an article has two languages');
  expect(alignedSections(article, { zh, en })).toHaveLength(sections);
  return reads;
}

it('looks at a block as often in a long article as in a short one, but for a logarithm', () => {
  const [short, long] = [readsFor(50), readsFor(400)];
  expect(long / short).toBeLessThan(8 * 2);
});
