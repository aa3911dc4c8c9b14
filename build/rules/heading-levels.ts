import { languages } from '../edition/vocabulary.ts';
import { type Finding, show } from '../messages.ts';
import { headingsIn } from '../source/anchors.ts';
import { contentOf, headingText, languageHeadings, placeOf } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

export const headingLevels: DraftRule = {
  stage: 'draft',
  name: 'heading-levels',
  severity: 'error',
  about: 'Only the two languages are first-level headings; bodies start at level 2.',
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
        found: repeated ? `the heading ${show(text)} a second time` : `the first-level heading ${show(text)}`,
        expected: 'headings of level 2 or deeper inside a body',
        advice: repeated ? 'Join the two parts under one heading.' : `Write it as ## ${text}, or deeper.`,
      };
    });
  },
};
