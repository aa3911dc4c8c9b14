// Numbers written in words. A word is never asked for in the other language, because «two» may be «两», «2», «both» or
// nothing at all; it only answers for a figure that stands there.
import type { Language } from '../../edition/vocabulary.ts';
import { monthNamesIn, noonsIn } from './figures.ts';
import { measureOf, type Quantity, unitAt } from './quantities.ts';

const english: Readonly<Record<string, number>> = {
  ...counted(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    0,
  ),
  ...counted('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth', 1),
  ...Object.fromEntries(
    'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index) => [word, 20 + 10 * index]),
  ),
  ...Object.fromEntries('no none never nothing without not cannot empty'.split(' ').map((word) => [word, 0])),
  ...Object.fromEntries('a an each every per single once another only same'.split(' ').map((word) => [word, 1])),
  ...Object.fromEntries('both twice double pair couple either neither half'.split(' ').map((word) => [word, 2])),
  thrice: 3,
  triple: 3,
  quarter: 4,
  quarters: 4,
  thirds: 3,
  dozen: 12,
  hundred: 100,
  hundreds: 100,
  thousand: 1000,
  thousands: 1000,
  million: 1e6,
  billion: 1e9,
};

function counted(words: string, from: number): Record<string, number> {
  return Object.fromEntries(words.split(' ').map((word, index) => [word, from + index]));
}

/** Every number that a text says in words; one in several words counts in parts and as a whole. */
export function wordsIn(text: string): Quantity[] {
  return [...englishIn(text), ...monthNamesIn(text), ...noonsIn(text), ...chineseIn(text)];
}

function englishIn(text: string): Quantity[] {
  const found: Quantity[] = [];
  let end = -1;
  let whole = 0;
  for (const { 0: written, index } of text.matchAll(/[A-Za-z]+/g)) {
    const value = english[written.toLowerCase()];
    if (value === undefined || !Object.hasOwn(english, written.toLowerCase())) continue;
    const joined = end !== -1 && /^(?:[\s-]|\sand\s)$/.test(text.slice(end, index));
    whole = !joined ? value : value >= 100 ? Math.max(whole, 1) * value : whole + value;
    end = index + written.length;
    found.push(wordOf(value, written, index, text.slice(end, end + 20)));
    if (whole !== value) found.push(wordOf(whole, written, index, text.slice(end, end + 20)));
    if (written.toLowerCase() === 'half') found.push({ ...wordOf(0.5, written, index, ''), readings: ['50'] });
  }
  return found;
}

const digits: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const powers: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 10_000, 亿: 100_000_000 };
const others: readonly (readonly [RegExp, number])[] = [
  [/[双俩另]|一对|两者|分别/g, 2],
  [/半/g, 0.5],
  [/[单首每各仅只某同]|唯一|任何|任意/g, 1],
  [/[无不未没非空]/g, 0],
];

function chineseIn(text: string): Quantity[] {
  const numerals = [...text.matchAll(/[〇零一二两三四五六七八九十百千万亿]+/g)].map(({ 0: written, index }) =>
    wordOf(numeralValue(written), written, index, text.slice(index + written.length, index + written.length + 8)),
  );
  const rest = others.flatMap(([pattern, value]) =>
    [...text.matchAll(pattern)].map(({ 0: written, index }) =>
      wordOf(value, written, index, text.slice(index + written.length, index + written.length + 8)),
    ),
  );
  return [...numerals, ...rest];
}

/** A Chinese numeral: 三十五, 一百二十, 两万; digits in a row count by place: 二〇二六. */
function numeralValue(numeral: string): number {
  let [total, group, digit] = [0, 0, 0];
  for (const character of numeral) {
    const power = powers[character];
    if (power === undefined) {
      digit = digit * (digit > 0 ? 10 : 1) + (digits[character] ?? 0);
    } else if (power < 10_000) {
      group += Math.max(digit, 1) * power;
      digit = 0;
    } else {
      total = (total + Math.max(group + digit, 1)) * power;
      [group, digit] = [0, 0];
    }
  }
  return total + group + digit;
}

function wordOf(value: number, written: string, index: number, after: string): Quantity {
  const unit = unitAt(after)?.unit;
  const spelled = String(value);
  return { value: spelled, readings: [], unit: '', measure: measureOf(spelled, unit), written, index };
}

const measures =
  '(?:个|种|条|次|步|项|类|层|级|章|部分|组|套|行|列|页|倍|台|份|名|位|件|段|篇|家|天|秒|分钟|小时|年|周|阶段|步骤|方面|字段|参数|选项)';
const chineseCount = new RegExp(
  `(?<![第百千万零一二三四五六七八九十])(?:[二两三四五六七八九]|十[一二]?)(?=${measures}(?!月))`,
  'g',
);
const englishCount =
  /(?<![-\w])(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?= (?!of\b|or\b|and\b|to\b|hundred|thousand|million)[a-z])/gi;

/** Numbers in words that surely count something: these are held against each other. */
export function countsIn(text: string, language: Language): Quantity[] {
  return [...text.matchAll(language === 'zh' ? chineseCount : englishCount)].map(({ 0: written, index }) =>
    wordOf(language === 'zh' ? numeralValue(written) : (english[written.toLowerCase()] ?? 0), written, index, ''),
  );
}
