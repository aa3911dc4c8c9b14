// Queries that cost as much as a query can: each as long as one that is searched for whole, and as long as the API allows. Pure; the
// same articles give the same queries.
import { queryLengthMax } from '../../build/edition/page-search.ts';
import { wholeQuestionMax } from '../../server/search/telling-words.ts';
import { oneOf, randomFrom } from './random.ts';

export interface HostileQuery {
  name: string;
  q: string;
}

/** The queries, made of the commonest words and characters of some texts. */
export function hostileQueries(texts: readonly string[]): HostileQuery[] {
  const han = commonest(texts, /\p{Script=Han}/gu);
  const words = commonest(texts, /[a-z]{2,}/g);
  const random = randomFrom('hostile queries');
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const invented = (length: number): string => Array.from({ length }, () => oneOf(letters, random)).join('');
  const some = (make: (at: number) => string): string[] =>
    Array.from({ length: queryLengthMax / 4 }, (_, at) => make(at));
  const near = words
    .filter((word) => word.length >= 8)
    .map((word) => `${word.slice(0, 3)}${oneOf(letters, random)}${word.slice(3)}`);
  const made: HostileQuery[] = [
    { name: 'commonest Han characters, one after the other', q: han.join('') },
    { name: 'commonest Han characters, apart', q: han.join(' ') },
    { name: 'commonest words', q: words.join(' ') },
    {
      name: 'stop words',
      q: 'the of and to a in is it you that he was for on are with as I his they be at one have this '.repeat(46),
    },
    { name: 'words of one letter', q: letters.join(' ').repeat(81) },
    {
      name: 'prefixes of two letters',
      q: letters.flatMap((letter) => letters.map((next) => letter + next)).join(' '),
    },
    { name: 'short unknown words', q: some(() => invented(4)).join(' ') },
    { name: 'long unknown words', q: some(() => invented(10)).join(' ') },
    { name: 'common words, each with a typing error', q: near.join(' ') },
    { name: 'one Han character, over and over', q: (han[0] ?? '的').repeat(queryLengthMax) },
    { name: 'one letter, over and over', q: 'a'.repeat(queryLengthMax) },
    { name: 'one giant word', q: invented(queryLengthMax) },
    { name: 'one giant identifier', q: some(() => invented(3)).join('.') },
    { name: 'digits', q: some(String).join(' ') },
    {
      name: 'mixed scripts',
      q: han.flatMap((character, at) => [character, words[at] ?? '', 'кот', 'ネコ', '고']).join(''),
    },
    { name: 'punctuation', q: '-./:@#+_!?'.repeat(410) },
    { name: 'marks that fold together', q: 'ﬁ①㍿Å'.repeat(1024) },
    { name: 'pictures', q: '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(400) },
  ];
  return [wholeQuestionMax, queryLengthMax].flatMap((most) =>
    made.map(({ name, q }) => ({ name: `${name}, ${most} characters`, q: cut(q, most) })),
  );
}

/** The longest beginning of so many characters: they count after NFKC, which can make several of one. */
function cut(query: string, most: number): string {
  let kept = '';
  let length = 0;
  for (const character of query) {
    length += [...character.normalize('NFKC')].length;
    if (length > most) break;
    kept += character;
  }
  return kept;
}

/** What a pattern finds in the texts, the commonest first, as many as a query could hold. */
function commonest(texts: readonly string[], pattern: RegExp): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [found] of text.toLowerCase().matchAll(pattern)) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return [...counts]
    .sort((left, right) => right[1] - left[1])
    .slice(0, queryLengthMax)
    .map(([found]) => found);
}
