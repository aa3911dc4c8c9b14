import type { Language } from '../edition/vocabulary.ts';
import type { Finding } from '../messages.ts';
import { show, type Wording } from '../messages.ts';
import { nameOf, type Parity, parityOf, type Section } from '../source/parity/sections.ts';
import { languageNames, otherLanguage } from '../source/parity/words.ts';
import type { DraftRule } from './rule.ts';

export const parityHeadings: DraftRule = {
  stage: 'draft',
  name: 'parity-headings',
  severity: 'error',
  onlyInCheck: true,
  about: {
    zh: '两种语言的标题相同：级别一样，顺序一样，一个不多一个不少。',
    en: 'Both languages have the same headings: the same levels in the same order, none more and none fewer.',
  },
  check(draft) {
    const parity = parityOf(draft);
    if (parity === undefined) return [];
    return parity.pairs.flatMap(({ zh, en }, index) => {
      if (zh !== undefined && en !== undefined) return levelFindings(parity, zh, en);
      const [section, language]: [Section | undefined, Language] = zh === undefined ? [en, 'en'] : [zh, 'zh'];
      // How many questions there are is for the rule qa-pairing to say.
      if (section === undefined || section.isQuestion) return [];
      return missingFinding(parity, section, language, index);
    });
  },
};

function missingFinding(parity: Parity, section: Section, language: Language, index: number): Finding {
  const other = otherLanguage(language);
  const before = parity.pairs.slice(0, index).findLast((pair) => pair[other] !== undefined)?.[other];
  return {
    place: parity.placeAt(section.start),
    counterpart: parity.placeAt(before?.start ?? 0),
    found: {
      zh: `${languageNames[language].zh}标题${show(nameOf(section))}（第 ${section.heading.depth} 级），${languageNames[other].zh}没有对应的标题`,
      en: `the ${languageNames[language].en} heading ${show(nameOf(section))} (level ${section.heading.depth}), which has no counterpart in ${languageNames[other].en}`,
    },
    expected: { zh: '两种语言有相同的标题', en: 'the same headings in both languages' },
    advice: {
      zh: `在${languageNames[other].zh}补上这一节，或从${languageNames[language].zh}删去它。`,
      en: `Add the section in ${languageNames[other].en}, or remove it in ${languageNames[language].en}.`,
    },
  };
}

function levelFindings(parity: Parity, zh: Section, en: Section): Finding[] {
  if (zh.heading.depth === en.heading.depth) return [];
  const found: Wording = {
    zh: `中文标题${show(nameOf(zh))}在第 ${zh.heading.depth} 级，英文标题${show(nameOf(en))}在第 ${en.heading.depth} 级`,
    en: `the Chinese heading ${show(nameOf(zh))} at level ${zh.heading.depth} and the English ${show(nameOf(en))} at level ${en.heading.depth}`,
  };
  return [
    {
      place: parity.placeAt(zh.start),
      counterpart: parity.placeAt(en.start),
      found,
      expected: { zh: '两个标题级别相同', en: 'both headings at the same level' },
      advice: { zh: '改正级别有误的一方。', en: 'Correct the level of whichever is wrong.' },
    },
  ];
}
