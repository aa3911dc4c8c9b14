import type { Finding } from '../messages.ts';
import { codePointName, referencedCharacters, writtenCharacters } from '../source/characters.ts';
import type { DraftRule } from './rule.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const forbidden = /[\u0000-\u0008\u000b-\u001f\u007f]/gu;

export const controlCharacters: DraftRule = {
  stage: 'draft',
  name: 'control-characters',
  severity: 'error',
  about: 'A text holds no control characters but line ends and tabs; pages and answers rely on that.',
  // Escapes in front matter are for the schema to refuse: it says which fields may hold what.
  check: (draft) => [
    ...writtenCharacters(draft, forbidden).map(
      ({ character, place, extent }): Finding => ({
        place,
        fix: { ...extent, replacement: '' },
        found: `the control character ${codePointName(character)}`,
        expected: 'text without control characters',
        advice: 'Delete it; it was probably pasted by accident.',
      }),
    ),
    ...referencedCharacters(draft, forbidden).map(
      ({ character, place }): Finding => ({
        place,
        found: `a character reference to the control character ${codePointName(character)}`,
        expected: 'text without control characters',
        advice: 'Delete the reference (&#…;), or show it in `code`.',
      }),
    ),
  ],
};
