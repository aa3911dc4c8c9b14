import type { Code } from 'mdast';
import { closest } from '../edition/closest.ts';
import type { Language } from '../edition/vocabulary.ts';
import { type Bilingual, type Finding, show } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { type ExampleMarks, exampleWords, type MarkFault } from '../source/example-marks.ts';
import { fenceMarks, isFault } from '../source/examples.ts';
import { fencesIn } from '../source/fences.ts';
import { placeOf } from '../source/outline.ts';
import { fencePairs } from '../source/parity/fences.ts';
import { parityOf } from '../source/parity/sections.ts';
import type { DraftRule } from './rule.ts';

export const exampleMarks: DraftRule = {
  stage: 'draft',
  name: 'example-marks',
  severity: 'error',
  about: {
    zh: '代码块之后的 verify= 和 file= 说明怎样检查示例，`stele verify` 读得懂，两种语言一致。',
    en: 'What verify= and file= say behind a fence can be read by `stele verify`, and is the same in both languages.',
  },
  check(draft) {
    if (draft.fields.kind !== 'article') return [];
    // Most fences have no marks, and holding the languages against each other takes its time.
    const marked = fencesIn(draft).filter(({ node }) => /(?:verify|file)=/.test(node.meta ?? ''));
    const faults = marked.flatMap(({ node }) => {
      const marks = fenceMarks(node);
      return isFault(marks) ? [{ place: placeOf(node), ...saidOf(marks, node) }] : [];
    });
    return marked.length === 0 ? [] : [...faults, ...differences(draft)];
  },
};

type Said = Omit<Finding, 'place'>;

const words = Object.keys(exampleWords);
const anyWords: Bilingual = {
  zh: `verify= 之后只有这些词，以逗号分隔：${words.join('、')}`,
  en: `nothing but these words after verify=, separated by commas: ${words.join(', ')}`,
};
const skipped: Bilingual = {
  zh: 'verify=skip，之后是引号里的原因',
  en: 'verify=skip and the reason in quotation marks behind it',
};
const giveReason: Bilingual = {
  zh: '在后面的引号里写明原因：verify=skip "…"。',
  en: 'Say why in quotation marks behind it: verify=skip "…".',
};

function saidOf({ fault, given }: MarkFault, code: Code): Said {
  const shown = show(given);
  switch (fault) {
    case 'unknown-word': {
      const likely = closest(given, words);
      return {
        found: { zh: `verify= 之后的词 ${shown}`, en: `the word ${shown} after verify=` },
        expected: anyWords,
        advice:
          likely === undefined
            ? { zh: '改用其中一个词，或删去它。', en: 'Use one of them, or remove the word.' }
            : { zh: `是不是想写 ${likely}？`, en: `Did you mean ${likely}?` },
      };
    }
    case 'no-word':
      return {
        found: { zh: `缺少词的 ${shown}`, en: `${shown}, in which a word is missing` },
        expected: anyWords,
        advice: { zh: '写上词，或删去多余的部分。', en: 'Write the word, or remove what is too much.' },
      };
    case 'no-reason':
      return {
        found: { zh: `没有原因的 ${shown}`, en: `${shown} without a reason` },
        expected: skipped,
        advice: giveReason,
      };
    case 'reason-without-skip':
      return {
        found: { zh: `没有 skip 却写了原因 ${shown}`, en: `the reason ${shown} without skip` },
        expected: { zh: '只在 verify=skip 之后有原因', en: 'a reason only behind verify=skip' },
        advice: { zh: '删去原因，或改用 skip。', en: 'Remove the reason, or use skip.' },
      };
    case 'skip-and-more':
      return {
        found: { zh: `skip 与其他词一起的 ${shown}`, en: `${shown}, which has other words beside skip` },
        expected: skipped,
        advice: { zh: '不运行的示例只写 skip。', en: 'An example that is not run has skip alone.' },
      };
    case 'file-name':
      return {
        found: { zh: `文件名标记 ${shown}`, en: `the file mark ${shown}` },
        expected: {
          zh: '由字母、数字、_ 和 - 组成、带扩展名、不含文件夹的文件名',
          en: 'a file name of letters, digits, _ and - with an extension, and no folder',
        },
        advice: { zh: '改为 file=server.mjs 这样的名字。', en: 'Write a name such as file=server.mjs.' },
      };
    case 'twice':
      return {
        found: { zh: `重复的标记 ${shown}`, en: `the mark ${shown}, in which something is said twice` },
        expected: { zh: 'verify=、file= 和每个词至多一次', en: 'verify=, file= and each word once at most' },
        advice: { zh: '只留一个。', en: 'Keep one of them.' },
      };
    case 'no-example':
      return {
        found: {
          zh: `${shown} 所在的代码块标为 ${show(code.lang ?? '')}`,
          en: `${shown} on a block marked ${show(code.lang ?? '')}`,
        },
        expected: {
          zh: '只在可以检查的代码上有 verify=，文字、图和输出上没有',
          en: 'verify= on code that can be checked, and not on words, pictures or output',
        },
        advice: { zh: '删去标记，或标明代码的语言。', en: 'Remove the mark, or name the language of the code.' },
      };
  }
}

/** Marks that one language has and the other has not; reasons are translated. */
function differences(draft: Draft): Finding[] {
  const parity = parityOf(draft);
  if (parity === undefined) return [];
  return fencePairs(parity).flatMap(({ zh, en }) => {
    if (zh === undefined || en === undefined) return [];
    const [zhMarks, enMarks] = [fenceMarks(zh.code), fenceMarks(en.code)];
    // What cannot be read is told already.
    if (isFault(zhMarks) || isFault(enMarks) || written(zhMarks) === written(enMarks)) return [];
    return {
      place: placeOf(zh.code),
      counterpart: placeOf(en.code),
      found: {
        zh: `示例的标记：中文${shownMarks(zhMarks, 'zh')}，英文${shownMarks(enMarks, 'zh')}`,
        en: `an example with ${shownMarks(zhMarks, 'en')} in Chinese and ${shownMarks(enMarks, 'en')} in English`,
      },
      expected: { zh: '两种语言标记相同', en: 'the same marks in both languages' },
      advice: {
        zh: '改正有误的一方；只有跳过的原因可以翻译。',
        en: 'Correct whichever is wrong; only the reason for skipping is translated.',
      },
    };
  });
}

/** Words and file in one order, however the author ordered them. */
const written = ({ words: own, file }: ExampleMarks): string =>
  [
    ...(own.size === 0 ? [] : [`verify=${[...own].sort().join(',')}`]),
    ...(file === undefined ? [] : [`file=${file}`]),
  ].join(' ');

function shownMarks(marks: ExampleMarks, locale: Language): string {
  const text = written(marks);
  if (text === '') return { zh: '没有标记', en: 'no marks' }[locale];
  return locale === 'zh' ? `是 ${show(text)}` : show(text);
}
