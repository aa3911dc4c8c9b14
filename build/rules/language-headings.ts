import type { Heading } from 'mdast';
import { type Language, languages } from '../edition/vocabulary.ts';
import { type Finding, show } from '../messages.ts';
import { isComment } from '../source/comments.ts';
import type { Draft } from '../source/draft.ts';
import { headingText, languageHeadings, placeOf } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

const both = languages.map((language) => `# ${languageHeadings[language]}`).join(' and ');
/** What authors write instead, in lower case. */
const otherNames: { readonly [Name in Language]: readonly string[] } = {
  zh: ['中文', '简体中文', '汉语', 'chinese', 'zh'],
  en: ['english', '英文', '英语', 'en'],
};

export const languageHeadingsRule: DraftRule = {
  stage: 'draft',
  name: 'language-headings',
  severity: 'error',
  about: `A body has exactly two first-level headings, ${both}, and text under both.`,
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
          ? `the heading ${show(headingText(first))} before any language`
          : 'text before any language',
      expected: `${both}, and nothing before the first of them`,
      advice: 'Move it under the heading of its language.',
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
        found: `${title} with no text of its own`,
        expected: 'a body in each language, besides questions and answers',
        advice: 'Write the body of the article in this language.',
      },
    ];
  }
  if (meant !== undefined) {
    return [
      {
        place: placeOf(meant),
        found: `the heading ${'#'.repeat(meant.depth)} ${headingText(meant)}, but none ${title}`,
        expected: `${both}, each once`,
        advice: `Write it as ${title}.`,
      },
    ];
  }
  return [
    {
      place: { line: bodyLine, column: 1 },
      found: `no heading ${title}`,
      expected: `${both}, each once`,
      advice: `Add ${title} and the text in that language under it.`,
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
