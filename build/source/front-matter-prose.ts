// The title and summary of one language as prose: words with their offsets in the file. What YAML writes differently from
// what it means (escapes, doubled quotes) is left out, because no offset of it would be certain.
import type { Language } from '../edition/vocabulary.ts';
import type { Draft } from './draft.ts';
import type { Prose } from './prose.ts';

export function frontMatterProse({ frontMatter, fields, text }: Draft, language: Language): Prose[] {
  if (!fields.checked?.success) return [];
  const { title, summary } = fields.checked.data;
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return Object.entries({ title, summary }).flatMap(([field, values]) => {
    const place = frontMatter.placeOf([field, language]);
    const prose = valueProse(values[language], text, (lineStarts[place.line - 1] ?? 0) + place.column - 1);
    return prose === undefined ? [] : [prose];
  });
}

/** What opens a value: a quotation mark, or the mark of a block with its line end. */
const valueOpening = /["']|[|>][-+\d]*[^\S\n]*\n[^\S\n]*/y;

/** Lays a value over its source, unit by unit; where lines are folded, white space lies over white space. */
function valueProse(value: string, source: string, offset: number): Prose | undefined {
  valueOpening.lastIndex = offset;
  let at = offset + (valueOpening.exec(source)?.[0].length ?? 0);
  const prose: Prose = { text: value.trimEnd(), starts: [], ends: [], afters: [], locked: [], isHeading: false };
  for (let unit = 0; unit < prose.text.length; unit += 1) {
    const start = at;
    const isSame = source[at] === prose.text[unit];
    if (!isSame && !(/\s/.test(source[at] ?? '') && /\s/.test(prose.text[unit] ?? ''))) return undefined;
    at += 1;
    // A folded line end swallows the indentation behind it.
    if (source[start] === '\n') while (source[at] === ' ') at += 1;
    prose.starts.push(start);
    prose.ends.push(at);
    prose.afters.push(at);
    prose.locked.push(source[start] === '\n');
  }
  return prose;
}
