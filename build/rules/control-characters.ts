import type { Finding } from '../messages.ts';
import type { DraftRule } from './rule.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const forbidden = /[\u0000-\u0008\u000b-\u001f\u007f]/gu;

export const controlCharacters: DraftRule = {
  stage: 'draft',
  name: 'control-characters',
  severity: 'error',
  about: 'A text holds no control characters but line ends and tabs; pages and answers rely on that.',
  check: ({ text }) =>
    text.split('\n').flatMap((line, index) =>
      [...line.matchAll(forbidden)].map(
        (match): Finding => ({
          place: { line: index + 1, column: match.index + 1 },
          found: `the control character U+${match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
          expected: 'text without control characters',
          advice: 'Delete it; it was probably pasted by accident.',
        }),
      ),
    ),
};
