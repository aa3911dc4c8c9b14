// Reads the metrics in the text format of Prometheus.
import { expect } from 'vitest';
import type { Started } from '../../server.ts';

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const sampleLine = /^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/;
const labelPair = /([a-z_]+)="([^"]*)"/g;

export class Scrape {
  readonly text: string;
  readonly samples: Sample[] = [];
  /** Metric → text of its HELP line. */
  readonly help = new Map<string, string>();
  /** Metric → type in its TYPE line. */
  readonly type = new Map<string, string>();

  constructor(text: string) {
    this.text = text;
    for (const line of text.split('\n')) {
      const [, kind, metric = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
      if (kind !== undefined) (kind === 'HELP' ? this.help : this.type).set(metric, rest);
      else if (line !== '') this.samples.push(readSample(line));
    }
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
}

function readSample(line: string): Sample {
  const [whole, name = '', labels = '', value = ''] = sampleLine.exec(line) ?? [];
  if (whole === undefined) throw new Error(`not a sample of a metric: ${line}`);
  const pairs = [...labels.matchAll(labelPair)].map(([, label = '', text = '']) => [label, text]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}

export async function scrape({ metricsAddress }: Pick<Started, 'metricsAddress'>): Promise<Scrape> {
  const response = await fetch(metricsAddress ?? 'no address');
  expect(response.status).toBe(200);
  return new Scrape(await response.text());
}

/**
 * The requests counted so far: `<route> <status>` → count. The test fails unless each route has as many durations as requests.
 * Requests that the parser refused have no duration.
 */
export async function requestsCounted(server: Pick<Started, 'metricsAddress'>): Promise<Record<string, number>> {
  const scraped = await scrape(server);
  const counts = scraped.counts('stele_http_requests_total');
  const byRoute: Record<string, number> = {};
  for (const [name, times] of Object.entries(counts)) {
    const [route = ''] = name.split(' ');
    if (route !== 'unparsed') byRoute[route] = (byRoute[route] ?? 0) + times;
  }
  expect(scraped.counts('stele_http_request_duration_seconds_count')).toEqual(byRoute);
  return counts;
}
