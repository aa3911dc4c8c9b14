import type { Finding } from '../messages.ts';
import { codePointName, referencedCharacters, writtenCharacters } from '../source/characters.ts';
import type { DraftRule } from './rule.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const forbidden = /[\u0000-\u0008\u000b-\u001f\u007f]/gu;

export const controlCharacters: DraftRule = {
  stage: 'draft',
  name: 'control-characters',
  severity: 'error',
  about: {
    zh: '文本中除换行符和制表符外没有 ASCII 控制字符；页面和回答都以此为前提。',
    en: 'A text holds no ASCII control characters but line ends and tabs; pages and answers rely on that.',
  },
  // Escapes in front matter are for the schema to refuse: it says which fields may hold what.
  check: (draft) => [
    ...writtenCharacters(draft, forbidden).map(
      ({ character, place, extent }): Finding => ({
        place,
        found: { zh: `控制字符 ${codePointName(character)}`, en: `the control character ${codePointName(character)}` },
        expected: { zh: '不含控制字符的文本', en: 'text without control characters' },
        advice: { zh: '删除它，多半是粘贴时无意带入的。', en: 'Delete it; it was probably pasted by accident.' },
        fix: { ...extent, replacement: '' },
      }),
    ),
    ...referencedCharacters(draft, forbidden).map(
      ({ character, place }): Finding => ({
        place,
        found: {
          zh: `以字符引用写出的控制字符 ${codePointName(character)}`,
          en: `a character reference to the control character ${codePointName(character)}`,
        },
        expected: { zh: '不含控制字符的文本', en: 'text without control characters' },
        advice: {
          zh: '删除这个引用（&#…;）；若要展示它，写成行内代码（`…`）。',
          en: 'Delete the reference (&#…;), or show it in `code`.',
        },
      }),
    ),
  ],
};
