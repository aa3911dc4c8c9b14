import type { RootContent } from 'mdast';
import { type Language, languages } from '../edition/vocabulary.ts';
import type { Wording } from '../messages.ts';
import { languageHeadings, placeOf } from '../source/outline.ts';
import { isText, plainText } from '../source/plain-text.ts';
import type { DraftRule } from './rule.ts';

export const leadParagraph: DraftRule = {
  stage: 'draft',
  name: 'lead-paragraph',
  severity: 'warning',
  about: {
    zh: '每种语言的正文以一段话开头：搜索看重它，智能体先读到它。',
    en: 'Each language opens with a paragraph: search gives it weight, and agents read it first.',
  },
  onlyInCheck: true,
  check: ({ outline }) =>
    languages.flatMap((language) => {
      // A heading with nothing under it is for `empty-heading` to report.
      const first = outline.parts[language]?.content.find((node) => node.type !== 'heading' && isText(node));
      if (first === undefined || (first.type === 'paragraph' && plainText([first]).trim() !== '')) return [];
      return [
        {
          place: placeOf(first),
          found: openingOf(first, language),
          expected: {
            zh: '开头是一段话，用一两句说出答案',
            en: 'a paragraph first, which gives the answer in a sentence or two',
          },
          advice: { zh: '在它前面写一段话。', en: 'Write a paragraph above it.' },
        },
      ];
    }),
};

const kinds: { readonly [type: string]: { zh: string; en: string } } = {
  list: { zh: '列表', en: 'a list' },
  code: { zh: '代码', en: 'code' },
  table: { zh: '表格', en: 'a table' },
  blockquote: { zh: '引用', en: 'a quotation' },
  paragraph: { zh: '没有文字的一段', en: 'a paragraph without words' },
};

function openingOf({ type }: RootContent, language: Language): Wording {
  const kind = kinds[type] ?? { zh: '不是一段话的内容', en: 'something that is no paragraph' };
  const heading = `# ${languageHeadings[language]}`;
  return { zh: `正文（${heading}）以${kind.zh}开头`, en: `${kind.en} that opens the text under ${heading}` };
}
