// What every Node.js process tells about itself, under the names that prom-client gives it. prom-client's own collectors of
// event-loop lag and garbage collection can never be stopped again, so these two are ours.
import {
  constants,
  monitorEventLoopDelay,
  type NodeGCPerformanceDetail,
  type PerformanceEntry,
  PerformanceObserver,
} from 'node:perf_hooks';
import { Gauge, Histogram, type Registry } from 'prom-client';
import heapSizeAndUsed from 'prom-client/lib/metrics/heapSizeAndUsed.js';
import heapSpacesSizeAndUsed from 'prom-client/lib/metrics/heapSpacesSizeAndUsed.js';
import osMemoryHeap from 'prom-client/lib/metrics/osMemoryHeap.js';
import processCpuTotal from 'prom-client/lib/metrics/processCpuTotal.js';
import processMaxFileDescriptors from 'prom-client/lib/metrics/processMaxFileDescriptors.js';
import processOpenFileDescriptors from 'prom-client/lib/metrics/processOpenFileDescriptors.js';
import processResources from 'prom-client/lib/metrics/processResources.js';
import processStartTime from 'prom-client/lib/metrics/processStartTime.js';
import version from 'prom-client/lib/metrics/version.js';

/** Those that hold nothing between two readings. */
const collectors = [
  processCpuTotal,
  processStartTime,
  osMemoryHeap,
  processOpenFileDescriptors,
  processMaxFileDescriptors,
  processResources,
  heapSizeAndUsed,
  heapSpacesSizeAndUsed,
  version,
];

export interface Watching {
  stop(): void;
}

export function watchProcess(registry: Registry): Watching {
  for (const collect of collectors) collect(registry);
  const watchings = [watchEventLoop(registry), watchGarbageCollection(registry)];
  return {
    stop() {
      for (const watching of watchings) watching.stop();
    },
  };
}

const samplingMs = 10;
const lagStatistics = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'] as const;

/** Since it was read last. A timer that fires in time counts as its interval, as in prom-client's metrics of these names. */
function watchEventLoop(registry: Registry): Watching {
  const delay = monitorEventLoopDelay({ resolution: samplingMs });
  delay.enable();
  const gauges = lagStatistics.map((statistic, index) => {
    return new Gauge({
      name: `nodejs_eventloop_lag_${statistic}_seconds`,
      help: `Delay of the event loop since the last scrape (${statistic}); at rest it is the ${samplingMs} ms between two samples.`,
      registers: [registry],
      // Of several processes the one that keeps callers waiting longest is told of.
      aggregator: statistic === 'min' ? 'min' : 'max',
      // The first one reads for all, before the others are asked for their value.
      ...(index === 0 && { collect: readDelay }),
    });
  });
  return { stop: () => void delay.disable() };

  function readDelay(): void {
    // Without a sample Node answers with the largest number it has.
    if (delay.count === 0) return;
    lagStatistics.forEach((statistic, index) => {
      const nanoseconds = statistic.startsWith('p')
        ? delay.percentile(Number(statistic.slice(1)))
        : delay[statistic as 'min' | 'max' | 'mean' | 'stddev'];
      gauges[index]?.set(nanoseconds / 1e9);
    });
    delay.reset();
  }
}

/** Node's types leave the detail out. */
interface CollectionEntry extends PerformanceEntry {
  readonly detail: NodeGCPerformanceDetail;
}

const collectionKinds: Record<number, string> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
};

function watchGarbageCollection(registry: Registry): Watching {
  const pauses = new Histogram({
    name: 'nodejs_gc_duration_seconds',
    help: 'Pauses of garbage collection, by kind: major, minor, incremental or weakcb.',
    labelNames: ['kind'],
    buckets: [0.001, 0.01, 0.1, 1, 2, 5],
    registers: [registry],
  });
  const observer = new PerformanceObserver((list) => {
    for (const { detail, duration } of list.getEntries() as CollectionEntry[]) {
      pauses.observe({ kind: collectionKinds[detail.kind] ?? 'other' }, duration / 1000);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return { stop: () => observer.disconnect() };
}
