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
