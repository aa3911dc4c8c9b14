import type { Language } from '../edition/vocabulary.ts';
import { type Finding, show } from '../messages.ts';
import { anchorIn, isArticleLink, resolveArticleLink } from '../source/links.ts';
import { type ComparedSection, comparedSections, placeOfMissing } from '../source/parity/block-pairs.ts';
import type { Target } from '../source/parity/blocks.ts';
import { couldBeOnePage, isChineseSite, targetKey } from '../source/parity/link-targets.ts';
import { type Parity, parityOf, type Section } from '../source/parity/sections.ts';
import { languageNames, otherLanguage } from '../source/parity/words.ts';
import type { DraftRule } from './rule.ts';

export const parityLinks: DraftRule = {
  stage: 'draft',
  name: 'parity-links',
  severity: 'error',
  onlyInCheck: true,
  about: {
    zh: '两种语言的链接和图片相同；同一页面的不同语言版本算同一个目标。',
    en: 'Both languages link to the same pages and show the same images; a page in two languages is one target.',
  },
  check(draft) {
    const parity = parityOf(draft);
    if (parity === undefined) return [];
    return comparedSections(parity).flatMap((section) => sectionFindings(section, parity, draft.path));
  },
};

interface Lost {
  target: Target;
  language: Language;
  /** The number of its pair of blocks. */
  at: number;
}

function sectionFindings(compared: ComparedSection, parity: Parity, path: string): Finding[] {
  const zh = lostIn(compared, 'zh', path);
  const en = lostIn(compared, 'en', path);
  // One link in each language of a paragraph that is not in the other: the same link, led elsewhere.
  const open = new Map<string, Lost[]>();
  for (const other of [...en].reverse()) {
    const slot = open.get(slotOf(other));
    if (slot === undefined) open.set(slotOf(other), [other]);
    else slot.push(other);
  }
  const used = new Set<Lost>();
  const changed = zh.flatMap((one) => {
    const other = open.get(slotOf(one))?.pop();
    if (other === undefined) return [];
    used.add(one).add(other);
    // A picture of a program is another file where the program speaks another language.
    return one.target.isImage || mayDiffer(one.target.url, other.target.url)
      ? []
      : changedFinding(one.target, other.target, parity);
  });
  const missing = [...zh, ...en].filter((lost) => !used.has(lost));
  return [...changed, ...missing.map((lost) => missingFinding(lost, compared, parity))];
}

const slotOf = ({ at, target }: Lost): string => `${at} ${target.isImage ? 'image' : 'link'}`;

const mayDiffer = (zh: string, en: string): boolean =>
  isChineseSite(zh) || (!isArticleLink(zh) && !isArticleLink(en) && couldBeOnePage(zh, en));

/** The targets of one language that the other has nowhere in this section; each once. */
function lostIn(compared: ComparedSection, language: Language, path: string): Lost[] {
  const other = otherLanguage(language);
  const beside = language === 'zh' ? compared.besideEn : compared.besideZh;
  const known = new Set([compared[other], ...beside].flatMap((section) => keysOf(section, path)));
  const seen = new Set<string>();
  return compared.pairs.flatMap((pair, at) =>
    (pair[language]?.targets ?? []).flatMap((target) => {
      const key = keyOf(target, path);
      if (known.has(key) || seen.has(key)) return [];
      seen.add(key);
      return { target, language, at };
    }),
  );
}

function keysOf(section: Section, path: string): string[] {
  return section.blocks.flatMap(({ targets }) => targets.map((target) => keyOf(target, path)));
}

/** What a target is compared by. An article's anchor is in the language of its text: both have one, or neither. */
function keyOf({ url, isImage }: Target, path: string): string {
  if (isImage) return `image ${targetKey(url)}`;
  if (url.startsWith('#')) return 'own anchor';
  if (!isArticleLink(url)) return `page ${targetKey(url)}`;
  return `article ${resolveArticleLink(path, url).path}${anchorIn(url) === '' ? '' : ' with anchor'}`;
}

function changedFinding(zh: Target, en: Target, parity: Parity): Finding {
  return {
    place: parity.placeAt(zh.offset),
    counterpart: parity.placeAt(en.offset),
    found: {
      zh: `中文链接到 ${show(zh.url)}，英文链接到 ${show(en.url)}`,
      en: `a link to ${show(zh.url)} in Chinese and to ${show(en.url)} in English`,
    },
    expected: { zh: '两种语言链接到同一目标', en: 'the same target in both languages' },
    advice: { zh: '改正有误的一方。', en: 'Correct whichever is wrong.' },
  };
}

function missingFinding({ target, language, at }: Lost, compared: ComparedSection, parity: Parity): Finding {
  const other = otherLanguage(language);
  const [here, there] = [languageNames[language], languageNames[other]];
  const what = target.isImage ? { zh: '图片', en: 'an image' } : { zh: '链接', en: 'a link to' };
  return {
    place: parity.placeAt(target.offset),
    counterpart: parity.placeAt(placeOfMissing(compared.pairs, at, other, compared[other])),
    found: {
      zh: `${here.zh}的${what.zh} ${show(target.url)}，${there.zh}这一节没有`,
      en: `${what.en} ${show(target.url)} in ${here.en} that this section does not have in ${there.en}`,
    },
    expected: { zh: '两种语言有相同的链接和图片', en: 'the same links and images in both languages' },
    advice: {
      zh: `在${there.zh}补上它，或从${here.zh}删去它。`,
      en: `Add it in ${there.en}, or remove it in ${here.en}.`,
    },
  };
}
