import type { Finding } from '../messages.ts';
import {
  codePointName,
  escapedCharacters,
  type FoundCharacter,
  referencedCharacters,
  writtenCharacters,
} from '../source/characters.ts';
import type { DraftRule } from './rule.ts';

/**
 * Bidirectional controls (Unicode property Bidi_Control), zero-width space, word joiner and invisible operators, byte order
 * mark, tag characters. Joiners (ZWJ, ZWNJ) and variation selectors are parts of words and emoji, and allowed.
 */
const forbidden = /[\p{Bidi_Control}\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu;

export const invisibleCharacters: DraftRule = {
  stage: 'draft',
  name: 'invisible-characters',
  severity: 'error',
  about: 'What an agent reads is what a person sees: no invisible character hides or reorders text.',
  check: (draft) => [
    ...writtenCharacters(draft, forbidden).map((found) => ({
      ...findingOf(found, 'the invisible character', 'Delete it; it was probably pasted by accident.'),
      fix: { ...found.extent, replacement: '' },
    })),
    ...referencedCharacters(draft, forbidden).map((found) =>
      findingOf(found, 'a character reference to the invisible character', 'Delete it, or show it in `code`.'),
    ),
    ...escapedCharacters(draft, forbidden).map((found) =>
      findingOf(found, 'an escape of the invisible character', 'Delete it from the value.'),
    ),
  ],
};

function findingOf({ character, place }: FoundCharacter, what: string, advice: string): Finding {
  return {
    place,
    found: `${what} ${codePointName(character)}`,
    expected: 'text that reads as it looks',
    advice,
  };
}
