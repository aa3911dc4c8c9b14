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
  about: {
    zh: '尚未写好的问题或答案会带上标记，也不会被搜索到。',
    en: 'A question or answer that is still to be written is marked and never found by search.',
  },
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
        found: { zh: `占位内容 ${show(text.trim())}`, en: `the placeholder ${show(text.trim())}` },
        expected: { zh: '真正的问题和真正的答案', en: 'a real question and a real answer' },
        advice: {
          zh: '把它写好，或在两种语言中都删去这个问题。',
          en: 'Write it, or remove the question in both languages.',
        },
      })),
};
