// The texts that `stele new` writes for an author to replace. The template takes them from here, and so does the rule that
// tells of those that are still there, so that the two never differ.
import type { Language } from '../edition/vocabulary.ts';

/** What of one language is to be replaced. */
export interface TemplateTexts {
  /** Ends a title that nobody has written yet. */
  titleMark: string;
  summary: string;
  gist: string;
  firstStep: string;
  nextStep: string;
  example: string;
}

export const templateTexts: { readonly [Name in Language]: Readonly<TemplateTexts> } = {
  zh: {
    titleMark: '（中文标题待写）',
    summary: '用一段话说明本文回答什么问题。',
    gist: '用一两句话直接回答标题提出的问题，让读者不往下看也能照做。',
    firstStep: '写出第一步，以及做完之后应当看到什么。',
    nextStep: '写出下一步。',
    example: '说明示例做什么、在哪里运行，再给出完整的代码：',
  },
  en: {
    titleMark: ' (English title to be written)',
    summary: 'One paragraph that says which question this article answers.',
    gist: 'Answer the question of the title in a sentence or two, so that readers who stop here can act on it.',
    firstStep: 'Write the first step, and what should be seen after it.',
    nextStep: 'Write the next step.',
    example: 'Say what the example does and where it runs, then show all of the code:',
  },
};

export const templateTag = 'draft';

/** The code of both languages' example. */
export const templateCode = '{ "example": true }';
