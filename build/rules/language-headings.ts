import { toString as textOf } from 'mdast-util-to-string';
import { languages } from '../edition/vocabulary.ts';
import { type Finding, show } from '../messages.ts';
import { languageHeadings, placeOf } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

const both = languages.map((language) => `# ${languageHeadings[language]}`).join(' and ');

export const languageHeadingsRule: DraftRule = {
  stage: 'draft',
  name: 'language-headings',
  severity: 'error',
  about: `A body has exactly two first-level headings, ${both}, and text under both.`,
  check({ outline, frontMatter }) {
    const findings: Finding[] = [];
    const stray = outline.stray.find(({ type }) => type !== 'html' && type !== 'definition');
    if (stray !== undefined) {
      findings.push({
        place: placeOf(stray),
        found:
          stray.type === 'heading'
            ? `the heading ${show(textOf(stray))} before any language`
            : 'text before any language',
        expected: `${both}, and nothing before the first of them`,
        advice: 'Move it under the heading of its language.',
      });
    }
    for (const language of languages) {
      const part = outline.parts[language];
      const title = `# ${languageHeadings[language]}`;
      if (part === undefined) {
        findings.push({
          place: { line: frontMatter.bodyLine, column: 1 },
          found: `no heading ${title}`,
          expected: `${both}, each once`,
          advice: `Add ${title} and the text in that language under it.`,
        });
      } else if (part.content.length === 0) {
        findings.push({
          place: placeOf(part.heading),
          found: `${title} with no text of its own`,
          expected: 'a body in each language, besides questions and answers',
          advice: 'Write the body of the article in this language.',
        });
      }
    }
    return findings;
  },
};
