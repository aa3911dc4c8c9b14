import { languages } from '../edition/vocabulary.ts';
import { show } from '../messages.ts';
import { placeOf } from '../source/outline.ts';
import { isPlaceholder } from '../source/placeholder.ts';
import { plainText } from '../source/plain-text.ts';
import type { DraftRule } from './rule.ts';

export const placeholders: DraftRule = {
  stage: 'draft',
  name: 'placeholders',
  severity: 'warning',
  about: 'A question or answer that is still to be written is marked and never found by search.',
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
        found: `the placeholder ${show(text.trim())}`,
        expected: 'a real question and a real answer',
        advice: 'Write it, or remove the question in both languages.',
      })),
};
