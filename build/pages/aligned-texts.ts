// The two languages of an article in sections, and the blocks of each section beside those that say the same.
import type { HtmlBlock } from '../bodies/article-html.ts';
import type { TextHtml } from '../bodies/article-texts.ts';
import type { InBoth, SourceArticle } from '../source/article.ts';
import { align, type Pair } from '../source/parity/alignment.ts';
import { parityOf, type Section } from '../source/parity/sections.ts';
import { likeness, merged, type Signature } from '../source/parity/signature.ts';

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

/** The content and then the questions. */
const blocksOf = ({ content, questions }: TextHtml): HtmlBlock[] => [
  ...content,
  ...questions.flatMap(({ heading, answer }) => [heading, ...answer]),
];

interface SignedBlock {
  block: HtmlBlock;
  /** What it is: a paragraph, code, a heading of this level. */
  kind: string;
  signature: () => Signature;
}

function within(section: Section | undefined, blocks: readonly HtmlBlock[]): SignedBlock[] {
  if (section === undefined) return [];
  const own = blocks.filter(({ offset }) => offset >= section.start && offset <= section.end);
  return own.map((block, index) => {
    const next = own[index + 1]?.offset ?? Number.POSITIVE_INFINITY;
    const parts = section.blocks.filter(({ start }) => start >= block.offset && start < next);
    return { block, kind: kindOf(block.html), signature: () => merged(parts.map(({ signature }) => signature)) };
  });
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
