// Two generations of the same articles that differ in every answer, and how to see that an answer is made of both. Pure.

export const generations = [0, 1] as const;
export type Generation = (typeof generations)[number];

/**
 * The word that every article of a generation holds and no other text does. They are so unlike that no tolerance for typing
 * errors takes one for the other.
 */
export const markers: Record<Generation, string> = { 0: 'vermilionheron', 1: 'cobaltmarmotkin' };
/** The seconds of the moment at which every article of a generation was updated; hardly anything else ends in them. */
const seconds: Record<Generation, string> = { 0: '58', 1: '59' };

/** The text of an article as a generation has it: its word stands in both languages, and its seconds in `updatedAt`. */
export function ofGeneration(text: string, generation: Generation): string {
  const end = text.indexOf('\n---', 3);
  const frontMatter = text
    .slice(0, end)
    .replace(/^(updatedAt:\s*["']?\d{4}-\d\d-\d\dT\d\d:\d\d:)\d\d(?:\.\d+)?/m, `$1${seconds[generation]}`);
  const body = text.slice(end).replaceAll(/^# (?:中文|English)[ \t]*\r?$/gm, `$&\n\n${markers[generation]}\n`);
  return frontMatter + body;
}

export interface Read {
  text: string;
  /** The generation whose word was searched for: the answer may repeat it, whatever generation answers. */
  searched?: Generation;
}

/** The generations that an answer is made of. `buildIds`: of each generation. */
export function generationsIn({ text, searched }: Read, buildIds: Readonly<Record<Generation, string>>): Generation[] {
  const found = generations.filter(
    (generation) =>
      (searched === undefined && text.includes(markers[generation])) ||
      text.includes(buildIds[generation].slice(0, buildIdShown)) ||
      new RegExp(`(?:"updatedAt":"|Updated At\\*\\*: )[\\d-]{10}T\\d\\d:\\d\\d:${seconds[generation]}`).test(text),
  );
  // Only the index of its own generation finds the word.
  const finds = searched !== undefined && /"updatedAt":"/.test(text);
  return finds && !found.includes(searched) ? [...found, searched].sort() : found;
}

/** Pages show so many characters of it. */
const buildIdShown = 12;

/** What is wrong with an answer, if it is made of more than one edition. */
export function mixedFault(read: Read, buildIds: Readonly<Record<Generation, string>>): string | undefined {
  const found = generationsIn(read, buildIds);
  return found.length > 1
    ? `made of the editions ${found.map((each) => buildIds[each].slice(0, 12)).join(' and ')}`
    : undefined;
}
