import { type MixedWord, mixedWordsIn } from '../hygiene/mixed-scripts.ts';
import { passagesFor } from '../hygiene/passages.ts';
import { type Finding, type Place, show } from '../messages.ts';
import { codePointName } from '../source/characters.ts';
import type { DraftRule } from './rule.ts';

export const lookAlikeLetters: DraftRule = {
  stage: 'draft',
  name: 'look-alike-letters',
  severity: 'error',
  about: {
    zh: '一个单词或标识符里不混用拉丁字母和形似的其他字母，代码中也一样。确有必要时，在 front matter 的 allow 中写明理由即可发布。',
    en: 'A word or an identifier, also in code, does not mix Latin letters with those of a script that looks like it. To publish such text all the same, give the reason under allow in the front matter.',
  },
  check(draft) {
    // The text of a link is often its address, too.
    const places = new Set<string>();
    return passagesFor('look-alike-letters', draft)
      .flatMap(({ text, placeOf }) => mixedWordsIn(text).map((mixed) => findingOf(mixed, placeOf(mixed.start))))
      .filter(({ place: { line, column }, found }) => {
        const key = `${line}:${column} ${JSON.stringify(found)}`;
        return !places.has(key) && places.add(key);
      });
  },
};

function findingOf({ word, letters }: MixedWord, place: Place): Finding {
  const named = letters.map((letter) => `${letter} (${codePointName(letter)})`);
  // The word as it looks would show nothing wrong.
  const marked = letters.reduce((text, letter) => text.replaceAll(letter, `<${codePointName(letter)}>`), word);
  return {
    place,
    found: {
      zh: `${show(marked)}，其中 ${named.join('、')} 不是拉丁字母`,
      en: `${show(marked)}, in which ${named.join(' and ')} ${letters.length === 1 ? 'is' : 'are'} not Latin`,
    },
    expected: { zh: '只用一种文字写成的单词', en: 'a word in one script' },
    advice: {
      zh: '重新输入这个词；要展示这样的字母，请让它单独成词，或写出编号（如 U+0430）。',
      en: 'Type the word anew; to show such a letter, let it stand alone, or write its number, such as U+0430.',
    },
  };
}
