// Which keywords are phrases: the words of a reader who does not know the title, such as «the log is too large to open». Names
// and terms are shorter.
import { normalFormOf, wordsIn } from '../edition/words.ts';

const phraseWordsMin = 3;
/** Most Chinese words have two characters. */
const hanPerWord = 2;

/** True for a keyword of three words or more, two Han characters being a word. */
export function isPhrase(keyword: string): boolean {
  const words = wordsIn(normalFormOf(keyword)).map(({ start, end, isHan }) => (isHan ? (end - start) / hanPerWord : 1));
  return words.reduce((sum, count) => sum + count, 0) >= phraseWordsMin;
}
