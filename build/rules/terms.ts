import { slug } from 'github-slugger';
import { languages } from '../edition/vocabulary.ts';
import { type Finding, type Replacement, show } from '../messages.ts';
import { glossary, type Term } from '../source/glossary.ts';
import { placesIn } from '../source/places.ts';
import { type Prose, proseIn } from '../source/prose.ts';
import type { DraftRule } from './rule.ts';

export const terms: DraftRule = {
  stage: 'draft',
  name: 'terms',
  severity: 'warning',
  about: {
    zh: '同一个概念在所有文章里用同一个词，搜索和读者都不必猜。',
    en: 'One idea has one name in all articles, so that neither search nor readers have to guess.',
  },
  onlyInCheck: true,
  check(draft) {
    const placeOf = placesIn(draft.text);
    return languages.flatMap((language) =>
      proseIn(draft, language).flatMap((prose) =>
        [...prose.text.matchAll(avoided)].flatMap((match) => {
          const [form] = match;
          const term = termOf.get(form);
          if (term === undefined) return [];
          const extent = extentIn(prose, match.index, form, term);
          return { place: placeOf(extent.start), ...findingOf(form, term, extent, prose) };
        }),
      ),
    );
  },
};

const isHan = (form: string): boolean => /\p{Script=Han}/u.test(form);
const termOf = new Map<string, Term>(glossary.flatMap((term) => term.avoid.map((form) => [form, term] as const)));
const avoided = patternOf([...termOf.keys()]);

/**
 * All forms at once, the longest first. A Latin form is a word of its own: not a part of an address, a path, a file name or an
 * identifier, nor of a longer name with a hyphen.
 */
function patternOf(forms: readonly string[]): RegExp {
  const sorted = [...forms].sort((left, right) => right.length - left.length);
  const escaped = (form: string): string => form.replace(/[.\\^$*+?()[\]{}|]/g, '\\$&');
  const chinese = sorted.filter(isHan).map(escaped).join('|');
  const latin = sorted
    .filter((form) => !isHan(form))
    .map(escaped)
    .join('|');
  return new RegExp(`${chinese}|(?<![\\w.@/#$:-])(?:${latin})(?![\\w@/(]|[.:-]\\w)`, 'g');
}

/** Where a form stands in the file, and what should stand there. */
function extentIn({ starts, ends }: Prose, at: number, form: string, term: Term): Replacement {
  return {
    start: starts[at] ?? 0,
    end: ends[at + form.length - 1] ?? 0,
    replacement: preferred(form, term),
  };
}

const preferred = (form: string, { en, zh }: Term): string => (isHan(form) ? (zh ?? en) : en);

function findingOf(form: string, term: Term, extent: Replacement, { isHeading }: Prose): Omit<Finding, 'place'> {
  const wanted = extent.replacement;
  // A name in other letters, spaces or hyphens is the same name; another word may mean something else here.
  const isSameName = lettersOf(form) === lettersOf(wanted) && extent.end - extent.start === form.length;
  const keepsAnchor = !isHeading || slug(form) === slug(wanted);
  return {
    found: { zh: `用词 ${show(form)}`, en: `the term ${show(form)}` },
    expected: {
      zh: isHan(form) ? `${show(wanted)}（${term.en}）` : `写法 ${show(wanted)}`,
      en: isHan(form) ? `${show(wanted)} (${term.en})` : `the spelling ${show(wanted)}`,
    },
    advice: {
      zh: `写成 ${show(wanted)}；若是引用原文或代码，放进反引号里。`,
      en: `Write ${show(wanted)}; put it in backticks where you quote code or somebody's very words.`,
    },
    ...(isSameName && keepsAnchor && { fix: extent }),
  };
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[\s.-]/g, '');
