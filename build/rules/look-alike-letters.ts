import { type LookAlike, latinForm, lookAlikesIn } from '../hygiene/look-alikes.ts';
import { wellKnownIdentifiers } from '../hygiene/well-known-identifiers.ts';
import { type Finding, type Place, show } from '../messages.ts';
import { codePointName } from '../source/characters.ts';
import type { Draft } from '../source/draft.ts';
import { nodesIn } from '../source/nodes.ts';
import { extentOf } from '../source/outline.ts';
import { placesIn } from '../source/places.ts';
import type { DraftRule } from './rule.ts';

export const lookAlikeLetters: DraftRule = {
  stage: 'draft',
  name: 'look-alike-letters',
  severity: 'error',
  onlyInCheck: true,
  about: {
    zh: '单词和标识符里的每个字母就是它看上去的那个字母。',
    en: 'Every letter of a word or an identifier is the one that it looks like.',
  },
  check: (draft) => {
    const placeAt = placesIn(draft.text);
    const written = lookAlikesIn(draft.text).map((found) => findingOf(found, placeAt(found.start)));
    return [...written, ...wholeWordsInCode(draft, placeAt), ...encodedWords(draft, placeAt), ...escapedWords(draft)];
  },
};

/** In code, also a word of other letters throughout that reads as a well-known name. */
function wholeWordsInCode({ tree, text }: Draft, placeAt: (offset: number) => Place): Finding[] {
  return nodesIn(tree.children).flatMap((node) => {
    if (node.type !== 'inlineCode' && node.type !== 'code') return [];
    const { start, end } = extentOf(node);
    const code = text.slice(start, end);
    const mixed = new Set(lookAlikesIn(code).map((found) => found.start));
    return lookAlikesIn(code, wellKnownIdentifiers)
      .filter((found) => !mixed.has(found.start))
      .map((found) => findingOf(found, placeAt(start + found.start)));
  });
}

/** What a body holds only as a character reference (`&#1072;dmin`), at the node that holds it. */
function encodedWords({ tree, text }: Draft, placeAt: (offset: number) => Place): Finding[] {
  if (!text.includes('&')) return [];
  return nodesIn(tree.children).flatMap((node) => {
    const values = node.type === 'text' ? [node.value] : 'url' in node ? [node.url] : [];
    return values
      .flatMap((value) => lookAlikesIn(value))
      .filter(({ word }) => !text.includes(word))
      .map((found) => findingOf(found, placeAt(extentOf(node).start)));
  });
}

/** What front matter holds only as an escape (`"\u0430dmin"`), at the value that holds it. */
function escapedWords({ frontMatter, text }: Draft): Finding[] {
  const search = (value: unknown, path: readonly PropertyKey[]): Finding[] => {
    if (typeof value === 'string') {
      return lookAlikesIn(value)
        .filter(({ word }) => !text.includes(word))
        .map((found) => findingOf(found, frontMatter.placeOf(path)));
    }
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => {
      return search(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    });
  };
  return search(frontMatter.values, []);
}

function findingOf({ word, looksLike, letters }: LookAlike, place: Place): Finding {
  const pairs = letters.map((letter) => ({ letter: `${letter} (${codePointName(letter)})`, latin: latinForm(letter) }));
  // The word as it looks would show nothing wrong.
  const marked = letters.reduce((text, letter) => text.replaceAll(letter, `<${codePointName(letter)}>`), word);
  return {
    place,
    found: {
      zh: `${show(marked)}，其中 ${pairs.map(({ letter, latin }) => `${letter} 不是 ${latin}`).join('，')}`,
      en: `${show(marked)}, in which ${pairs.map(({ letter, latin }) => `${letter} is not ${latin}`).join(' and ')}`,
    },
    expected: { zh: `用拉丁字母写的 ${show(looksLike)}`, en: `${show(looksLike)} in Latin letters` },
    advice: {
      zh: '重新输入这个词；要展示这样的字母，请让它单独成词，或写出编号（如 U+0430）。',
      en: 'Type the word anew; to show such a letter, let it stand alone, or write its number, such as U+0430.',
    },
  };
}
