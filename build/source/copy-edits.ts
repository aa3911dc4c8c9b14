// What a corrector changed in a paragraph, as replacements in the file: spaces and the width of punctuation, nothing else.
import type { Replacement } from '../messages.ts';
import type { Prose } from './prose.ts';

export const editKinds = ['space', 'no-space', 'punctuation'] as const;
export type EditKind = (typeof editKinds)[number];

export interface CopyEdit extends Replacement {
  kinds: ReadonlySet<EditKind>;
}

/** One change, at a unit of the prose. */
interface Change extends Replacement {
  unit: number;
  kind: EditKind;
}

const fullWidth: { readonly [half: string]: string } = {
  ',': '，',
  '.': '。',
  ':': '：',
  ';': '；',
  '!': '！',
  '?': '？',
};

/** The changes that lead from a prose to its corrected text; undefined when they are not of the kinds that are wanted. */
export function copyEdits(prose: Prose, corrected: string, source: string): CopyEdit[] {
  const changes = changesBetween(prose, corrected, source) ?? [];
  const groups: Change[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (last !== undefined && group !== undefined && isOneWord(prose.text.slice(last.unit + 1, change.unit)))
      group.push(change);
    else groups.push([change]);
  }
  return groups.map((group) => joined(group, source));
}

/** Walks both texts at once. Only spaces come and go, so that whatever else differs stands in the same order. */
function changesBetween(prose: Prose, corrected: string, source: string): Change[] | undefined {
  const { text } = prose;
  const changes: Change[] = [];
  let unit = 0;
  let at = 0;
  while (unit < text.length || at < corrected.length) {
    const [is, should] = [text[unit], corrected[at]];
    if (is === should) {
      unit += 1;
      at += 1;
    } else if (should === ' ') {
      if (wantsSpace(text, unit)) changes.push(insertion(prose, unit));
      at += 1;
    } else if (is === ' ' || is === '\t') {
      if (mayGo(prose, unit, source)) changes.push(replacing(prose, unit, '', 'no-space'));
      unit += 1;
    } else if (is !== undefined && should !== undefined && fullWidth[is] === should) {
      changes.push(replacing(prose, unit, should, 'punctuation'));
      unit += 1;
      at += 1;
    } else return undefined;
  }
  return changes;
}

const han = /\p{Script=Han}/u;
const latin = /[A-Za-z\d`]/;

/** A name that begins with a sign, such as $PATH: nothing is put before the sign, so nothing is put behind the name. */
const signedWord = /[$#@&][\w.-]*$/;

/** Between Chinese and a word, number or code. A sign such as + or % may belong to either side, and is left alone. */
function wantsSpace(text: string, unit: number): boolean {
  const [left = '', right = ''] = [text[unit - 1], text[unit]];
  if (han.test(left)) return latin.test(right);
  return latin.test(left) && han.test(right) && !signedWord.test(text.slice(Math.max(0, unit - 40), unit));
}

/** `**注意：** 文` needs its space: without it, most Markdown readers do not see where the emphasis ends. */
function mayGo({ locked, starts }: Prose, unit: number, source: string): boolean {
  return locked[unit] !== true && !/[*_~]/.test(source[(starts[unit] ?? 0) - 1] ?? '');
}

function insertion({ afters }: Prose, unit: number): Change {
  const start = afters[unit - 1] ?? 0;
  return { unit: unit - 1, start, end: start, replacement: ' ', kind: 'space' };
}

function replacing({ starts, ends }: Prose, unit: number, replacement: string, kind: EditKind): Change {
  return { unit, start: starts[unit] ?? 0, end: ends[unit] ?? 0, replacement, kind };
}

/** Changes at both ends of a word are one edit: `用API时` lacks two spaces and is one fault. */
function isOneWord(between: string): boolean {
  return between.length <= 40 && !/[\s\p{Script=Han}]/u.test(between);
}

function joined(group: readonly Change[], source: string): CopyEdit {
  const start = group[0]?.start ?? 0;
  let replacement = '';
  let at = start;
  for (const change of group) {
    replacement += source.slice(at, change.start) + change.replacement;
    at = change.end;
  }
  return { start, end: at, replacement, kinds: new Set(group.map(({ kind }) => kind)) };
}
