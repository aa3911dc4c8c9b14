// A number in a text with what it counts, in a form that two languages share; and when two of them are the same.

export interface Quantity {
  /** The number, date or time in one spelling: `1000`, `3.11`, `2026-05-01`, `15:30`. */
  value: string;
  /** Other readings, when the text leaves it open: `64K` is 64000 or 64. */
  readings: readonly string[];
  /** A unit of `units.ts`, or empty when what is counted is no such unit. */
  unit: string;
  /** For durations: how long in nanoseconds or months, so that 60 s is 1 min; else empty. */
  measure: string;
  /** As it stands in the text, and where. */
  written: string;
  index: number;
}

/** Whether two numbers can say the same. A unit that is only written once counts for both. */
export function isSame(one: Quantity, other: Quantity): boolean {
  if (one.measure !== '' && one.measure === other.measure) return true;
  if (one.unit !== '' && other.unit !== '' && one.unit !== other.unit) return false;
  return one.value === other.value || one.readings.includes(other.value) || other.readings.includes(one.value);
}

/** What of two lists has no partner in the other; each partner is used once. */
export function withoutPartners<One extends Quantity>(
  left: readonly One[],
  right: readonly One[],
): { left: One[]; right: One[] } {
  // Only what shares a spelling can be the same, so each is compared with few.
  const open = new Map<string, Set<One>>();
  for (const one of right) for (const key of keysOf(one)) open.set(key, (open.get(key) ?? new Set()).add(one));
  const remaining = new Set(right);
  const alone = left.filter((one) => {
    const partner = partnerOf(one, open);
    if (partner === undefined) return true;
    remaining.delete(partner);
    for (const key of keysOf(partner)) open.get(key)?.delete(partner);
    return false;
  });
  return { left: alone, right: [...remaining] };
}

/** Of what can be the same, what has the same unit comes first. */
function partnerOf<One extends Quantity>(one: One, open: ReadonlyMap<string, ReadonlySet<One>>): One | undefined {
  let partner: One | undefined;
  let looked = 0;
  for (const key of keysOf(one)) {
    for (const other of open.get(key) ?? []) {
      looked += 1;
      if (looked > candidatesMax) return partner;
      if (!isSame(one, other)) continue;
      if (other.unit === one.unit) return other;
      partner ??= other;
    }
  }
  return partner;
}

/** A number that stands oftener than this in a section is matched by its first spellings. */
const candidatesMax = 50;

export function keysOf({ value, readings, measure }: Quantity): string[] {
  return measure === '' ? [value, ...readings] : [value, ...readings, `measure ${measure}`];
}

/** A number without its thousands separators, leading zeros and a fraction of nothing. */
export function canonical(figure: string): string {
  const plain = figure.replace(/[,，_\s]/g, '').replace(/^0+(?=\d)/, '');
  return /^\d+\.0+$/.test(plain) ? plain.replace(/\.0+$/, '') : plain;
}

/** A number times a power of ten, without the errors of binary fractions. */
export function scaled(figure: string, scale: number): string {
  const product = Number(canonical(figure)) * scale;
  return Number.isFinite(product) ? String(Number(product.toPrecision(12))) : canonical(figure);
}

// Units that both languages name: durations, sizes, shares. Everything else that is counted counts as no unit.

export interface Unit {
  name: string;
  /** For durations: in nanoseconds or in months. */
  size?: readonly [number, 'ns' | 'mo'];
}

const second = 1e9;
const units: readonly (readonly [spellings: string, unit: Unit])[] = [
  ['ns|nanoseconds?|纳秒', { name: 'ns', size: [1, 'ns'] }],
  ['µs|μs|us|microseconds?|微秒', { name: 'µs', size: [1e3, 'ns'] }],
  ['ms|msecs?|milliseconds?|毫秒', { name: 'ms', size: [1e6, 'ns'] }],
  ['s|secs?|seconds?|秒钟?', { name: 's', size: [second, 'ns'] }],
  ['mins?|minutes?|分钟', { name: 'min', size: [60 * second, 'ns'] }],
  ['h|hrs?|hours?|个?小时|个?钟头', { name: 'h', size: [3600 * second, 'ns'] }],
  ['d|days?|天', { name: 'd', size: [86_400 * second, 'ns'] }],
  ['wks?|weeks?|个?星期|周(?!年)', { name: 'wk', size: [7 * 86_400 * second, 'ns'] }],
  ['months?|个月', { name: 'mo', size: [1, 'mo'] }],
  ['yrs?|years?|年(?=[间前后内期以]|$)', { name: 'y', size: [12, 'mo'] }],
  ['bytes?|字节', { name: 'B' }],
  ['KB|kB|千字节', { name: 'KB' }],
  ['MB|兆字节|兆', { name: 'MB' }],
  ['GB|吉字节', { name: 'GB' }],
  ['TB|太字节', { name: 'TB' }],
  ['KiB', { name: 'KiB' }],
  ['MiB', { name: 'MiB' }],
  ['GiB', { name: 'GiB' }],
  ['TiB', { name: 'TiB' }],
  ['%|percent(?:age)?|per cent', { name: '%' }],
];

const spelling = new RegExp(`^[ \\u00a0-]?(?:${units.map(([spellings]) => `(${spellings})`).join('|')})(?![A-Za-z])`);

/** The unit at the start of what follows a number, and how long its name is. */
export function unitAt(after: string): { unit: Unit; length: number } | undefined {
  const match = spelling.exec(after);
  if (match === null) return undefined;
  const unit = units[match.slice(1).findIndex((group) => group !== undefined)]?.[1];
  // `d` is a unit only when it touches the number: «4 d» may be anything.
  if (unit === undefined || /^[ \u00a0-]d$/.test(match[0])) return undefined;
  return { unit, length: match[0].length };
}

/** How long so many of a unit last; empty when it is no duration. */
export function measureOf(value: string, unit: Unit | undefined): string {
  const number = Number(value);
  if (unit?.size === undefined || !Number.isFinite(number)) return '';
  return `${Number((number * unit.size[0]).toPrecision(12))} ${unit.size[1]}`;
}
