// Rules about code blocks: their language, the length of their lines, and the marks that control `stele verify`.
import type { Code } from 'mdast';
import { closest } from '../edition/closest.ts';
import type { Bilingual } from '../edition/vocabulary.ts';
import { type Finding, placesIn, show } from '../messages.ts';
import { fencesIn } from '../source/code.ts';
import { columnsOf, overflowOf } from '../source/columns.ts';
import type { Draft } from '../source/draft.ts';
import { type ExampleMarks, exampleWords, fenceMarks, isFault, type MarkFault } from '../source/examples.ts';
import { placeOf } from '../source/markdown.ts';
import { codePairs } from '../source/parity.ts';
import type { DraftRule, Rule } from './rule.ts';

const codeLanguage: DraftRule = {
  stage: 'draft',
  name: 'code-language',
  severity: 'warning',
  about: {
    zh: '每个代码块都写明语言，智能体由此知道怎样运行或解析它。',
    en: 'Every code block names its language, so that agents know how to run or parse it.',
  },
  onlyInCheck: true,
  check: (draft) =>
    fencesIn(draft)
      .filter(({ language }) => language === '')
      .map(({ node }) => ({
        place: placeOf(node),
        found: { zh: '没有写明语言的代码块', en: 'a block of code without a language' },
        expected: {
          zh: '标明语言的代码块，如 ```json',
          en: 'the name of the language after the fence, such as ```json',
        },
        advice: {
          zh: '写上语言；命令用 bash，程序的输出用 text。',
          en: 'Name the language: bash for commands, text for the output of a program.',
        },
      })),
};

const columnsMax = 120;
/** Languages of blocks that show output, whose lines must stay as the program printed them. */
const output = new Set(['output', 'text', 'txt', 'plaintext', 'console', 'log']);
/** Addresses, hashes and encoded bytes of at least 40 characters. A line cannot be broken inside them. */
const unbreakable = /[^\s"'`<>,;(){}[\]，。；：、（）「」]{40,}/g;

const codeLineLength: DraftRule = {
  stage: 'draft',
  name: 'code-line-length',
  severity: 'warning',
  about: {
    zh: '代码行不超过 120 列，在页面上不必左右滚动。',
    en: 'Lines of code fit into 120 columns, so that readers need not scroll sideways.',
  },
  onlyInCheck: true,
  check(draft) {
    const placeAt = placesIn(draft.text);
    return fencesIn(draft)
      .filter(({ language }) => !output.has(language))
      .flatMap(({ lines }) => lines)
      .filter(({ text }) => isTooLong(text))
      .map(({ text, start }) => ({
        place: placeAt(start + overflowOf(text, columnsMax)),
        found: { zh: `一行 ${columnsOf(text)} 列的代码`, en: `a line of code of ${columnsOf(text)} columns` },
        expected: {
          zh: `至多 ${columnsMax} 列，其中汉字算两列`,
          en: `at most ${columnsMax} columns, of which a Chinese character takes two`,
        },
        advice: {
          zh: '在合适的地方换行；若是程序的输出，把代码块标为 text。',
          en: 'Break the line where the syntax allows a break; if the line is the output of a program, mark the fence as text.',
        },
      }));
  },
};

/** Whether a line is too long even without its unbreakable parts. */
const isTooLong = (line: string): boolean => columnsOf(line.replace(unbreakable, '')) > columnsMax;

const exampleMarks: DraftRule = {
  stage: 'draft',
  name: 'example-marks',
  severity: 'error',
  about: {
    zh: '代码块之后的 verify= 和 file= 说明怎样检查示例，写法有效，两种语言一致。',
    en: 'The marks verify= and file= of a code block are valid, and the same in Chinese and English.',
  },
  check(draft) {
    if (draft.fields.kind !== 'article') return [];
    // Look only at fences with marks. Most fences have none, and comparing the languages takes time.
    const marked = fencesIn(draft).filter(({ node }) => /(?:verify|file)=/.test(node.meta ?? ''));
    const faults = marked.flatMap(({ node }) => {
      const marks = fenceMarks(node);
      return isFault(marks) ? [{ place: placeOf(node), ...markFinding(marks, node) }] : [];
    });
    return marked.length === 0 ? [] : [...faults, ...differences(draft)];
  },
};

const words = Object.keys(exampleWords);
const anyWords: Bilingual = {
  zh: `verify= 之后只有这些词，以逗号分隔：${words.join('、')}`,
  en: `nothing but these words after verify=, separated by commas: ${words.join(', ')}`,
};
const skipped: Bilingual = {
  zh: 'verify=skip，之后是引号里的原因',
  en: 'verify=skip followed by the reason in quotation marks',
};

function markFinding({ fault, given }: MarkFault, code: Code): Omit<Finding, 'place'> {
  const shown = show(given);
  switch (fault) {
    case 'unknown-word': {
      const likely = closest(given, words);
      return {
        found: { zh: `verify= 之后的词 ${shown}`, en: `the word ${shown} after verify=` },
        expected: anyWords,
        advice:
          likely === undefined
            ? { zh: '改用这些词之一，或删去不认识的词。', en: 'Use one of these words, or remove the unknown word.' }
            : { zh: `是不是想写 ${likely}？`, en: `Did you mean ${likely}?` },
      };
    }
    case 'no-word':
      return {
        found: { zh: `缺少词的 ${shown}`, en: `${shown}, in which a word is missing` },
        expected: anyWords,
        advice: {
          zh: '在 verify= 和每个逗号之后写上词，或删去 verify= 或多余的逗号。',
          en: 'Write a word after verify= and after each comma, or remove verify= or the extra comma.',
        },
      };
    case 'no-reason':
      return {
        found: { zh: `没有原因的 ${shown}`, en: `${shown} without a reason` },
        expected: skipped,
        advice: {
          zh: '在后面的引号里写明原因：verify=skip "…"。',
          en: 'Add the reason in quotation marks: verify=skip "…".',
        },
      };
    case 'reason-without-skip':
      return {
        found: { zh: `没有 skip 却写了原因 ${shown}`, en: `the reason ${shown} without skip` },
        expected: { zh: '只在 verify=skip 之后有原因', en: 'a reason only after verify=skip' },
        advice: { zh: '删去原因，或改用 skip。', en: 'Remove the reason, or use verify=skip.' },
      };
    case 'skip-and-more':
      return {
        found: { zh: `skip 与其他词一起的 ${shown}`, en: `${shown}, which has other words besides skip` },
        expected: skipped,
        advice: {
          zh: '不运行的示例只写 skip 一个词。',
          en: 'For an example that is not run, write skip as the only word.',
        },
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
        found: { zh: `重复的标记 ${shown}`, en: `the repeated mark ${shown}` },
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
          en: 'verify= only on code that can be checked, not on prose, diagrams or output',
        },
        advice: { zh: '删去标记，或标明代码的语言。', en: 'Remove the mark, or name the language of the code.' },
      };
  }
}

/** Reports examples whose marks differ between the languages. The reason for skipping is translated and therefore not compared. */
function differences(draft: Draft): Finding[] {
  return codePairs(draft).flatMap(({ zh, en }) => {
    if (zh === undefined || en === undefined) return [];
    const [zhMarks, enMarks] = [fenceMarks(zh), fenceMarks(en)];
    // Faulty marks have a finding already.
    if (isFault(zhMarks) || isFault(enMarks) || written(zhMarks) === written(enMarks)) return [];
    const [zhShown, enShown] = [zhMarks, enMarks].map((marks) => written(marks) && show(written(marks)));
    return {
      place: placeOf(zh),
      counterpart: placeOf(en),
      found: {
        zh: `示例的标记：中文${zhShown ? `是 ${zhShown}` : '没有标记'}，英文${enShown ? `是 ${enShown}` : '没有标记'}`,
        en: `an example with ${zhShown || 'no marks'} in Chinese and ${enShown || 'no marks'} in English`,
      },
      expected: { zh: '两种语言标记相同', en: 'the same marks in both languages' },
      advice: {
        zh: '改正有误的一方；只有跳过的原因可以翻译。',
        en: 'Correct the Chinese or the English, whichever is wrong; only the reason for skipping is translated.',
      },
    };
  });
}

/** The marks in a fixed order, for comparison. Empty when there are none. */
function written({ words, file }: ExampleMarks): string {
  const verify = words.size === 0 ? [] : [`verify=${[...words].sort().join(',')}`];
  return [...verify, ...(file === undefined ? [] : [`file=${file}`])].join(' ');
}

export const codeRules: readonly Rule[] = [codeLanguage, codeLineLength, exampleMarks];
