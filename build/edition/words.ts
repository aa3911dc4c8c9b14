// The words of a text with their places, exactly as the analyser takes texts apart (`analysis.ts`): the analyser says which
// terms a word gives, this says where the word stands. Knows no term.

export interface Word {
  /** UTF-16 offsets in the text. */
  start: number;
  end: number;
  isHan: boolean;
}

/** The pattern of the analyser: a run of Han, or a word of any other script with the connectors of identifiers. */
const runs =
  /(?<han>\p{Script=Han}+)|(?<word>(?<![\p{L}\p{N}])-\d+(?!\p{L})|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}_])+(?:[-./:@#+'’](?=[\p{L}\p{N}_])(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}_])+)*(?:\+\+|#)?)/gu;

/** The words between two offsets, of a text that is in its normal form. `start` must be no place inside a word. */
export function wordsIn(text: string, start = 0, end: number = text.length): Word[] {
  const words: Word[] = [];
  runs.lastIndex = start;
  for (let found = runs.exec(text); found !== null && found.index < end; found = runs.exec(text)) {
    words.push({ start: found.index, end: runs.lastIndex, isHan: found.groups?.han !== undefined });
  }
  return words;
}
