import type { Bilingual, Finding } from '../messages.ts';
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
  about: {
    zh: '智能体读到的就是人看到的：没有不可见字符隐藏文字或打乱文字的顺序。',
    en: 'What an agent reads is what a person sees: no invisible character hides or reorders text.',
  },
  check: (draft) => [
    ...writtenCharacters(draft, forbidden).map((found) => ({
      ...findingOf(
        found,
        { zh: '不可见字符', en: 'the invisible character' },
        { zh: '删除它，多半是粘贴时无意带入的。', en: 'Delete it; it was probably pasted by accident.' },
      ),
      fix: { ...found.extent, replacement: '' },
    })),
    ...referencedCharacters(draft, forbidden).map((found) =>
      findingOf(
        found,
        { zh: '以字符引用写出的不可见字符', en: 'a character reference to the invisible character' },
        { zh: '删除它；若要展示它，写成行内代码（`…`）。', en: 'Delete it, or show it in `code`.' },
      ),
    ),
    ...escapedCharacters(draft, forbidden).map((found) =>
      findingOf(
        found,
        { zh: '以转义序列写出的不可见字符', en: 'an escape of the invisible character' },
        { zh: '从值中删除它。', en: 'Delete it from the value.' },
      ),
    ),
  ],
};

function findingOf({ character, place }: FoundCharacter, what: Bilingual, advice: Bilingual): Finding {
  const name = codePointName(character);
  return {
    place,
    found: { zh: `${what.zh} ${name}`, en: `${what.en} ${name}` },
    expected: { zh: '显示内容与实际内容一致的文本', en: 'text that reads as it looks' },
    advice,
  };
}
