// Dates and times of day as the two languages write them: 2026 年 5 月 1 日 is 1 May 2026 and 2026-05-01.
import type { Quantity } from './quantities.ts';

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const month =
  '(?<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?';
const day = '(?<day>[0-3]?\\d)(?:st|nd|rd|th)?';
const year = '(?<year>[12]\\d{3})';

/** Longer forms first: what one has taken, no other reads again. */
const forms: readonly RegExp[] = [
  new RegExp(`(?<![\\d.-])${year}[-/](?<number>[01]?\\d)[-/](?<day>[0-3]?\\d)(?!\\d|-\\d)`, 'g'),
  new RegExp(`${year}\\s*年\\s*(?<number>[01]?\\d)\\s*月(?:\\s*(?<day>[0-3]?\\d)\\s*[日号])?`, 'g'),
  /(?<!\d)(?<number>[01]?\d)\s*月\s*(?<day>[0-3]?\d)\s*[日号]/g,
  /(?<!\d)(?<number>[01]?\d)\s*月(?!\s*\d)/g,
  new RegExp(`\\b${month} ${day},? ${year}\\b`, 'g'),
  new RegExp(`\\b${day} (?:of )?${month},? ${year}\\b`, 'g'),
  new RegExp(`\\b${month},? ${year}\\b`, 'g'),
  new RegExp(`\\b${month} ${day}\\b(?![.,]\\d)`, 'g'),
  new RegExp(`\\b${day} (?:of )?${month}\\b`, 'g'),
];

const clock =
  /(?<!\d|[\d:]:)(?:(?<zh>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里)\s*)?(?<hour>[0-2]?\d)(?:\s*[:：]\s*(?<minute>[0-5]\d(?::[0-5]\d)?)(?![\d:])|\s*[点时]\s*(?:(?<point>[0-5]?\d)\s*分|(?<half>半)))?(?:\s*(?<bare>点))?(?:\s?(?<en>[ap])\.?m\b\.?)?/gi;

/** Takes dates and times out of a text: what is found, and the text with blanks in their places. */
export function takeDates(text: string): { found: Quantity[]; rest: string } {
  const found: Quantity[] = [];
  const dates = forms.reduce((rest, form) => take(rest, form, dateOf, found), text);
  return { found, rest: take(dates, clock, timeOf, found) };
}

type Groups = Record<string, string | undefined>;
type Reader = (groups: Groups, written: string, index: number) => Quantity | undefined;

function take(text: string, form: RegExp, read: Reader, found: Quantity[]): string {
  const kept: string[] = [];
  let end = 0;
  for (const match of text.matchAll(form)) {
    const [written] = match;
    const quantity = read(match.groups ?? {}, written, match.index);
    if (quantity === undefined) continue;
    found.push(quantity);
    kept.push(text.slice(end, match.index), ' '.repeat(written.length));
    end = match.index + written.length;
  }
  return kept.join('') + text.slice(end);
}

function dateOf(groups: Groups, written: string, index: number): Quantity {
  const number = groups.number ?? String(months.indexOf((groups.month ?? '').slice(0, 3).toLowerCase()) + 1);
  const pad = (part: string) => part.padStart(2, '0');
  const inYear = groups.day === undefined ? `month ${pad(number)}` : `${pad(number)}-${pad(groups.day)}`;
  const full = groups.day === undefined ? `${groups.year}-${pad(number)}` : `${groups.year}-${inYear}`;
  const bare = groups.year === undefined && groups.day === undefined ? [String(Number(number))] : [];
  const [value, readings] = groups.year === undefined ? [inYear, bare] : [full, [inYear]];
  return { value, readings, unit: '', measure: '', written, index };
}

function timeOf(groups: Groups, written: string, index: number): Quantity | undefined {
  const { zh, en, half } = groups;
  const minute = groups.minute ?? groups.point ?? (half === undefined ? undefined : '30');
  const hour = Number(groups.hour);
  if ((minute === undefined && zh === undefined && en === undefined) || hour > 24) return undefined;
  const isLate = /^p$/i.test(en ?? '') || /[下傍晚夜]/.test(zh ?? '');
  const spell = (hours: number) => `${hours}:${(minute ?? '00').padStart(2, '0')}`;
  const isMidnight = hour === 12 && (/^a$/i.test(en ?? '') || /[凌晚夜]/.test(zh ?? ''));
  // A time that does not say which half of the day it means may be either.
  const either = zh === undefined && en === undefined && hour < 12 ? [spell(hour + 12)] : [];
  return {
    value: spell(isMidnight ? 0 : isLate && hour < 12 ? hour + 12 : hour),
    readings: minute === undefined ? [...either, String(hour)] : either,
    unit: '',
    measure: '',
    written: written.trim(),
    index,
  };
}

/** Noon and midnight, which answer for 12:00 and 0:00. */
export function noonsIn(text: string): Quantity[] {
  return [...text.matchAll(/midnight|午夜|半夜|零点|(noon|正午|中午)/gi)].map(({ 0: written, 1: noon, index }) => {
    const value = noon === undefined ? '0:00' : '12:00';
    return { value, readings: [], unit: '', measure: '', written, index };
  });
}

/** The names of months by themselves, which answer for a month in figures. */
export function monthNamesIn(text: string): Quantity[] {
  // Not as the month's number: «May» says no 5.
  return [...text.matchAll(monthName)].map((match) => ({
    ...dateOf(match.groups ?? {}, match[0], match.index),
    readings: [],
  }));
}

const monthName = new RegExp(`\\b${month}\\b`, 'g');
