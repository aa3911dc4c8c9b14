// `stele start --workers n`: n processes serve on one port (node:cluster) and share limits, keys and agents through Redis. The primary
// process answers no API requests. It starts, replaces and stops the workers, and exposes their metrics to Prometheus.
import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { Settings } from '../server/config.ts';
import { plainHostname } from '../server/hosts.ts';
import { loggerFor, written } from '../server/logger.ts';
import { type ScrapeServer, type ScrapeSource, serveScrapes } from '../server/metrics/scrape-server.ts';
import { UsageError } from './content-option.ts';
import { listeningFault } from './serving.ts';
import { stopSignals } from './stop-signals.ts';

/** How long the primary process waits for workers to exit before it kills them. The guide for operators documents 10 s in all. */
const stopMs = 9_000;
/** The delay before an ended worker is replaced, so that a worker which cannot start does not slow down the others. */
const restartMs = 1_000;

/** Resolves when all workers serve, or when no worker can. Throws a UsageError for faults that the operator can correct. */
export async function serveWithWorkers(settings: Settings, count: number): Promise<void> {
  if (settings.redisUrl === undefined)
    throw new UsageError({
      zh: '--workers 大于 1 时需要 Redis，否则各进程的限额不准确：用 --redis-url 或 REDIS_URL 指定 Redis 的地址',
      en: '--workers above 1 needs Redis, so that all processes count requests together; give the address of Redis with --redis-url or REDIS_URL',
    });
  const log = loggerFor(settings);
  const counts = workerCounts();
  const metrics = await openMetrics(settings, log, counts.source);
  if (metrics !== undefined) log.info({ metricsAddress: metrics.address }, `metrics at ${metrics.address}`);
  const serving = new Set<Worker>();
  let isStopping = false;

  const end = async (exitCode: number): Promise<void> => {
    isStopping = true;
    process.exitCode = exitCode;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
    await metrics?.close();
    await written(log);
  };

  /** Resolves when the worker listens or has exited. */
  const start = (): Promise<void> =>
    new Promise((resolve) => {
      const worker = cluster.fork();
      worker.once('listening', () => {
        serving.add(worker);
        counts.serving.set(serving.size);
        resolve();
      });
      worker.once('exit', (code, signal) => {
        serving.delete(worker);
        counts.serving.set(serving.size);
        resolve();
        if (isStopping) return;
        // With exit code 2, the worker has reported a fault that only the operator can correct. Another worker would fail too.
        if (code === 2 && serving.size === 0) return void end(2);
        log.error({ worker: worker.process.pid, code, signal }, 'a worker ended; another one starts');
        counts.restarts.inc();
        setTimeout(() => isStopping || void start(), restartMs);
      });
    });

  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    // A second SIGTERM or SIGINT kills the workers at once.
    for (const second of stopSignals) process.removeAllListeners(second).once(second, () => void end(1));
    isStopping = true;
    log.info({ signal }, 'stopping');
    const late = setTimeout(() => void end(1), stopMs);
    await Promise.all(
      Object.values(cluster.workers ?? {}).map(
        (worker) =>
          new Promise((resolve) => {
            worker?.once('exit', resolve);
            worker?.process.kill(signal);
          }),
      ),
    );
    clearTimeout(late);
    await end(Number(process.exitCode ?? 0));
  };

  // Each worker accepts connections from the socket itself. If the primary process handed out the connections, one that it gave to a
  // worker that is being killed would get no response.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  process.on('SIGHUP', () => {
    for (const worker of serving) worker.process.kill('SIGHUP');
  });
  for (const signal of stopSignals) process.once(signal, () => void stop(signal));
  // The first worker starts alone, to detect faulty settings before the others start.
  for (let started = 0; started < count && !isStopping; started += 1) await start();
}

function workerCounts() {
  const own = new Registry();
  const registers = [own];
  const serving = new Gauge({ name: 'stele_workers', help: 'Processes that serve on the port.', registers });
  const restarts = new Counter({
    name: 'stele_worker_restarts_total',
    help: 'Workers that ended unexpectedly and were replaced.',
    registers,
  });
  const all = new AggregatorRegistry();
  const source: ScrapeSource = {
    contentType: own.contentType,
    // Collecting fails while a worker starts, because it does not answer yet. The next scrape then has the metrics of the workers.
    text: async () => `${await all.clusterMetrics().catch(() => '')}${await own.metrics()}`,
  };
  return { serving, restarts, source };
}

/** Starts the metrics server; undefined if no port is set. */
async function openMetrics(settings: Settings, log: Logger, source: ScrapeSource): Promise<ScrapeServer | undefined> {
  if (settings.metricsPort === undefined) return undefined;
  try {
    const { metricsPort: port, publicUrl, allowedHosts } = settings;
    const names = [...allowedHosts, ...(publicUrl === undefined ? [] : [plainHostname(new URL(publicUrl))])];
    return await serveScrapes({ port, hostNames: () => names, log }, source);
  } catch (error) {
    const sentence = listeningFault(error, settings);
    throw sentence === undefined ? error : new UsageError(sentence);
  }
}
