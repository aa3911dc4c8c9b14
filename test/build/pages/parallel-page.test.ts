import { expect, it } from 'vitest';
import { type HtmlBlock, textsOf } from '../../../build/bodies/html.ts';
import { alignedSections } from '../../../build/pages/parallel-page.tsx';
import { articleWith } from '../sources.ts';

/** The number of reads of block offsets while an article with this many sections is aligned in both languages. */
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

it('reads a block as often in a long article as in a short one, up to a logarithmic factor', () => {
  const [short, long] = [readsFor(50), readsFor(400)];
  expect(long / short).toBeLessThan(8 * 2);
});
