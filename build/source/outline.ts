// The outline of a body: its Chinese part, its English part, and the questions and answers of each. This module only sorts nodes
// into the parts. The rules report what is missing or misplaced.

import type { Heading, Root, RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { type Bilingual, type Language, languages } from '../edition/vocabulary.ts';

/** The first-level heading that opens the part of a language, and the second-level heading that opens its questions and answers. */
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
  /** All nodes of the part except the questions and answers. */
  content: RootContent[];
  qaHeadings: Heading[];
  /** Text between the Q&A heading and the first question. A rule reports it. */
  qaStray: RootContent[];
  pairs: Pair[];
}

export interface Outline {
  /** Text before the first language heading. A rule reports it. */
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

/** The words of a heading, without raw HTML and comments. The anchor of the heading is formed from them. */
export function headingText(heading: Heading): string {
  return textOf(heading, { includeHtml: false }).trim();
}

/** All nodes of a language in the order of the page: the body, then the questions with their answers. */
export function contentOf({ content, pairs }: LanguagePart): RootContent[] {
  return [...content, ...pairs.flatMap(({ question, answer }) => [question, ...answer])];
}

function languageOf(heading: Heading): Language | undefined {
  const text = headingText(heading);
  return languages.find((language) => languageHeadings[language] === text);
}

/** The language parts that an outline has, Chinese first. */
export function partsOf({ parts }: Outline): LanguagePart[] {
  return languages.flatMap((language) => parts[language] ?? []);
}
