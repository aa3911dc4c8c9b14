// Rules about unfinished text: placeholders, and hints that `stele new` wrote.

import type { Nodes } from 'mdast';
import { type Bilingual, type Language, languages } from '../edition/vocabulary.ts';
import { type Finding, show } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { nodesIn, placeOf, plainText } from '../source/markdown.ts';
import { isPlaceholder } from '../source/source-article.ts';
import type { DraftRule } from './rule.ts';

const placeholders: DraftRule = {
  stage: 'draft',
  name: 'placeholders',
  severity: 'warning',
  about: {
    zh: '尚未写好的问题或答案会带上标记，也不会被搜索到。',
    en: 'A question or answer that is still to be written is marked and never found by search.',
  },
  check: ({ outline }) =>
    languages
      .flatMap((language) => outline.parts[language]?.pairs ?? [])
      .flatMap(({ question, answer }) => [
        { node: question, text: plainText([question]) },
        { node: answer[0], text: plainText(answer) },
      ])
      .filter(({ node, text }) => node !== undefined && isPlaceholder(text))
      .map(({ node, text }) => ({
        place: placeOf(node),
        found: { zh: `占位内容 ${show(text.trim())}`, en: `the placeholder ${show(text.trim())}` },
        expected: { zh: '真正的问题和真正的答案', en: 'a real question and a real answer' },
        advice: {
          zh: '补写缺少的文字，或在两种语言中都删去这个问题。',
          en: 'Write the missing text, or remove the question in both languages.',
        },
      })),
};

interface TemplateTexts {
  /** The text with which a title from the template ends. */
  titleMark: string;
  summary: string;
  gist: string;
  firstStep: string;
  nextStep: string;
  example: string;
}

/** The hints in the template of `stele new`, which imports them from here. */
export const templateTexts: Bilingual<Readonly<TemplateTexts>> = {
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
/** The code of the example in the template. */
export const templateCode = '{ "example": true }';

const templateText: DraftRule = {
  stage: 'draft',
  name: 'template-text',
  severity: 'warning',
  about: {
    zh: '`npm run new` 写的文字只是提示，发布之前换成自己的。',
    en: 'Text that `npm run new` wrote is only a hint: it is replaced before the article is published.',
  },
  check: (draft) => [
    ...languages.flatMap((language) => fieldFindings(draft, language)),
    ...tagFindings(draft),
    ...nodesIn(draft.tree.children).flatMap(bodyFindings),
  ],
};

function fieldFindings({ frontMatter }: Draft, language: Language): Finding[] {
  const textOf = (field: 'title' | 'summary'): string => {
    const texts = frontMatter.values?.[field] as Partial<Record<Language, unknown>> | null | undefined;
    return String(texts?.[language] ?? '').trim();
  };
  const { zh, en } = { zh: { zh: '中文', en: 'Chinese' }, en: { zh: '英文', en: 'English' } }[language];
  const mark = templateTexts[language].titleMark.trim();
  const findings: Finding[] = [];
  if (textOf('title').endsWith(mark)) {
    findings.push({
      place: frontMatter.placeOf(['title', language]),
      found: {
        zh: `\`npm run new\` 写的${zh}标题，以 ${show(mark)} 结尾`,
        en: `the ${en} title that \`npm run new\` wrote, which ends with ${show(mark)}`,
      },
      expected: { zh: '你写的标题', en: 'a title of your own' },
      advice: {
        zh: '写出读者会用来查找的标题，并去掉结尾的标记。',
        en: 'Write the title that readers would look for, and remove the mark at its end.',
      },
    });
  }
  if (textOf('summary') === templateTexts[language].summary) {
    findings.push({
      place: frontMatter.placeOf(['summary', language]),
      found: { zh: `\`npm run new\` 写的${zh}摘要`, en: `the ${en} summary that \`npm run new\` wrote` },
      expected: { zh: '你写的摘要', en: 'a summary of your own' },
      advice: {
        zh: '用一段话说明本文回答什么问题；搜索结果会显示它。',
        en: 'Say in one paragraph which question the article answers; search results show it.',
      },
    });
  }
  return findings;
}

function tagFindings({ frontMatter }: Draft): Finding[] {
  const tags: unknown = frontMatter.values?.tags;
  const index = Array.isArray(tags) ? tags.indexOf(templateTag) : -1;
  if (index === -1) return [];
  return [
    {
      place: frontMatter.placeOf(['tags', index]),
      found: {
        zh: `\`npm run new\` 写的标签 ${show(templateTag)}`,
        en: `the tag ${show(templateTag)} that \`npm run new\` wrote`,
      },
      expected: { zh: '说明主题的标签', en: 'tags that name the subject' },
      advice: {
        zh: '换成读者会用来查找本文的词。',
        en: 'Replace it with words that readers would search for.',
      },
    },
  ];
}

const templateSentences = new Set(
  languages.flatMap((language) => {
    const { gist, firstStep, nextStep, example } = templateTexts[language];
    return [gist, firstStep, nextStep, example];
  }),
);

function bodyFindings(node: Nodes): Finding[] {
  if (node.type === 'code' && node.value.trim() === templateCode) {
    return [
      {
        place: placeOf(node),
        found: { zh: '`npm run new` 写的示例代码', en: 'the example code that `npm run new` wrote' },
        expected: { zh: '你的示例', en: 'an example of your own' },
        advice: {
          zh: '换成真正的代码，或在两种语言中都删去示例。',
          en: 'Replace it with real code, or remove the example in both languages.',
        },
      },
    ];
  }
  // Line breaks count as spaces, because an editor may have wrapped the text.
  const text = node.type === 'paragraph' ? plainText([node]).trim().replaceAll('\n', ' ') : '';
  if (!templateSentences.has(text)) return [];
  return [
    {
      place: placeOf(node),
      found: { zh: `\`npm run new\` 写的 ${show(text)}`, en: `${show(text)}, which \`npm run new\` wrote` },
      expected: { zh: '你写的文字', en: 'text of your own' },
      advice: {
        zh: '换成本文的内容，或在两种语言中都删去它。',
        en: 'Replace it with text of your own, or remove it in both languages.',
      },
    },
  ];
}

export const unfinishedRules: readonly DraftRule[] = [placeholders, templateText];
