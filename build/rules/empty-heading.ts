import type { Heading, RootContent } from 'mdast';
import { languages } from '../edition/vocabulary.ts';
import { type Finding, show } from '../messages.ts';
import { headingText, placeOf } from '../source/outline.ts';
import { isText } from '../source/plain-text.ts';
import type { DraftRule } from './rule.ts';

export const emptyHeading: DraftRule = {
  stage: 'draft',
  name: 'empty-heading',
  severity: 'warning',
  about: {
    zh: '每个标题都有文字，标题下面也有内容，读者和智能体不会走进空的一节。',
    en: 'Every heading has words, and something under it, so that nobody is led into an empty section.',
  },
  onlyInCheck: true,
  // Questions are headings too; that each has words and an answer is for `qa-pairing` to say.
  check: ({ outline }) => languages.flatMap((language) => headingFindings(outline.parts[language]?.content ?? [])),
};

function headingFindings(content: readonly RootContent[]): Finding[] {
  const blocks = content.filter((node) => node.type === 'heading' || isText(node));
  return blocks.flatMap((node, index) => {
    if (node.type !== 'heading') return [];
    if (headingText(node) === '') return wordless(node);
    const next = blocks[index + 1];
    const isEmpty = next === undefined || (next.type === 'heading' && next.depth <= node.depth);
    return isEmpty ? textless(node) : [];
  });
}

function wordless(heading: Heading): Finding {
  return {
    place: placeOf(heading),
    found: { zh: '没有文字的标题', en: 'a heading without words' },
    expected: { zh: '说明本节内容的几个字', en: 'words that say what the section holds' },
    advice: {
      zh: '写上标题，或删去这一行；图片需要替代文字才算有文字。',
      en: 'Write the heading, or delete the line; an image counts when it has an alternative text.',
    },
  };
}

function textless(heading: Heading): Finding {
  const text = headingText(heading);
  return {
    place: placeOf(heading),
    found: { zh: `标题 ${show(text)} 下面没有内容`, en: `nothing under the heading ${show(text)}` },
    expected: { zh: '标题下面有正文', en: 'text before the next heading of its level' },
    advice: {
      zh: '写上这一节，或在两种语言里都删去这个标题。',
      en: 'Write the section, or delete the heading in both languages.',
    },
  };
}
