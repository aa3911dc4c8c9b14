import type { Heading } from 'mdast';
import { type Language, languages } from '../edition/vocabulary.ts';
import { type Finding, show } from '../messages.ts';
import { isComment } from '../source/comments.ts';
import type { Draft } from '../source/draft.ts';
import { headingText, languageHeadings, placeOf } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

const titles = languages.map((language) => `# ${languageHeadings[language]}`);
const both = { zh: titles.join(' 和 '), en: titles.join(' and ') };
/** What authors write instead, in lower case. */
const otherNames: { readonly [Name in Language]: readonly string[] } = {
  zh: ['中文', '简体中文', '汉语', 'chinese', 'zh'],
  en: ['english', '英文', '英语', 'en'],
};

export const languageHeadingsRule: DraftRule = {
  stage: 'draft',
  name: 'language-headings',
  severity: 'error',
  about: {
    zh: `正文恰有两个一级标题 ${both.zh}，其下都有文字。`,
    en: `A body has exactly two first-level headings, ${both.en}, and text under both.`,
  },
  check(draft) {
    const { bodyLine } = draft.frontMatter;
    // Where the body begins, or whether there is one, is said by what is wrong with the front matter.
    if (bodyLine === null) return [];
    return [...strayText(draft), ...languages.flatMap((language) => partFindings(draft, language, bodyLine))];
  },
};

function strayText(draft: Draft): Finding[] {
  const { stray } = draft.outline;
  // What follows a heading that was meant to open a language belongs to that language.
  const meant: readonly unknown[] = languages.map((language) => meantFor(language, draft));
  const end = stray.findIndex((node) => meant.includes(node));
  const first = stray
    .slice(0, end === -1 ? stray.length : end)
    .find(({ type }) => type !== 'html' && type !== 'definition');
  if (first === undefined) return [];
  return [
    {
      place: placeOf(first),
      found:
        first.type === 'heading'
          ? {
              zh: `位于所有语言标题之前的标题 ${show(headingText(first))}`,
              en: `the heading ${show(headingText(first))} before any language`,
            }
          : { zh: '位于所有语言标题之前的文字', en: 'text before any language' },
      expected: {
        zh: `${both.zh}，其中第一个之前没有任何内容`,
        en: `${both.en}, and nothing before the first of them`,
      },
      advice: { zh: '把它移到所属语言的标题之下。', en: 'Move it under the heading of its language.' },
    },
  ];
}

function partFindings(draft: Draft, language: Language, bodyLine: number): Finding[] {
  const part = draft.outline.parts[language];
  const title = `# ${languageHeadings[language]}`;
  const meant = meantFor(language, draft);
  if (part !== undefined) {
    // What was cut for nesting too deep was text.
    if (part.content.some((node) => !isComment(node)) || draft.deepPlaces.length > 0) return [];
    return [
      {
        place: placeOf(part.heading),
        found: { zh: `${title} 之下没有正文`, en: `${title} with no text of its own` },
        expected: {
          zh: '两种语言各自的正文（问答不算正文）',
          en: 'a body in each language, besides questions and answers',
        },
        advice: { zh: '用这种语言写出文章的正文。', en: 'Write the body of the article in this language.' },
      },
    ];
  }
  if (meant !== undefined) {
    return [
      {
        place: placeOf(meant),
        found: {
          zh: `标题 ${'#'.repeat(meant.depth)} ${headingText(meant)}，却没有 ${title}`,
          en: `the heading ${'#'.repeat(meant.depth)} ${headingText(meant)}, but none ${title}`,
        },
        expected: { zh: `${both.zh}，各出现一次`, en: `${both.en}, each once` },
        advice: { zh: `改写为 ${title}。`, en: `Write it as ${title}.` },
      },
    ];
  }
  return [
    {
      place: { line: bodyLine, column: 1 },
      found: { zh: `缺少标题 ${title}`, en: `no heading ${title}` },
      expected: { zh: `${both.zh}，各出现一次`, en: `${both.en}, each once` },
      advice: {
        zh: `加上 ${title}，并在其下写出这种语言的正文。`,
        en: `Add ${title} and the text in that language under it.`,
      },
    },
  ];
}

/** A heading that is probably meant to open a language that none opens. */
function meantFor(language: Language, { outline, tree }: Draft): Heading | undefined {
  if (outline.parts[language] !== undefined) return undefined;
  return tree.children
    .filter((node) => node.type === 'heading')
    .find((heading) => otherNames[language].includes(headingText(heading).toLowerCase()));
}
