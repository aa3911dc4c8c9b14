// The outline of a body: its Chinese and its English part, and the questions and answers of each. It only sorts the nodes; the
// rules check the outline.

import type { Heading, Root, RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { type Bilingual, type Language, languages } from '../edition/vocabulary.ts';

/** The first-level heading that opens each language, and the second-level one that opens its questions and answers. */
export const languageHeadings: Bilingual = { zh: '中文', en: 'English' };
export const qaHeadings: Bilingual = { zh: '问答', en: 'Q&A' };

/** The heading line of a language. */
export const languageTitle = (language: Language): string => `# ${languageHeadings[language]}`;

export interface Pair {
  question: Heading;
  answer: RootContent[];
}

export interface LanguagePart {
  language: Language;
  heading: Heading;
  /** Everything but the questions and answers. */
  content: RootContent[];
  qaHeadings: Heading[];
  /** Text between a Q&A heading and its first question: it belongs to nothing. */
  qaStray: RootContent[];
  pairs: Pair[];
}

export interface Outline {
  /** Text before the first language heading. */
  stray: RootContent[];
  parts: Partial<Record<Language, LanguagePart>>;
}

export function outlineOf(tree: Root): Outline {
  const outline: Outline = { stray: [], parts: {} };
  let part: LanguagePart | undefined;
  let inQa = false;
  for (const node of tree.children) {
    const language = node.type === 'heading' && node.depth === 1 ? languageOf(node) : undefined;
    if (node.type === 'heading' && language !== undefined && outline.parts[language] === undefined) {
      part = { language, heading: node, content: [], qaHeadings: [], qaStray: [], pairs: [] };
      outline.parts[language] = part;
      inQa = false;
      continue;
    }
    if (part === undefined) {
      outline.stray.push(node);
    } else if (node.type === 'heading' && node.depth <= 2) {
      inQa = node.depth === 2 && headingText(node) === qaHeadings[part.language];
      if (inQa) part.qaHeadings.push(node);
      else part.content.push(node);
    } else if (!inQa) {
      part.content.push(node);
    } else if (node.type === 'heading' && node.depth === 3) {
      part.pairs.push({ question: node, answer: [] });
    } else {
      (part.pairs.at(-1)?.answer ?? part.qaStray).push(node);
    }
  }
  return outline;
}

/** The words of a heading without raw HTML and comments. They form its anchor. */
export function headingText(heading: Heading): string {
  return textOf(heading, { includeHtml: false }).trim();
}

/** All nodes of a language, in the order of its page: the body, then the questions and answers. */
export function contentOf({ content, pairs }: LanguagePart): RootContent[] {
  return [...content, ...pairs.flatMap(({ question, answer }) => [question, ...answer])];
}

function languageOf(heading: Heading): Language | undefined {
  const text = headingText(heading);
  return languages.find((language) => languageHeadings[language] === text);
}

/** The existing language parts of an outline, Chinese first. */
export function partsOf({ parts }: Outline): LanguagePart[] {
  return languages.flatMap((language) => parts[language] ?? []);
}
