import { slug } from 'github-slugger';
import { type Finding, show } from '../messages.ts';
import { chineseCorrector } from '../source/chinese-copy.ts';
import { type CopyEdit, copyEdits, type EditKind, editKinds } from '../source/copy-edits.ts';
import type { Draft } from '../source/draft.ts';
import { placesIn } from '../source/places.ts';
import { type Prose, proseIn } from '../source/prose.ts';
import type { DraftRule } from './rule.ts';

export const cjkSpacing: DraftRule = {
  stage: 'draft',
  name: 'cjk-spacing',
  severity: 'warning',
  about: {
    zh: '中文里夹用英文、数字和代码时，空格和标点前后一致。',
    en: 'Chinese text is set the same way throughout: its spaces beside Latin words, numbers and code, and its punctuation.',
  },
  onlyInCheck: true,
  check(draft) {
    const correct = chineseCorrector();
    if (correct === undefined) return [];
    const placeOf = placesIn(draft.text);
    return proseIn(draft, 'zh').flatMap((prose) => {
      const corrected = correct(prose.text);
      if (corrected === prose.text) return [];
      return copyEdits(prose, corrected, draft.text).map((edit) => ({
        place: placeOf(edit.start),
        ...findingOf(edit, prose, draft),
      }));
    });
  },
};

const advices: { readonly [Kind in EditKind]: { zh: string; en: string } } = {
  space: {
    zh: '在中文与英文单词、数字、代码之间加一个空格。',
    en: 'Put one space between Chinese and Latin words, numbers or code.',
  },
  'no-space': { zh: '全角标点旁边不加空格。', en: 'Put no space beside full-width punctuation.' },
  punctuation: { zh: '中文句子用全角标点。', en: 'Use full-width punctuation in Chinese sentences.' },
};

function findingOf(edit: CopyEdit, prose: Prose, { text }: Draft): Omit<Finding, 'place'> {
  const { start, end, replacement } = edit;
  const [proseStart = 0, proseEnd = 0] = [prose.starts[0], prose.afters.at(-1)];
  const before = (/.{0,8}$/u.exec(text.slice(Math.max(proseStart, start - 16), start))?.[0] ?? '').trimStart();
  const after = (/^.{0,8}/u.exec(text.slice(end, Math.min(proseEnd, end + 16)))?.[0] ?? '').trimEnd();
  const found = before + text.slice(start, end) + after;
  const expected = before + replacement + after;
  const kinds = editKinds.filter((kind) => edit.kinds.has(kind));
  // Whatever links to a heading does so by an anchor made of its words: then an author has to look at the links as well.
  const movesAnchor = prose.isHeading && slug(found) !== slug(expected);
  return {
    found: { zh: `写法 ${show(found)}`, en: `the text ${show(found)}` },
    expected: { zh: `写法 ${show(expected)}`, en: `the text ${show(expected)}` },
    advice: {
      zh:
        kinds.map((kind) => advices[kind].zh).join('') +
        (movesAnchor ? '标题的锚点会随之改变，请一并改正指向它的链接。' : ''),
      en:
        kinds.map((kind) => advices[kind].en).join(' ') +
        (movesAnchor ? ' The anchor of the heading changes with it: correct the links to it too.' : ''),
    },
    ...(!movesAnchor && { fix: { start, end, replacement } }),
  };
}
