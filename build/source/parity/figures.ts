// The numbers of a block that the other language must have too: those written in figures. What belongs to a name, a
// version in a name, or the numbering of steps is none; it only answers for a number there.
import { type Block, gap } from './blocks.ts';
import { canonical, measureOf, type Quantity, scaled, unitAt } from './quantities.ts';

export interface Figures {
  /** In reading order. */
  asked: Quantity[];
  /** Figures in names, code and numbering. */
  known: Quantity[];
}

const number =
  /(?<![\w.\\#@&]|[A-Za-z_]-|[A-Za-z]\/)(?<v>v\.?)?(?<figure>\d{1,3}(?:[,，_\u00a0\u2009\u202f]\d{3})+(?:\.\d+)?|\d+(?:[.]\d+)*)(?![\d])/gi;

const chineseScales: Readonly<Record<string, number>> = {
  百: 1e2,
  千: 1e3,
  万: 1e4,
  十万: 1e5,
  百万: 1e6,
  千万: 1e7,
  亿: 1e8,
  十亿: 1e9,
  百亿: 1e10,
  千亿: 1e11,
  万亿: 1e12,
};
const englishScales: Readonly<Record<string, number>> = {
  hundred: 1e2,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};
const letterScales: Readonly<Record<string, number>> = { k: 1e3, K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

const scaleAfter =
  /^(?:\s?(?<zh>[十百千万]?亿|[十百千]?万|千(?![米克字瓦兆])|百(?![分度]))|[\s-](?<en>hundred|thousand|million|billion|trillion)(?![a-z])|(?<letter>[kKMBT])(?![A-Za-z]))/;

/** Letters that may touch a number without making it a name. */
const suffix =
  /^(?:st|nd|rd|th|x|X|px|pt|em|rem|vh|vw|fr|fps|dpi|k?Hz|MHz|GHz|mm|cm|m|km|kg|mg|g|W|V|A|dB|bits?|bps|[KMGT]bps)(?![A-Za-z\d])/;

/** What is an identifier or markup; and «Step 3», «第 3 步», «1.» before a paragraph: where languages number differently, nobody is misled. */
const numbering =
  /<\/?\d+>|\bHTTP \d{3}\b|(?<![\w-])-\d{4,6}(?![\d-]|\.\d)|(?<![\d(（.,/:-])\d{1,2}[)）](?=\s)|^\s*[([（]?\d{1,2}(?:\.\d{1,2})*[.、)）\]:：](?!\d)|^\s*\d{1,2}(?:\.\d{1,2})+(?=\s)|\b(?:steps?|figures?|chapter|part|section|lesson|example|option|phase|stage|level) #?\d+(?:\.\d+)*|第\s*\d+\s*(?:步|章|节|部分|课|阶段|级)|(?:步骤|图|示例|例|选项|阶段|级别|部分)\s*\d+(?:\.\d+)*|\b24\/7\b|\b7\s?[x×*]\s?24\b/gi;

export function figuresIn(block: Block): Figures {
  const known: Quantity[] = [];
  const note = (text: string): void => {
    for (const { 0: written } of text.matchAll(/\d+(?:\.\d+)*/g)) {
      known.push({ value: canonical(written), readings: [], unit: '', measure: '', written, index: 0 });
    }
  };
  const blank = (written: string): string => {
    note(written);
    return ' '.repeat(written.length);
  };
  for (const { value } of block.spans) note(value);
  if (!/[\d０-９]/.test(block.prose)) return { asked: [], known };
  let text = widthless(block.prose).replace(numbering, blank);
  if (block.kind === 'heading') text = text.replace(/^\s*\d{1,2}(?:\.\d{1,2})*\s/, blank);
  const { found, rest } = takeDates(
    text.replace(/百分之\s*(\d+(?:\.\d+)?)/g, (written, figure: string) => `${figure}%`.padEnd(written.length)),
  );
  const asked = [...found];
  for (const match of rest.matchAll(number)) {
    const quantity = quantityOf(match, rest);
    if (quantity === undefined) note(match[0]);
    else asked.push(quantity);
  }
  note(rest.replace(number, ' '));
  return { asked: asked.sort((left, right) => left.index - right.index), known };
}

function quantityOf(match: RegExpExecArray, text: string): Quantity | undefined {
  const figure = match.groups?.figure ?? '';
  const end = match.index + match[0].length;
  let after = text.slice(end, end + 24);
  const scale = scaleAfter.exec(after);
  after = after.slice(scale?.[0].length ?? 0);
  const named = unitAt(after);
  const isName = /^[A-Za-z_]|^\.[A-Za-z*]|^-[A-Za-z](?![a-z])|^[@\\][A-Za-z]|^\][A-Za-z]/.test(after);
  if (named === undefined && isName && !suffix.test(after)) return undefined;
  const factor = scaleOf(scale);
  const value = factor === undefined || figure.split('.').length > 2 ? canonical(figure) : scaled(figure, factor);
  const readings = scale?.groups?.letter === undefined ? [] : [canonical(figure)];
  const length = match[0].length + (scale?.[0].length ?? 0) + (named?.length ?? 0);
  const written = text.slice(match.index, match.index + length).replaceAll(gap, '');
  const measure = measureOf(value, named?.unit);
  return { value, readings, unit: named?.unit.name ?? '', measure, written, index: match.index };
}

function scaleOf(scale: RegExpExecArray | null): number | undefined {
  const { zh, en, letter } = scale?.groups ?? {};
  if (zh !== undefined) return chineseScales[zh];
  return en === undefined ? letterScales[letter ?? ''] : englishScales[en];
}

/** Full-width figures and signs as the usual ones, of the same length. */
function widthless(text: string): string {
  return text.replace(/[０-９％．]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0));
}

// Dates and times of day as the two languages write them: 2026 年 5 月 1 日 is 1 May 2026 and 2026-05-01.

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
