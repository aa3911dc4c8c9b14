import type { Nodes } from 'mdast';
import { type Language, languages } from '../edition/vocabulary.ts';
import { type Finding, show } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { nodesIn } from '../source/nodes.ts';
import { placeOf } from '../source/outline.ts';
import { plainText } from '../source/plain-text.ts';
import { templateCode, templateTag, templateTexts } from '../source/template-texts.ts';
import type { DraftRule } from './rule.ts';

export const templateText: DraftRule = {
  stage: 'draft',
  name: 'template-text',
  severity: 'warning',
  about: {
    zh: '`npm run new` 写的文字只是提示，发布之前换成自己的。',
    en: 'What `npm run new` wrote is only a hint: it is replaced before the article is published.',
  },
  check: (draft) => [
    ...languages.flatMap((language) => [...titleOf(draft, language), ...summaryOf(draft, language)]),
    ...tagsOf(draft),
    ...nodesIn(draft.tree.children).flatMap(bodyFinding),
  ],
};

const names = { zh: { zh: '中文', en: 'Chinese' }, en: { zh: '英文', en: 'English' } } as const;

/** The text of a title or summary; empty when there is none. */
function fieldOf({ frontMatter }: Draft, field: 'title' | 'summary', language: Language): string {
  const texts: unknown = frontMatter.values?.[field];
  const text: unknown = Object.entries(texts ?? {}).find(([name]) => name === language)?.[1];
  return typeof text === 'string' ? text.trim() : '';
}

function titleOf(draft: Draft, language: Language): Finding[] {
  const mark = templateTexts[language].titleMark.trim();
  if (!fieldOf(draft, 'title', language).endsWith(mark)) return [];
  const { zh, en } = names[language];
  return [
    {
      place: draft.frontMatter.placeOf(['title', language]),
      found: {
        zh: `\`npm run new\` 写的${zh}标题，以 ${show(mark)} 结尾`,
        en: `the ${en} title that \`npm run new\` wrote, which ends with ${show(mark)}`,
      },
      expected: { zh: '你写的标题', en: 'your own' },
      advice: {
        zh: '写出读者会用来查找的标题，并去掉这个标记。',
        en: 'Write the title that readers would look for, without this mark.',
      },
    },
  ];
}

function summaryOf(draft: Draft, language: Language): Finding[] {
  if (fieldOf(draft, 'summary', language) !== templateTexts[language].summary) return [];
  const { zh, en } = names[language];
  return [
    {
      place: draft.frontMatter.placeOf(['summary', language]),
      found: { zh: `\`npm run new\` 写的${zh}摘要`, en: `the ${en} summary that \`npm run new\` wrote` },
      expected: { zh: '你写的摘要', en: 'your own' },
      advice: {
        zh: '用一段话说明本文回答什么问题；搜索结果会显示它。',
        en: 'Say in one paragraph which question the article answers; search results show it.',
      },
    },
  ];
}

function tagsOf({ frontMatter }: Draft): Finding[] {
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
        en: 'Replace it by words that readers would look for the article with.',
      },
    },
  ];
}

const sentences = new Set(
  languages.flatMap((language) => {
    const { gist, firstStep, nextStep, example } = templateTexts[language];
    return [gist, firstStep, nextStep, example];
  }),
);

function bodyFinding(node: Nodes): Finding[] {
  if (node.type === 'code' && node.value.trim() === templateCode) {
    return [
      {
        place: placeOf(node),
        found: { zh: '`npm run new` 写的示例代码', en: 'the example code that `npm run new` wrote' },
        expected: { zh: '你的示例', en: 'an example of your own' },
        advice: {
          zh: '换成真正的代码，或在两种语言中都删去示例。',
          en: 'Replace it by real code, or remove the example in both languages.',
        },
      },
    ];
  }
  // An editor may have wrapped the lines.
  const text = node.type === 'paragraph' ? plainText([node]).trim().replaceAll('\n', ' ') : '';
  if (!sentences.has(text)) return [];
  return [
    {
      place: placeOf(node),
      found: { zh: `\`npm run new\` 写的 ${show(text)}`, en: `${show(text)}, which \`npm run new\` wrote` },
      expected: { zh: '你写的文字', en: 'text of your own' },
      advice: {
        zh: '换成本文的内容，或在两种语言中都删去它。',
        en: 'Replace it by what the article has to say, or remove it in both languages.',
      },
    },
  ];
}
