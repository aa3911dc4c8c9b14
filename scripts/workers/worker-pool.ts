// The workers of a service: starts them, replaces those that end, and stops them all. Each of them takes connections from the
// one listening socket itself. Node's other way, by which the primary takes them and hands them out in turn, spreads a burst
// more evenly, but leaves callers without an answer whose connection was on its way to a worker that is killed.
import cluster, { type Worker } from 'node:cluster';
import { extname, join } from 'node:path';
import type { Logger } from 'pino';
import { inLocale, type Wording } from '../../build/messages.ts';
import type { Clock } from '../../server/clock.ts';
import type { Settings } from '../../server/config.ts';
import type { MetricsAnswer, MetricsAsk } from '../../server/workers/messages.ts';
import { WindowHost } from '../../server/workers/window-host.ts';
import { BackOff } from './back-off.ts';
import type { FromPrimary, FromWorker, Served } from './messages.ts';

/** A worker could not begin to serve. */
export class WorkerFault extends Error {
  override name = 'WorkerFault';
  /** What only the operator can mend; undefined when the worker broke down, and has said itself how. */
  readonly sentence: Wording | undefined;

  constructor(end: string, sentence: Wording | undefined) {
    super(`a worker ${end} before it served`);
    this.sentence = sentence;
  }
}

/** Who counts what workers do. */
export interface WorkerWatch {
  workerServes(): void;
  workerAnswered(worker: number, answer: MetricsAnswer): void;
  workerEnded(worker: number, how: { served: boolean; isReplaced: boolean }): void;
}

export interface WorkerPoolSettings {
  settings: Settings;
  workers: number;
  log: Logger;
  clock: Clock;
  watch: WorkerWatch | undefined;
  /** Called when nobody serves and nobody can take over. */
  onHopeless(fault: WorkerFault): void;
}

/** Longer than a worker takes when all goes well, and within what operators are promised. */
const stopMs = 9_000;

/** The place of one worker after the other. */
interface Place {
  backOff: BackOff;
  worker: Worker | undefined;
  isServing: boolean;
  waiting?: NodeJS.Timeout;
}

export class WorkerPool {
  readonly #given: WorkerPoolSettings;
  readonly #windows: WindowHost;
  readonly #places: readonly Place[];
  #state: 'starting' | 'serving' | 'ending' = 'starting';

  constructor(given: WorkerPoolSettings) {
    this.#given = given;
    this.#windows = new WindowHost(given.clock);
    this.#places = Array.from({ length: given.workers }, () => ({
      backOff: new BackOff(),
      worker: undefined,
      isServing: false,
    }));
    // Compiled or not, as this file is.
    const exec = join(import.meta.dirname, 'children', `worker${extname(import.meta.filename)}`);
    // Before the rest is set up, which settles it.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec, args: [] });
  }

  /** Resolves when all of them serve. Throws the WorkerFault of the first that cannot; nothing keeps running then. */
  async start(): Promise<Served> {
    const [first, ...others] = this.#places;
    if (first === undefined) throw new RangeError('there must be a worker');
    try {
      // It finds what is wrong with the settings, and makes the tables of the state, before the others come.
      const served = await this.#serveAt(first);
      await Promise.all(others.map((place) => this.#serveAt(place)));
      this.#state = 'serving';
      return served;
    } catch (error) {
      this.kill();
      throw error;
    }
  }

  /** Sends a message to every worker that serves; returns their numbers. */
  send(message: FromPrimary | MetricsAsk): number[] {
    return this.#places.flatMap(({ worker, isServing }) => {
      if (worker === undefined || !isServing || !tell(worker, message)) return [];
      return [worker.id];
    });
  }

  /** Lets running requests finish. Resolves to whether all of them could. */
  async stop(): Promise<boolean> {
    this.#end();
    let isWhole = true;
    const timer = setTimeout(() => {
      isWhole = false;
      this.kill();
    }, stopMs);
    await Promise.all(
      this.#places.map(async ({ worker }) => {
        if (worker === undefined || worker.isDead()) return;
        const ended = new Promise((resolve) => worker.once('exit', resolve));
        if (!tell(worker, { kind: 'stop' })) worker.process.kill('SIGKILL');
        await ended;
      }),
    );
    clearTimeout(timer);
    return isWhole;
  }

  /** Ends all of them at once. */
  kill(): void {
    this.#end();
    for (const { worker } of this.#places) worker?.process.kill('SIGKILL');
  }

  #end(): void {
    this.#state = 'ending';
    for (const { waiting } of this.#places) clearTimeout(waiting);
  }

  /** Starts a worker. Resolves when it serves, and rejects with a WorkerFault when it ended before. */
  #serveAt(place: Place): Promise<Served> {
    const { settings, workers, watch, clock } = this.#given;
    const worker = cluster.fork();
    place.worker = worker;
    let servingSinceMs: number | undefined;
    let sentence: Wording | undefined;
    return new Promise((resolve, reject) => {
      worker.on('message', (given) => {
        const message = given as FromWorker;
        if (message.kind === 'window-ask') tell(worker, this.#windows.answer(message));
        if (message.kind === 'metrics-answer') watch?.workerAnswered(worker.id, message);
        if (message.kind === 'ready') tell(worker, { kind: 'begin', settings, workers });
        if (message.kind === 'failed') {
          sentence = message.sentence;
          worker.process.kill('SIGKILL');
        }
        if (message.kind !== 'serving') return;
        place.isServing = true;
        servingSinceMs = clock.monotonic();
        watch?.workerServes();
        resolve(message);
      });
      // A message that could not be sent any more; that the worker ended is told of below.
      worker.on('error', () => undefined);
      worker.once('exit', (code, signal) => {
        const end = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
        place.worker = undefined;
        place.isServing = false;
        const served = servingSinceMs !== undefined;
        const isReplaced = this.#state === 'serving' || (this.#state === 'starting' && served);
        watch?.workerEnded(worker.id, { served, isReplaced });
        const fault = new WorkerFault(end, sentence);
        if (!served) reject(fault);
        const servedMs = servingSinceMs === undefined ? 0 : clock.monotonic() - servingSinceMs;
        if (isReplaced) this.#replace(place, { pid: worker.process.pid, end, servedMs, fault });
      });
    });
  }

  #replace(
    place: Place,
    { pid, end, servedMs, fault }: { pid: number | undefined; end: string; servedMs: number; fault: WorkerFault },
  ): void {
    const { log, onHopeless } = this.#given;
    const isAnyLeft = this.#places.some(({ isServing }) => isServing);
    if (fault.sentence !== undefined && !isAnyLeft) {
      this.#end();
      onHopeless(fault);
      return;
    }
    const reason = fault.sentence && inLocale(fault.sentence, 'en');
    const waitMs = place.backOff.next(servedMs);
    const next = waitMs === 0 ? 'at once' : `in ${waitMs / 1000} s`;
    log.error({ worker: pid, reason, servedMs: Math.round(servedMs) }, `a worker ${end}; another one starts ${next}`);
    place.waiting = setTimeout(() => {
      this.#serveAt(place).then(
        () => log.info({ worker: place.worker?.process.pid }, 'a worker serves in the place of one that ended'),
        // It is told of, and replaced, where it ends.
        () => undefined,
      );
    }, waitMs);
  }
}

function tell(worker: Worker, message: FromPrimary): boolean {
  if (!worker.isConnected()) return false;
  worker.send(message);
  return true;
}
