// `stele start --workers n`: the primary process. It serves nothing itself: it holds the port, what the workers count together,
// and their metrics, and sees to it that there are as many as were asked for.
import type { Logger } from 'pino';
import { inLocale } from '../../build/messages.ts';
import { announce } from '../../server/announcement.ts';
import { systemClock } from '../../server/clock.ts';
import type { Settings } from '../../server/config.ts';
import { plainHostname } from '../../server/hosts.ts';
import { loggerFor, written } from '../../server/logger.ts';
import { type ScrapeServer, serveScrapes } from '../../server/metrics/scrape-server.ts';
import type { MetricsAsk } from '../../server/workers/messages.ts';
import type { ServiceMetrics } from '../../server/workers/service-metrics.ts';
import { UsageError } from '../content-option.ts';
import { listeningFault } from '../listening-fault.ts';
import { stopSignals } from '../stop-signals.ts';
import { WorkerFault, WorkerPool } from './worker-pool.ts';

/** Resolves when all workers serve. Throws a UsageError when they cannot, for what only the operator can mend. */
export async function serveWithWorkers(settings: Settings, workers: number): Promise<void> {
  const log = loggerFor(settings);
  const metrics = await openServiceMetrics(settings, log, (question) => pool.send(question));
  const pool: WorkerPool = new WorkerPool({
    settings,
    workers,
    log,
    clock: systemClock,
    watch: metrics?.source,
    onHopeless: (fault) => void end(fault),
  });
  let isServing = false;
  process.on('SIGHUP', () => void pool.send({ kind: 'refresh' }));
  for (const signal of stopSignals) {
    process.once(signal, () => {
      if (isServing) return void stop(signal);
      pool.kill();
      process.exit(0);
    });
  }
  try {
    const served = await pool.start();
    isServing = true;
    announce(log, settings, { ...served, metricsAddress: metrics?.address, workers });
  } catch (error) {
    if (!(error instanceof WorkerFault)) throw error;
    await end(error);
  }

  async function stop(signal: string): Promise<void> {
    // A second signal, whichever, means: at once.
    for (const second of stopSignals) {
      process.removeAllListeners(second).once(second, () => {
        pool.kill();
        process.exit(1);
      });
    }
    log.info({ signal }, 'stopping');
    if (!(await pool.stop())) process.exitCode = 1;
    await metrics?.close();
    await written(log);
  }

  /** Nobody serves. */
  async function end({ message, sentence }: WorkerFault): Promise<void> {
    process.stderr.write(`stele: ${sentence === undefined ? message : inLocale(sentence, 'en')}\n`);
    process.exitCode = sentence === undefined ? 1 : 2;
    await metrics?.close();
  }
}

/** Undefined when nobody reads them. */
async function openServiceMetrics(
  settings: Settings,
  log: Logger,
  ask: (question: MetricsAsk) => readonly number[],
): Promise<ScrapeServer<ServiceMetrics> | undefined> {
  if (settings.metricsPort === undefined) return undefined;
  const { ServiceMetrics } = await import('../../server/workers/service-metrics.ts');
  try {
    const { metricsPort: port, publicUrl, allowedHosts } = settings;
    const names = [...allowedHosts, ...(publicUrl === undefined ? [] : [plainHostname(new URL(publicUrl))])];
    return await serveScrapes({ port, hostNames: () => names, log }, () => new ServiceMetrics({ ask }));
  } catch (error) {
    const sentence = listeningFault(error, settings);
    throw sentence === undefined ? error : new UsageError(sentence);
  }
}
