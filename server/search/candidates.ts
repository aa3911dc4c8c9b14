// One regular expression that stands at every place where a term of a query could begin: one scan over a long text finds the
// few words that are worth analysing. It may stand at too many places and must stand in every word that gives one of the terms.
import { holdsHan } from '../../build/edition/analysis.ts';

/** A tree of patterns by their characters; `end` where one is complete. */
interface Branch {
  end: boolean;
  next: Map<string, Branch>;
}

export function candidatePattern(terms: readonly string[]): RegExp {
  const root: Branch = { end: false, next: new Map() };
  for (const term of terms) for (const pattern of patternsOf(term)) plant(pattern, root);
  const isPlain = terms.every((term) => /^[\x20-\x7e]*$/.test(term) || holdsHan(term));
  return new RegExp(terms.length === 0 ? '(?!)' : sourceOf(root), isPlain ? 'gi' : 'giu');
}

/** Both apostrophes count as one. */
const apostrophe = "'";

/** Stems that do not begin their words (Porter 2, exceptional forms). */
const otherForms = new Map([
  ['die', ['dying']],
  ['lie', ['lying']],
  ['tie', ['tying']],
  ['sky', ['skies']],
]);

function patternsOf(term: string): string[] {
  if (holdsHan(term)) return [term];
  const patterns = [...(otherForms.get(term) ?? [])];
  const common = /^[a-z]+$/.test(term) ? beginningOf(term) : term;
  patterns.push(common);
  // A contraction is one word without its apostrophe, wherever that stands.
  if (/^\p{L}+$/u.test(term)) {
    const letters = [...common];
    for (let at = 1; at <= letters.length; at += 1) patterns.push(letters.slice(0, at).join('') + apostrophe);
  }
  // The one capital whose small form has another length.
  if (term.includes('i\u0307')) patterns.push('\u0130');
  return patterns;
}

/** What all words of a stem begin with: the stemmer adds e (hoping → hope), makes y to i (happy → happi) and bility to bl. */
function beginningOf(stem: string): string {
  const kept = stem.length > 2 ? stem.replace(/[eiy]$/, '') : stem;
  return kept.length > 3 ? kept.replace(/bl$/, 'b') : kept;
}

function plant(pattern: string, root: Branch): void {
  let branch = root;
  for (const character of pattern) {
    let next = branch.next.get(character);
    if (next === undefined) {
      next = { end: false, next: new Map() };
      branch.next.set(character, next);
    }
    branch = next;
  }
  branch.end = true;
}

function sourceOf({ end, next }: Branch): string {
  const choices = [...next].map(([character, branch]) => written(character) + sourceOf(branch));
  if (choices.length === 0) return '';
  const source = choices.length === 1 && !end ? (choices[0] ?? '') : `(?:${choices.join('|')})`;
  return end ? `${source}?` : source;
}

function written(character: string): string {
  if (character === apostrophe) return "['’]";
  if (character === 'ß') return '[ßẞ]';
  return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}
