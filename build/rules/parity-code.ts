import type { Language } from '../edition/vocabulary.ts';
import { type Finding, type Place, show, type Wording } from '../messages.ts';
import { placeOf } from '../source/outline.ts';
import {
  type CodeLine,
  codeLines,
  languageOf,
  proseLanguages,
  runnableLanguages,
} from '../source/parity/code-lines.ts';
import { showFromDifference } from '../source/parity/drift.ts';
import { type Fence, type FencePair, fencePairs } from '../source/parity/fences.ts';
import { type Parity, parityOf } from '../source/parity/sections.ts';
import { couldTranslate, hasHan } from '../source/parity/translated.ts';
import { languageNames, otherLanguage } from '../source/parity/words.ts';
import type { DraftRule } from './rule.ts';

export const parityCode: DraftRule = {
  stage: 'draft',
  name: 'parity-code',
  severity: 'error',
  onlyInCheck: true,
  about: {
    zh: '两种语言的代码相同；只有注释可以翻译，不能运行的代码里的文字也可以。',
    en: 'Both languages show the same code; only comments are translated, and the words in code that cannot be run.',
  },
  check(draft) {
    const parity = parityOf(draft);
    if (parity === undefined) return [];
    return fencePairs(parity).flatMap((pair) => {
      const { zh, en } = pair;
      if (zh === undefined || en === undefined) return missing(pair, parity);
      return languageFinding(zh, en) ?? contentFinding(zh, en, parity) ?? [];
    });
  },
};

function missing({ zh, en, shouldBeAt }: FencePair, parity: Parity): Finding[] {
  const fence = zh ?? en;
  // Nothing to say of code in a section that the other language lacks altogether: the section is what is missing.
  if (fence === undefined || shouldBeAt === undefined) return [];
  const language = zh === undefined ? 'en' : 'zh';
  const other = otherLanguage(language);
  const shown = show(fence.code.value.split('\n', 1)[0]);
  return [
    {
      place: placeOf(fence.code),
      counterpart: parity.placeAt(shouldBeAt),
      found: {
        zh: `${languageNames[language].zh}的代码 ${shown}，${languageNames[other].zh}没有`,
        en: `code in ${languageNames[language].en} that ${languageNames[other].en} does not have: ${shown}`,
      },
      expected,
      advice: {
        zh: `在${languageNames[other].zh}补上这段代码，或从${languageNames[language].zh}删去它。`,
        en: `Add the code in ${languageNames[other].en}, or remove it in ${languageNames[language].en}.`,
      },
    },
  ];
}

const expected: Wording = { zh: '两种语言代码相同', en: 'the same code in both languages' };

function languageFinding(zh: Fence, en: Fence): Finding | undefined {
  if (languageOf(zh.code) === languageOf(en.code)) return undefined;
  const [zhLang, enLang] = [zh.code.lang ?? '', en.code.lang ?? ''];
  return {
    place: placeOf(zh.code),
    counterpart: placeOf(en.code),
    found: {
      zh: `中文的代码块标为 ${show(zhLang)}，英文的标为 ${show(enLang)}`,
      en: `a code block marked ${show(zhLang)} in Chinese and ${show(enLang)} in English`,
    },
    expected: { zh: '两种语言的代码块标明同一种语言', en: 'the same language on both code blocks' },
    advice: { zh: '改正标错的一方。', en: 'Correct the mark that is wrong.' },
  };
}

function contentFinding(zh: Fence, en: Fence, parity: Parity): Finding | undefined {
  const language = languageOf(zh.code);
  const isTranslated = hasHan(zh.code.value) || hasHan(en.code.value);
  if (proseLanguages.has(language) && isTranslated) return undefined;
  const mayTranslate = !runnableLanguages.has(language);
  const [left, right] = [codeLines(zh.code), codeLines(en.code)];
  if (squeezed(left) === squeezed(right)) return undefined;
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [one, other] = [left[index], right[index]];
    if (one?.text === other?.text) continue;
    if (one !== undefined && other !== undefined && mayTranslate && translates(one, other)) continue;
    return {
      place: placeOfLine(zh, one ?? left.at(-1), parity.source),
      counterpart: placeOfLine(en, other ?? right.at(-1), parity.source),
      found: {
        zh: `代码不同：中文${quoted(one, other, 'zh')}，英文${quoted(other, one, 'zh')}`,
        en: `code that differs: ${quoted(one, other, 'en')} in Chinese and ${quoted(other, one, 'en')} in English`,
      },
      expected,
      advice: mayTranslate
        ? {
            zh: '改正有误的一方；代码里只有注释和文字可以翻译。',
            en: 'Correct whichever is wrong; only comments and words in code are translated.',
          }
        : {
            zh: '改正有误的一方；可运行的代码里只有注释可以翻译。',
            en: 'Correct whichever is wrong; in code that is run, only comments are translated.',
          },
    };
  }
  return undefined;
}

/** Where lines break and how they are indented is the formatter's business. */
const squeezed = (lines: readonly CodeLine[]): string => lines.map(({ text }) => text.replaceAll(' ', '')).join('');

function translates(one: CodeLine, other: CodeLine): boolean {
  if (halfWidth(one.text) === halfWidth(other.text)) return true;
  return (hasHan(one.text) || hasHan(other.text)) && couldTranslate(one.text, other.text);
}

const halfWidth = (text: string): string => text.normalize('NFKC').replaceAll(' ', '');

/** What one language has in a line; from shortly before the difference when that is far in. */
function quoted(line: CodeLine | undefined, other: CodeLine | undefined, locale: Language): string {
  if (line === undefined) return { zh: '到此为止', en: 'no more lines' }[locale];
  const shown = showFromDifference(line.text, other?.text ?? '');
  return locale === 'zh' ? `是 ${shown}` : shown;
}

function placeOfLine({ code }: Fence, line: CodeLine | undefined, source: string): Place {
  const { line: first, column } = placeOf(code);
  const isFenced = /^[`~]/.test(source.slice(code.position?.start.offset, (code.position?.start.offset ?? 0) + 1));
  return { line: first + (line === undefined ? 0 : line.index + (isFenced ? 1 : 0)), column };
}
