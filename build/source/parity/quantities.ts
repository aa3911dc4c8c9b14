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
