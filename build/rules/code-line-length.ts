import { columnsOf, overflowOf } from '../source/columns.ts';
import { fencesIn } from '../source/fences.ts';
import { placesIn } from '../source/places.ts';
import type { DraftRule } from './rule.ts';

const columnsMax = 120;
/** What a program printed is shown as it was printed. */
const output = new Set(['output', 'text', 'txt', 'plaintext', 'console', 'log']);
/** Addresses, hashes, encoded bytes: from this length on nobody can break the line inside them. */
const unbreakable = /[^\s"'`<>,;(){}[\]，。；：、（）「」]{40,}/g;

export const codeLineLength: DraftRule = {
  stage: 'draft',
  name: 'code-line-length',
  severity: 'warning',
  about: {
    zh: '代码行不超过 120 列，在页面上不必左右滚动。',
    en: 'Lines of code fit into 120 columns, so that nobody has to scroll sideways on a page.',
  },
  onlyInCheck: true,
  check(draft) {
    const placeOf = placesIn(draft.text);
    return fencesIn(draft)
      .filter(({ language }) => !output.has(language))
      .flatMap(({ lines }) => lines)
      .filter(({ text }) => isTooLong(text))
      .map(({ text, start }) => ({
        place: placeOf(start + overflowOf(text, columnsMax)),
        found: { zh: `一行 ${columnsOf(text)} 列的代码`, en: `a line of code of ${columnsOf(text)} columns` },
        expected: {
          zh: `至多 ${columnsMax} 列，其中汉字算两列`,
          en: `at most ${columnsMax} columns, of which a Chinese character takes two`,
        },
        advice: {
          zh: '在合适的地方换行；若是程序的输出，把代码块标为 text。',
          en: 'Break the line where the language allows it; if a program printed it, mark the fence as text.',
        },
      }));
  },
};

/** Lines that are long only because of something unbreakable are left alone. */
function isTooLong(line: string): boolean {
  // No character is wider than two columns (a tab is four): most lines need no counting.
  if (line.length * 4 <= columnsMax || columnsOf(line) <= columnsMax) return false;
  return columnsOf(line.replace(unbreakable, '')) > columnsMax;
}
