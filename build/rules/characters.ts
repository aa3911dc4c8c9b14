import type { Bilingual } from '../edition/vocabulary.ts';
import { type Finding, placesIn } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { extentOf, nodesIn } from '../source/markdown.ts';
import type { DraftRule } from './rule.ts';

export const controlCharacters: DraftRule = {
  stage: 'draft',
  name: 'control-characters',
  severity: 'error',
  about: {
    zh: '文本中除换行符和制表符外没有 ASCII 控制字符；页面和回答都以此为前提。',
    en: 'A text contains no ASCII control characters except line ends and tabs; pages and responses rely on that.',
  },
  check(draft) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
    const forbidden = /[\u0000-\u0008\u000b-\u001f\u007f]/gu;
    const expected = { zh: '不含控制字符的文本', en: 'text without control characters' };
    // Escapes in front matter are not checked here. The schema of each field refuses control characters.
    return [
      ...writtenCharacters(draft, forbidden, { zh: '控制字符', en: 'the control character' }),
      ...referencedCharacters(draft, forbidden, {
        found: { zh: '以字符引用写出的控制字符', en: 'a character reference to the control character' },
        advice: {
          zh: '删除这个引用（&#…;）；若要展示它，写成行内代码（`…`）。',
          en: 'Delete the reference (&#…;), or show it in `code`.',
        },
      }),
    ].map((finding) => ({ ...finding, expected }));
  },
};

export const invisibleCharacters: DraftRule = {
  stage: 'draft',
  name: 'invisible-characters',
  severity: 'error',
  about: {
    zh: '智能体读到的就是人看到的：没有不可见字符隐藏文字或打乱文字的顺序。',
    en: 'What an agent reads is what a person sees: no invisible character hides or reorders text.',
  },
  check(draft) {
    // Bidirectional controls, zero-width space, word joiner, invisible operators, byte order mark, and tag characters. Joiners
    // (ZWJ, ZWNJ) and variation selectors are allowed, because words and emoji need them.
    const forbidden = /[\p{Bidi_Control}\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu;
    const expected = { zh: '显示内容与实际内容一致的文本', en: 'text without invisible characters' };
    return [
      ...writtenCharacters(draft, forbidden, { zh: '不可见字符', en: 'the invisible character' }),
      ...referencedCharacters(draft, forbidden, {
        found: { zh: '以字符引用写出的不可见字符', en: 'a character reference to the invisible character' },
        advice: { zh: '删除它；若要展示它，写成行内代码（`…`）。', en: 'Delete it, or show it in `code`.' },
      }),
      ...escapedCharacters(draft, forbidden, {
        found: { zh: '以转义序列写出的不可见字符', en: 'an escape of the invisible character' },
        advice: { zh: '从值中删除它。', en: 'Delete it from the value.' },
      }),
    ].map((finding) => ({ ...finding, expected }));
  },
};

type FoundCharacter = Omit<Finding, 'expected'>;

/** The code point of a character as Unicode writes it, such as `U+200B`. */
export const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const named = ({ zh, en }: Bilingual, character: string): Bilingual => ({
  zh: `${zh} ${codePointName(character)}`,
  en: `${en} ${codePointName(character)}`,
});

/**
 * Finds literal characters in the file. Here and in the functions below, `forbidden` matches a single character and has the flag
 * g.
 */
function writtenCharacters({ text }: Draft, forbidden: RegExp, found: Bilingual): FoundCharacter[] {
  const placeAt = placesIn(text);
  return [...text.matchAll(forbidden)].map(({ 0: character, index }) => ({
    place: placeAt(index),
    found: named(found, character),
    advice: { zh: '删除它，多半是粘贴时无意带入的。', en: 'Delete it; it was probably pasted by accident.' },
    fix: { start: index, end: index + character.length, replacement: '' },
  }));
}

/** Finds character references (`&#x202e;`) in the body. Those in code and HTML are ignored: Markdown does not decode them. */
function referencedCharacters(
  { tree, text }: Draft,
  forbidden: RegExp,
  { found, advice }: { found: Bilingual; advice: Bilingual },
): FoundCharacter[] {
  const references = [...text.matchAll(characterReference)].filter(({ index }) => text[index - 1] !== '\\');
  if (references.length === 0) return [];
  const bodyStart = tree.children[0] === undefined ? text.length : extentOf(tree.children[0]).start;
  const literal = nodesIn(tree.children)
    .filter(({ type }) => type === 'code' || type === 'inlineCode' || type === 'html')
    .map((node) => {
      const { start, end } = extentOf(node);
      // Parsers decode references in the info string of a fence, but not in the code. Only the code is excluded.
      return { start: /^[`~]{3}/.test(text.slice(start, start + 3)) ? text.indexOf('\n', start) : start, end };
    });
  const placeAt = placesIn(text);
  return references.flatMap(({ 0: written, index }) => {
    const [character] = decodeReferences(written).match(forbidden) ?? [];
    const isLiteral = index < bodyStart || literal.some(({ start, end }) => start <= index && index < end);
    return character === undefined || isLiteral
      ? []
      : { place: placeAt(index), found: named(found, character), advice };
  });
}

/** Finds characters that the front matter contains only as an escape (`"\u202e"`). Each is reported at the place of its value. */
function escapedCharacters(
  { frontMatter, text: source }: Draft,
  forbidden: RegExp,
  { found, advice }: { found: Bilingual; advice: Bilingual },
): FoundCharacter[] {
  return textsIn(frontMatter.values).flatMap(({ text, path }) =>
    [...new Set(text.match(forbidden))]
      .filter((character) => !source.includes(character))
      .map((character) => ({ place: frontMatter.placeOf(path), found: named(found, character), advice })),
  );
}

/** All texts in the values of front matter, each with its path. */
export function textsIn(
  value: unknown,
  path: readonly PropertyKey[] = [],
): { text: string; path: readonly PropertyKey[] }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

const characterReference = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,22})(?=;));?/gi;

/** Named references that could hide an address, a word or a character. Names are in lower case. */
const namedReferences: { readonly [name: string]: string } = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', colon: ':', sol: '/', bsol: '\\', tab: '\t' },
  ...{ newline: '\n', lpar: '(', rpar: ')', lrm: '\u200e', rlm: '\u200f', nobreak: '\u2060' },
  ...{ zerowidthspace: '\u200b', negativeverythinspace: '\u200b', negativethinspace: '\u200b' },
  ...{ negativemediumspace: '\u200b', negativethickspace: '\u200b', af: '\u2061', applyfunction: '\u2061' },
  ...{ it: '\u2062', invisibletimes: '\u2062', ic: '\u2063', invisiblecomma: '\u2063' },
};

/** Decodes the named references above and numeric references. Like browsers, it accepts numeric references without a semicolon. */
export function decodeReferences(text: string): string {
  return text.replace(characterReference, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return namedReferences[name.toLowerCase()] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
