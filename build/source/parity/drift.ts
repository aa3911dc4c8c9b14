// How the rules of parity tell of words that one language has and the other has not: once for every pair of blocks.
import type { Language } from '../../edition/vocabulary.ts';
import { type Finding, show, type Wording } from '../../messages.ts';
import { type ComparedSection, placeOfMissing } from './block-pairs.ts';
import type { Parity } from './sections.ts';
import { languageNames, otherLanguage } from './words.ts';

export interface Lost {
  text: string;
  /** Asked for only where it is shown. */
  offset: () => number;
}

export interface Drift {
  zh: readonly Lost[];
  en: readonly Lost[];
  /** The number of the pair of blocks in its section. */
  at: number;
  expected: Wording;
}

export function driftFindings({ zh, en, at, expected }: Drift, compared: ComparedSection, parity: Parity): Finding[] {
  const [one, other] = [zh[0], en[0]];
  if (one !== undefined && other !== undefined) {
    return [
      {
        place: parity.placeAt(one.offset()),
        counterpart: parity.placeAt(other.offset()),
        found: {
          zh: `中文写 ${shown(zh, '、', other)}，英文写 ${shown(en, '、', one)}`,
          en: `${shown(zh, ', ', other)} in Chinese and ${shown(en, ', ', one)} in English`,
        },
        expected,
        advice: { zh: '改正有误的一方。', en: 'Correct whichever is wrong.' },
      },
    ];
  }
  if (one !== undefined) return [missing(zh, one, 'zh', at, expected, compared, parity)];
  return other === undefined ? [] : [missing(en, other, 'en', at, expected, compared, parity)];
}

function missing(
  all: readonly Lost[],
  first: Lost,
  language: Language,
  at: number,
  expected: Wording,
  compared: ComparedSection,
  parity: Parity,
): Finding {
  const other = otherLanguage(language);
  const [here, there] = [languageNames[language], languageNames[other]];
  return {
    place: parity.placeAt(first.offset()),
    counterpart: parity.placeAt(placeOfMissing(compared.pairs, at, other, compared[other])),
    found: {
      zh: `${here.zh}写 ${shown(all, '、')}，${there.zh}这一节没有`,
      en: `${shown(all, ', ')} in ${here.en}, which this section does not have in ${there.en}`,
    },
    expected,
    advice: {
      zh: `在${there.zh}写明，或从${here.zh}删去。`,
      en: `Say it in ${there.en} too, or remove it in ${here.en}.`,
    },
  };
}

const shownMax = 4;

function shown(lost: readonly Lost[], comma: string, other?: Lost): string {
  const texts = lost.slice(0, shownMax).map(({ text }) => showFromDifference(text, other?.text ?? ''));
  return texts.join(comma) + (lost.length > shownMax ? '…' : '');
}

// Long texts in messages, begun shortly before the place where they differ.

const shownBefore = 30;

/** A text as an author would recognise it, held against another one. */
export function showFromDifference(text: string, other: string): string {
  const tidy = text.replace(/\s+/g, ' ');
  const from = commonStart(tidy, other.replace(/\s+/g, ' ')) - shownBefore;
  // A few characters less are not worth an ellipsis.
  return show(from < 10 ? tidy : `…${tidy.slice(from)}`);
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
