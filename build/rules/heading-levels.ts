import { languages } from '../edition/vocabulary.ts';
import { type Finding, show } from '../messages.ts';
import { headingsIn } from '../source/anchors.ts';
import { contentOf, headingText, languageHeadings, placeOf } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

export const headingLevels: DraftRule = {
  stage: 'draft',
  name: 'heading-levels',
  severity: 'error',
  about: {
    zh: '一级标题只有两个语言标题；正文的标题从二级开始。',
    en: 'Only the two languages are first-level headings; bodies start at level 2.',
  },
  check({ outline }) {
    // Before the first language they are reported as text that belongs to none.
    const inBodies = languages.flatMap((language) => {
      const part = outline.parts[language];
      return part === undefined ? [] : headingsIn(contentOf(part)).filter(({ depth }) => depth === 1);
    });
    return inBodies.map((heading): Finding => {
      const text = headingText(heading);
      const repeated = languages.some((language) => languageHeadings[language] === text);
      return {
        place: placeOf(heading),
        found: repeated
          ? { zh: `重复出现的标题 ${show(text)}`, en: `the heading ${show(text)} a second time` }
          : { zh: `一级标题 ${show(text)}`, en: `the first-level heading ${show(text)}` },
        expected: { zh: '正文中二级或更低级别的标题', en: 'headings of level 2 or deeper inside a body' },
        advice: repeated
          ? { zh: '把两部分合并到同一个标题之下。', en: 'Join the two parts under one heading.' }
          : { zh: `改写为 ## ${text}，或更低级别的标题。`, en: `Write it as ## ${text}, or deeper.` },
      };
    });
  },
};
