// The two languages of an article in sections, and the blocks of each section beside those that say the same.
import type { HtmlBlock, TextHtml } from '../bodies/html.ts';
import type { InBoth, SourceArticle } from '../source/article.ts';
import { align, likeness, merged, type Pair, type Signature } from '../source/parity/alignment.ts';
import { parityOf, type Section } from '../source/parity/sections.ts';

/** The blocks of a section, one to a row; undefined where the other language has nothing like it. */
export type Row = Pair<HtmlBlock, HtmlBlock>;

/** Section by section, what both languages have beside each other: `left` is Chinese, `right` English. */
export function alignedSections(article: SourceArticle, texts: InBoth<TextHtml>): Row[][] {
  const blocks = { zh: blocksOf(texts.zh), en: blocksOf(texts.en) };
  const pairs = parityOf(article.draft)?.pairs ?? [];
  return pairs
    .map(({ zh, en }) => aligned(within(zh, blocks.zh), within(en, blocks.en)))
    .filter(({ length }) => length > 0);
}

/** Content and questions in the order of the file, where the questions need not come last. */
const blocksOf = ({ content, questions }: TextHtml): HtmlBlock[] =>
  [...content, ...questions.flatMap(({ heading, answer }) => [heading, ...answer])].sort(
    (left, right) => left.offset - right.offset,
  );

interface SignedBlock {
  block: HtmlBlock;
  /** What it is: a paragraph, code, a heading of this level. */
  kind: string;
  signature: () => Signature;
}

function within(section: Section | undefined, blocks: readonly HtmlBlock[]): SignedBlock[] {
  if (section === undefined) return [];
  const own = blocks.slice(
    firstFrom(blocks, section.start, ({ offset }) => offset),
    firstFrom(blocks, section.end + 1, ({ offset }) => offset),
  );
  return own.map((block, index) => {
    const next = own[index + 1]?.offset ?? Number.POSITIVE_INFINITY;
    const parts = section.blocks.slice(
      firstFrom(section.blocks, block.offset, ({ start }) => start),
      firstFrom(section.blocks, next, ({ start }) => start),
    );
    return { block, kind: kindOf(block.html), signature: () => merged(parts.map(({ signature }) => signature)) };
  });
}

/** The index of the first item, in order of their offsets, that begins at this offset or behind it. */
function firstFrom<Item>(items: readonly Item[], offset: number, offsetOf: (item: Item) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && offsetOf(item) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Its opening tag, with the class that frames have. */
const kindOf = (html: string): string => /^<(?:div class="heading"><)?[a-z\d]+(?: class="\w+)?/.exec(html)?.[0] ?? '';

/** Sections of the same build are paired block by block; of others, whatever is alike. */
function aligned(zh: readonly SignedBlock[], en: readonly SignedBlock[]): Row[] {
  const isSame = zh.length === en.length && zh.every(({ kind }, index) => kind === en[index]?.kind);
  if (isSame) return zh.map(({ block }, index) => ({ left: block, right: en[index]?.block }));
  const signatures = new Map([...zh, ...en].map((one) => [one, one.signature()]));
  const signatureOf = (one: SignedBlock): Signature => signatures.get(one) ?? one.signature();
  const score = (left: SignedBlock, right: SignedBlock): number =>
    left.kind === right.kind ? 0.5 + likeness(signatureOf(left), signatureOf(right)) : -9;
  return align(zh, en, score).map(({ left, right }) => ({ left: left?.block, right: right?.block }));
}
