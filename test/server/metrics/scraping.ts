// Parses the metrics line by line, as strictly as Prometheus parses its text format 0.0.4.
import { expect } from 'vitest';
import type { Started } from '../../server.ts';

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const labelPair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"(?:,|$)/g;

export class Scrape {
  readonly text: string;
  readonly samples: Sample[] = [];
  /** Metric → text of its HELP line. */
  readonly help = new Map<string, string>();
  /** Metric → type in its TYPE line. */
  readonly type = new Map<string, string>();

  constructor(text: string) {
    this.text = text;
    if (!text.endsWith('\n')) throw new Error('the last line does not end with a line feed');
    for (const line of text.split('\n').slice(0, -1)) if (line !== '') this.#read(line);
    const series = this.samples.map(({ name, labels }) => name + JSON.stringify(labels));
    expect(new Set(series).size).toBe(series.length);
  }

  /** The value of the series with exactly these labels, or 0 if there is none. */
  value(name: string, labels: Record<string, string> = {}): number {
    const isWanted = (sample: Sample): boolean =>
      sample.name === name &&
      Object.keys(sample.labels).length === Object.keys(labels).length &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value);
    return this.samples.find(isWanted)?.value ?? 0;
  }

  sum(name: string): number {
    return this.samples.filter((sample) => sample.name === name).reduce((sum, { value }) => sum + value, 0);
  }

  /** The series of a metric whose value is not 0: `<label values>` → value. */
  counts(name: string): Record<string, number> {
    const counted = this.samples.filter((sample) => sample.name === name && sample.value !== 0);
    return Object.fromEntries(counted.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
  }

  /** The distinct values of a label, sorted. */
  valuesOf(label: string): string[] {
    return [...new Set(this.samples.flatMap(({ labels }) => labels[label] ?? []))].sort();
  }

  #read(line: string): void {
    const [, kind, family = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind !== undefined) {
      const known = kind === 'HELP' ? this.help : this.type;
      if (known.has(family)) throw new Error(`HELP or TYPE is repeated: ${line}`);
      known.set(family, rest);
      return;
    }
    const [whole, name = '', labels = '', value = ''] = sampleLine.exec(line) ?? [];
    const ofSample = this.type.get(name) === undefined ? name.replace(/_(bucket|sum|count)$/, '') : name;
    if (
      whole === undefined ||
      !this.help.has(ofSample) ||
      !this.type.has(ofSample) ||
      !/^(?:[-+]?(?:\d|Inf)|nan)/i.test(value)
    ) {
      // The pattern above ignores the case of NaN, as Prometheus does, because prom-client writes `Nan`.
      throw new Error(`not a sample of a metric that has HELP and TYPE: ${line}`);
    }
    this.samples.push({ name, labels: readLabels(labels), value: Number(value.replace('Inf', 'Infinity')) });
  }
}

function readLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(labelPair)];
  const labels = Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
  const isWhole = pairs.map(([pair]) => pair).join('') === text;
  if (!isWhole || Object.keys(labels).length < pairs.length) throw new Error(`labels cannot be parsed: ${text}`);
  return labels;
}

export async function scrape({ metricsAddress }: Pick<Started, 'metricsAddress'>): Promise<Scrape> {
  const response = await fetch(metricsAddress ?? 'no address');
  expect(response.status).toBe(200);
  return new Scrape(await response.text());
}

export const requestsTotal = 'stele_http_requests_total';
const durationCount = 'stele_http_request_duration_seconds_count';

/**
 * The requests counted so far: `<route> <status>` → count. The test fails unless each route has as many durations as requests.
 * Requests that the parser refused have no duration.
 */
export async function requestsCounted(server: Pick<Started, 'metricsAddress'>): Promise<Record<string, number>> {
  const scraped = await scrape(server);
  const counts = scraped.counts(requestsTotal);
  const byRoute: Record<string, number> = {};
  for (const [name, times] of Object.entries(counts)) {
    const [route = ''] = name.split(' ');
    if (route !== 'unparsed') byRoute[route] = (byRoute[route] ?? 0) + times;
  }
  expect(scraped.counts(durationCount)).toEqual(byRoute);
  return counts;
}
