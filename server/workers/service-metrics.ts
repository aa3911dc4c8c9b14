// The metrics of all workers as those of one service. Counters never go back: what a worker that ended was last known to have
// counted stays in the sums.
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { ScrapeSource } from '../metrics/scrape-server.ts';
import type { MetricsAnswer, MetricsAsk, MetricValues } from './messages.ts';

export interface ServiceMetricsSettings {
  /** Asks all workers that serve; resolves to their numbers. */
  ask(question: MetricsAsk): readonly number[];
  /** How long a scrape waits for them; those that do not answer are shown as they were last known. */
  answerMs?: number;
}

const usualAnswerMs = 1_000;

interface Scrape {
  missing: Set<number>;
  resolve(): void;
}

export class ServiceMetrics implements ScrapeSource {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #settings: ServiceMetricsSettings;
  readonly #registry = new Registry();
  readonly #restarts: Counter;
  readonly #latest = new Map<number, MetricValues>();
  readonly #scrapes = new Map<number, Scrape>();
  #ended: MetricValues[] = [];
  #serving = 0;
  #number = 0;

  constructor(settings: ServiceMetricsSettings) {
    this.#settings = settings;
    const registers = [this.#registry];
    const serving = (): number => this.#serving;
    new Gauge({
      name: 'stele_workers',
      help: 'Processes that serve on the port.',
      registers,
      collect() {
        this.set(serving());
      },
    });
    this.#restarts = new Counter({
      name: 'stele_worker_restarts_total',
      help: 'Workers that ended while the service went on, and were replaced.',
      registers,
    });
  }

  async text(): Promise<string> {
    await this.#askAll();
    if (this.#ended.length > 1) this.#ended = [await AggregatorRegistry.aggregate(this.#ended).getMetricsAsJSON()];
    const own = await this.#registry.getMetricsAsJSON();
    return AggregatorRegistry.aggregate([own, ...this.#latest.values(), ...this.#ended]).metrics();
  }

  stop(): void {
    for (const { resolve } of this.#scrapes.values()) resolve();
  }

  workerServes(): void {
    this.#serving += 1;
  }

  workerAnswered(worker: number, { number, values }: MetricsAnswer): void {
    this.#latest.set(worker, values);
    this.#settle(worker, (scrape) => scrape === number);
  }

  /** `served`: whether it had begun to; `isReplaced`: whether another one takes its place. */
  workerEnded(worker: number, { served, isReplaced }: { served: boolean; isReplaced: boolean }): void {
    if (served) this.#serving -= 1;
    if (isReplaced) this.#restarts.inc();
    // Gauges tell of a process that is there.
    const counted = this.#latest.get(worker)?.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
    if (counted !== undefined) this.#ended.push(counted);
    this.#latest.delete(worker);
    this.#settle(worker, () => true);
  }

  async #askAll(): Promise<void> {
    this.#number += 1;
    const number = this.#number;
    const asked = this.#settings.ask({ kind: 'metrics-ask', number });
    if (asked.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#scrapes.set(number, { missing: new Set(asked), resolve });
      timer = setTimeout(resolve, this.#settings.answerMs ?? usualAnswerMs);
    });
    clearTimeout(timer);
    this.#scrapes.delete(number);
  }

  #settle(worker: number, isAbout: (scrape: number) => boolean): void {
    for (const [number, { missing, resolve }] of this.#scrapes) {
      if (!isAbout(number) || !missing.delete(worker)) continue;
      if (missing.size === 0) resolve();
    }
  }
}
