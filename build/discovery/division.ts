// Divides a list of links into files that agents read to their end. Knows only lines, and how long an address may become.
import { llmsPartPath } from '../edition/locations.ts';
import { slot } from '../edition/slots.ts';
import { linkLine } from '../pages/site-markdown.ts';

/** Agents cut what they fetch: afdocs 0.22 (Agent-Friendly Documentation Spec 0.6) lets no index be longer. */
export const charactersMax = 50_000;

/** The longest public address: `https://`, a name of 253 characters (RFC 1035, section 2.3.4) and a port. */
const originCharactersMax = 8 + 253 + 6;

/** How long a text becomes at most, in UTF-16 units, when its addresses are filled in. */
export function filledLength(text: string): number {
  const addresses = text.split(slot('origin')).length - 1;
  return text.length + addresses * (originCharactersMax - slot('origin').length);
}

export const fits = (text: string): boolean => filledLength(text) < charactersMax;

/**
 * The lines of each file by its name, the first under `name` itself: all of them, or links to parts. `head` is what every file
 * begins with. A list of parts that is too long is divided in its turn, one level deeper.
 */
export function divide(
  name: string,
  head: string,
  lines: readonly string[],
  level = 1,
): Map<string, readonly string[]> {
  // A heading and line ends stand around the lines of a file.
  const room = charactersMax - filledLength(head) - 100;
  const parts: string[][] = [];
  let left = 0;
  for (const line of lines) {
    const length = filledLength(line) + 1;
    if (length > left) {
      parts.push([]);
      left = room;
    }
    parts.at(-1)?.push(line);
    left -= length;
  }
  if (parts.length <= 1) return new Map([[name, lines]]);
  const partName = (index: number): string => `${name}.${level}.${index + 1}`;
  const links = parts.map((part, index) =>
    linkLine(`${index + 1} / ${parts.length}`, llmsPartPath(partName(index)), String(part.length)),
  );
  return new Map([
    ...parts.map((part, index): [string, readonly string[]] => [partName(index), part]),
    ...divide(name, head, links, level + 1),
  ]);
}
