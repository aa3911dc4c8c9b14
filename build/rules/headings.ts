// Rules about headings: the two headings under which the languages begin, the headings inside a body, and the text under headings.

import type { Heading } from 'mdast';
import { type Bilingual, type Language, languages } from '../edition/vocabulary.ts';
import { type Finding, show } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { isComment, isText, nodesIn, placeOf, plainText } from '../source/markdown.ts';
import { contentOf, headingText, languageHeadings, languageTitle, partsOf } from '../source/outline.ts';
import type { DraftRule, Rule } from './rule.ts';

const titles = languages.map(languageTitle);
const both = { zh: titles.join(' 和 '), en: titles.join(' and ') };

const languageHeadingsRule: DraftRule = {
  stage: 'draft',
  name: 'language-headings',
  severity: 'error',
  about: {
    zh: `正文恰有两个一级标题 ${both.zh}，其下都有文字。`,
    en: `A body has exactly two first-level headings, ${both.en}, and text under both.`,
  },
  check(draft) {
    const { bodyLine } = draft.frontMatter;
    // If no body was found, the front matter has a fault, which another rule reports.
    if (bodyLine === null) return [];
    const parts = languages.map((language) =>
      draft.outline.parts[language] === undefined ? missing(language, draft, bodyLine) : empty(language, draft),
    );
    return [textBefore(draft), ...parts].flatMap((finding) => finding ?? []);
  },
};

/** Reports text before the first language heading. A misspelt language heading counts as one here. */
function textBefore(draft: Draft): Finding | undefined {
  const { stray } = draft.outline;
  const meant: readonly unknown[] = languages.map((language) => meantFor(language, draft));
  const end = stray.findIndex((node) => meant.includes(node));
  const first = stray
    .slice(0, end === -1 ? stray.length : end)
    .find(({ type }) => type !== 'html' && type !== 'definition');
  if (first === undefined) return undefined;
  return {
    place: placeOf(first),
    found:
      first.type === 'heading'
        ? {
            zh: `位于所有语言标题之前的标题 ${show(headingText(first))}`,
            en: `the heading ${show(headingText(first))} before any language heading`,
          }
        : { zh: '位于所有语言标题之前的文字', en: 'text before any language heading' },
    expected: {
      zh: `${both.zh}，其中第一个之前没有任何内容`,
      en: `${both.en}, and nothing before the first of them`,
    },
    advice: { zh: '把它移到所属语言的标题之下。', en: 'Move it under the heading of its language.' },
  };
}

function missing(language: Language, draft: Draft, bodyLine: number): Finding {
  const title = languageTitle(language);
  const expected = { zh: `${both.zh}，各出现一次`, en: `${both.en}, each once` };
  const meant = meantFor(language, draft);
  if (meant !== undefined) {
    const written = `${'#'.repeat(meant.depth)} ${headingText(meant)}`;
    return {
      place: placeOf(meant),
      found: { zh: `标题 ${written}，却没有 ${title}`, en: `the heading ${written}, but no heading ${title}` },
      expected,
      advice: { zh: `改写为 ${title}。`, en: `Write it as ${title}.` },
    };
  }
  return {
    place: { line: bodyLine, column: 1 },
    found: { zh: `缺少标题 ${title}`, en: `no heading ${title}` },
    expected,
    advice: {
      zh: `加上 ${title}，并在其下写出这种语言的正文。`,
      en: `Add ${title} and the text in that language under it.`,
    },
  };
}

/** Common wrong spellings of a language heading, in lower case. */
const otherNames: Bilingual<readonly string[]> = {
  zh: ['中文', '简体中文', '汉语', 'chinese', 'zh'],
  en: ['english', '英文', '英语', 'en'],
};

/** A heading that the author probably meant as the heading of a missing language. */
function meantFor(language: Language, { outline, tree }: Draft): Heading | undefined {
  if (outline.parts[language] !== undefined) return undefined;
  return tree.children
    .filter((node) => node.type === 'heading')
    .find((heading) => otherNames[language].includes(headingText(heading).toLowerCase()));
}

function empty(language: Language, { outline, deepPlaces }: Draft): Finding | undefined {
  const part = outline.parts[language];
  // Text that nests too deep was removed from the tree, but it counts as text of the body.
  if (part === undefined || part.content.some((node) => !isComment(node)) || deepPlaces.length > 0) return undefined;
  return {
    place: placeOf(part.heading),
    found: { zh: `${languageTitle(language)} 之下没有正文`, en: `${languageTitle(language)} without a body` },
    expected: {
      zh: '两种语言各自的正文（问答不算正文）',
      en: 'a body in each language, besides questions and answers',
    },
    advice: { zh: '用这种语言写出文章的正文。', en: 'Write the body of the article in this language.' },
  };
}

const headingLevels: DraftRule = {
  stage: 'draft',
  name: 'heading-levels',
  severity: 'error',
  about: {
    zh: '一级标题只有两个语言标题；正文的标题从二级开始。',
    en: 'Only the two language headings are at level 1; headings in a body start at level 2.',
  },
  check: ({ outline }) =>
    nodesIn(partsOf(outline).flatMap(contentOf)).flatMap((node) => {
      if (node.type !== 'heading' || node.depth !== 1) return [];
      const text = headingText(node);
      const isRepeated = Object.values(languageHeadings).includes(text);
      return {
        place: placeOf(node),
        found: isRepeated
          ? { zh: `重复出现的标题 ${show(text)}`, en: `the heading ${show(text)} a second time` }
          : { zh: `一级标题 ${show(text)}`, en: `the first-level heading ${show(text)}` },
        expected: { zh: '正文中二级或更低级别的标题', en: 'headings of level 2 or deeper inside a body' },
        advice: isRepeated
          ? { zh: '把两部分合并到同一个标题之下。', en: 'Join the two parts under one heading.' }
          : { zh: `改写为 ## ${text}，或更低级别的标题。`, en: `Write it as ## ${text}, or as a deeper heading.` },
      };
    }),
};

const emptyHeading: DraftRule = {
  stage: 'draft',
  name: 'empty-heading',
  severity: 'warning',
  about: {
    zh: '每个标题都有文字，标题下面也有内容，读者和智能体不会走进空的一节。',
    en: 'Every heading has words, and something under it, so that no link leads into an empty section.',
  },
  onlyInCheck: true,
  // Questions are not checked here. `qa-pairing` reports questions without words or answers.
  check: ({ outline }) =>
    partsOf(outline).flatMap(({ content }) => {
      const blocks = content.filter((node) => node.type === 'heading' || isText(node));
      return blocks.flatMap((node, index): Finding[] => {
        if (node.type !== 'heading') return [];
        const place = placeOf(node);
        const text = headingText(node);
        const next = blocks[index + 1];
        if (text === '') {
          return [
            {
              place,
              found: { zh: '没有文字的标题', en: 'a heading without words' },
              expected: { zh: '说明本节内容的几个字', en: 'words that say what the section holds' },
              advice: {
                zh: '写上标题，或删去这一行；图片需要替代文字才算有文字。',
                en: 'Write the heading, or delete the line; a heading that is only an image needs alternative text.',
              },
            },
          ];
        }
        if (next !== undefined && (next.type !== 'heading' || next.depth > node.depth)) return [];
        return [
          {
            place,
            found: { zh: `标题 ${show(text)} 下面没有内容`, en: `nothing under the heading ${show(text)}` },
            expected: { zh: '标题下面有正文或下级小节', en: 'text or a subsection under the heading' },
            advice: {
              zh: '写上这一节，或在两种语言里都删去这个标题。',
              en: 'Write the section, or delete the heading in both languages.',
            },
          },
        ];
      });
    }),
};

const leadParagraph: DraftRule = {
  stage: 'draft',
  name: 'lead-paragraph',
  severity: 'warning',
  about: {
    zh: '每种语言的正文以一段话开头：搜索看重它，智能体先读到它。',
    en: 'The text in each language opens with a paragraph: search gives this paragraph weight, and agents read it first.',
  },
  onlyInCheck: true,
  check: ({ outline }) =>
    partsOf(outline).flatMap(({ content, language }) => {
      // If there is no text at all, `empty-heading` reports it.
      const first = content.find((node) => node.type !== 'heading' && isText(node));
      if (first === undefined || (first.type === 'paragraph' && plainText([first]).trim() !== '')) return [];
      const opening = openings[first.type] ?? { zh: '不是一段话的内容', en: 'something other than a paragraph' };
      return {
        place: placeOf(first),
        found: {
          zh: `正文（${languageTitle(language)}）以${opening.zh}开头`,
          en: `${opening.en} that opens the text under ${languageTitle(language)}`,
        },
        expected: {
          zh: '开头是一段话，用一两句说出答案',
          en: 'a paragraph first, which gives the answer in a sentence or two',
        },
        advice: { zh: '在正文开头写一段话。', en: 'Write a paragraph at the beginning of the text.' },
      };
    }),
};

const openings: { readonly [type: string]: Bilingual } = {
  list: { zh: '列表', en: 'a list' },
  code: { zh: '代码', en: 'code' },
  table: { zh: '表格', en: 'a table' },
  blockquote: { zh: '引用', en: 'a quotation' },
  paragraph: { zh: '没有文字的一段', en: 'a paragraph without words' },
};

export const headingRules: readonly Rule[] = [languageHeadingsRule, headingLevels, emptyHeading, leadParagraph];
