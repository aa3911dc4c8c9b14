import type { Language } from '../edition/vocabulary.ts';
import type { Finding } from '../messages.ts';
import { type ComparedSection, comparedSections } from '../source/parity/block-pairs.ts';
import { type Block, offsetIn } from '../source/parity/blocks.ts';
import { driftFindings, type Lost } from '../source/parity/drift.ts';
import { type Identifier, identifiersIn, isSaidInChinese, searchable } from '../source/parity/identifiers.ts';
import { type Parity, parityOf, type Section } from '../source/parity/sections.ts';
import { couldTranslate, hasHan } from '../source/parity/translated.ts';
import { otherLanguage } from '../source/parity/words.ts';
import type { DraftRule } from './rule.ts';

export const parityIdentifiers: DraftRule = {
  stage: 'draft',
  name: 'parity-identifiers',
  severity: 'error',
  onlyInCheck: true,
  about: {
    zh: '行内代码、参数、路径、错误码这些不翻译的名称，两种语言的同一节里都有。',
    en: 'Code in a line, flags, paths, error codes and other names that are not translated stand in the same section of both languages.',
  },
  check(draft) {
    const parity = parityOf(draft);
    if (parity === undefined) return [];
    return comparedSections(parity).flatMap((section) => sectionFindings(section, parity));
  },
};

const expected = { zh: '两种语言里有相同的代码和名称', en: 'the same code and names in both languages' };

function sectionFindings(compared: ComparedSection, parity: Parity): Finding[] {
  const said = { zh: saidIn(compared, 'zh', parity), en: saidIn(compared, 'en', parity) };
  return compared.pairs.flatMap((pair, at) => {
    const zh = lostIn(pair.zh, 'zh', said, parity);
    const en = lostIn(pair.en, 'en', said, parity);
    return driftFindings({ zh, en, at, expected }, compared, parity);
  });
}

/** What a section says in one language, and sections beside it that have no counterpart. */
interface Said {
  names: ReadonlyMap<Block, Identifier[]>;
  keys: ReadonlySet<string>;
  /** Everything in it, for names that are not written as such there; made when it is first searched. */
  text: () => string;
  spans: string[];
  /** What of it was reported, and how often the text was searched. */
  reported: Set<string>;
  searches: number;
}

/** More is not looked for: then a name counts as said, because a false report is worse than none. */
const searchesMax = 200;
const spansMax = 200;

function saidIn(compared: ComparedSection, language: Language, { source }: Parity): Said {
  const beside = language === 'zh' ? compared.besideZh : compared.besideEn;
  const sections = [compared[language], ...beside];
  const blocks = sections.flatMap((section) => section.blocks);
  const names = new Map(blocks.map((block) => [block, identifiersIn(block)]));
  let text: string | undefined;
  return {
    names,
    keys: new Set([...names.values()].flatMap((inBlock) => inBlock.map(({ key }) => key))),
    text: () => {
      text ??= textOf(sections, source);
      return text;
    },
    spans: blocks.flatMap(({ spans }) => spans.map(({ value }) => value)).slice(0, spansMax),
    reported: new Set(),
    searches: 0,
  };
}

/** As Markdown means it, and as it is written: a name may stand in HTML, or be put together from pieces. */
function textOf(sections: readonly Section[], source: string): string {
  const pieces = sections
    .flatMap((section) => section.blocks)
    .flatMap(({ prose, spans, code }) => [prose, ...spans.map(({ value }) => value), code?.value ?? '']);
  const written = sections.map(({ start, end }) => source.slice(start, end));
  return searchable([...pieces, ...written].join('\n'));
}

function lostIn(
  block: Block | undefined,
  language: Language,
  said: Record<Language, Said>,
  { source }: Parity,
): Lost[] {
  if (block === undefined) return [];
  const there = said[otherLanguage(language)];
  return (said[language].names.get(block) ?? []).flatMap((identifier) => {
    const { key } = identifier;
    if (there.keys.has(key) || said[language].reported.has(key) || there.searches >= searchesMax) return [];
    there.searches += 1;
    if (there.text().includes(key) || isSaidInWords(identifier, there) || isTranslated(identifier, language, said))
      return [];
    said[language].reported.add(key);
    const { text, isCode, at } = identifier;
    return { text, offset: () => (isCode ? at : offsetIn(block, at, text, source)) };
  });
}

/** A name that is not marked as code may be written as words: reasoning_content, «the reasoning content». */
const isSaidInWords = ({ key, isCode }: Identifier, there: Said): boolean =>
  !isCode && key.includes('_') && there.text().includes(key.replaceAll('_', ' '));

function isTranslated({ text, key, isCode }: Identifier, language: Language, said: Record<Language, Said>): boolean {
  if (language === 'zh') return hasHan(text) && said.en.spans.some((span) => couldTranslate(text, span));
  if (said.zh.spans.some((span) => hasHan(span) && couldTranslate(span, text))) return true;
  // A placeholder is called by the name that stands in the command beside it, and that is translated.
  const isPlaceholder =
    isCode && said.en.spans.some((span) => span.includes(`{{${text}}}`) || span.includes(`<${text}>`));
  return isPlaceholder || isSaidInChinese(key, said.zh.text());
}
