// The passages of an article: its plain text block by block, for excerpts around the words of a query. They omit the same parts
// as search: placeholders, HTML and addresses.
import type { RootContent } from 'mdast';
import { normalFormOf, wordsIn } from '../edition/analysis.ts';
import { canBeAligned } from '../edition/graphemes.ts';
import { type Block, type BlockKind, passagesText } from '../edition/passage-format.ts';
import type { Language } from '../edition/vocabulary.ts';
import { plainText } from '../source/markdown.ts';
import type { SourceArticle } from '../source/source-article.ts';

export function passagesOf({ parts, texts }: SourceArticle, language: Language): string {
  const blocks: Block[] = [];
  const add: Add = (kind, text) => addBlock(kind, text, blocks);
  for (const node of parts[language].content) eachBlock(node, add);
  for (const { question, placeholder, answerNodes } of texts.pairs) {
    if (placeholder[language]) continue;
    addBlock('heading', question[language], blocks);
    for (const node of answerNodes[language]) eachBlock(node, add);
  }
  return passagesText(blocks);
}

type Add = (kind: BlockKind, text: string) => void;

/** Calls `add` for each block of text in a node. Lists, quotes and footnotes contain other blocks. */
function eachBlock(node: RootContent, add: Add): void {
  switch (node.type) {
    case 'blockquote':
    case 'list':
    case 'listItem':
    case 'footnoteDefinition':
      for (const child of node.children) eachBlock(child, add);
      break;
    case 'table':
      for (const row of node.children) {
        add('prose', row.children.map((cell) => collapsed(plainText([cell]))).join(' | '));
      }
      break;
    case 'heading':
      add('heading', plainText([node]));
      break;
    case 'code':
      add('code', node.value);
      break;
    default:
      add('prose', plainText([node]));
  }
}

/** The number of lines that a node has in the passages. */
export function linesTaken(node: RootContent): number {
  let lines = 0;
  eachBlock(node, (_kind, text) => {
    if (collapsed(text) !== '') lines += 1;
  });
  return lines;
}

/** Replaces each run of white space with one space. */
const collapsed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Adds a block of plain text, unless it is empty. */
export function addBlock(kind: BlockKind, given: string, blocks: Block[]): void {
  const text = collapsed(given);
  if (text === '') return;
  const normal = normalFormOf(text);
  if (sameWords(text, normal)) blocks.push({ kind, text });
  // A text that cannot be aligned with its normal form is replaced by the normal form.
  else if (canBeAligned(text, normal)) blocks.push({ kind, text, normal });
  else blocks.push({ kind, text: collapsed(normal) });
}

/** Whether two spellings have the same words. Replacing full-width punctuation, for example, changes no word. */
function sameWords(text: string, normal: string): boolean {
  if (text === normal) return true;
  const [words, normalWords] = [wordsIn(text), wordsIn(normal)];
  return (
    words.length === normalWords.length &&
    words.every(({ start, end }, index) => {
      const { start: normalStart = 0, end: normalEnd = 0 } = normalWords[index] ?? {};
      return text.slice(start, end).replaceAll('’', "'") === normal.slice(normalStart, normalEnd);
    })
  );
}
