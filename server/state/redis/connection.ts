// The connection of a process to its Redis: one server, a cluster, or a server that sentinels name. Runs scripts; every call settles
// soon, whatever Redis does.
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { z } from 'zod';
import { addressOf, type RedisAddress, withoutPassword } from './address.ts';

/** Why a call to Redis failed. Holds no password, and nothing of what was sent. */
export class RedisFault extends Error {
  override name = 'RedisFault';
  readonly reason: string;

  constructor(place: string, reason: string) {
    super(`Redis at ${place}: ${reason}`);
    this.reason = reason;
  }
}

type Client = Redis | Cluster;

/** Every node of a cluster that takes writes. */
type Primaries = () => Promise<Redis[]>;

/** Of all keys but those of limits. A cluster keeps keys with the same text in braces together, which scripts need. */
export const keyPrefix = '{stele}:';

/**
 * How long one round trip may take by default: requests wait for it, and are answered within 250 ms. A healthy Redis on a busy
 * machine needs less; after giving up, each process limits by itself for a while.
 */
const usualAnswerMs = 180;
/** See `#within`. */
const patienceSteps = 4;
/** Items written, read or forgotten in one round trip, during which Redis does nothing else. */
const perTrip = 250;
const retryMs = { step: 50, max: 250 };
const closed = 'the store is closed';

/** Takes the keys and then the arguments of a script. */
export type Script<Reply> = (...values: readonly (string | number)[]) => Promise<Reply>;

export interface ScriptSource<Reply> {
  name: string;
  keys: number;
  lua: string;
  reply: z.ZodType<Reply>;
}

export class Connection {
  readonly address: RedisAddress;
  readonly #redis: Client;
  readonly #primaries: Primaries;
  readonly #probe: Script<'OK'>;
  readonly #answerMs: number;
  /** Why there is no connection; undefined when there is one. */
  #fault: string | undefined = 'not connected yet';
  #isCut = false;
  #isClosed = false;

  constructor(url: string, probe: ScriptSource<'OK'>, answerMs = usualAnswerMs) {
    this.address = addressOf(url);
    this.#answerMs = answerMs;
    const { redis, primaries } = clientFor(this.address, answerMs);
    this.#redis = redis;
    this.#primaries = primaries;
    redis.on('error', (error: Error) => {
      this.#fault = error.message;
      // A failed greeting may have left the connection in another database than the one that was asked for.
      if (redis.status === 'connect') this.#cut(error.message);
    });
    redis.on('node error', (error: Error) => {
      this.#fault = error.message;
    });
    redis.on('close', () => {
      this.#isCut = false;
      this.#fault ??= 'the connection was lost';
    });
    redis.on('ready', () => {
      if (!this.#isCut) this.#fault = undefined;
    });
    this.#probe = this.script(probe);
  }

  /** For plain commands, inside of `ask`. */
  get redis(): Client {
    return this.#redis;
  }

  /** A script, sent once per connection and by its hash from then on. To be run inside of `ask`. */
  script<Reply>({ name, keys, lua, reply }: ScriptSource<Reply>): Script<Reply> {
    this.#redis.defineCommand(name, { numberOfKeys: keys, lua });
    const command: unknown = Reflect.get(this.#redis, name);
    if (typeof command !== 'function') throw new TypeError(`${name} is not a command`);
    return async (...values) => {
      const read = reply.safeParse(await Reflect.apply(command, this.#redis, [...values]));
      if (read.success) return read.data;
      // It may be the answer to another command, and so may the next ones.
      throw this.#cut(`gave an answer that is none to ${name}`);
    };
  }

  /** Does what takes one round trip, or rejects with a RedisFault when that takes too long. */
  ask<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#within(this.#answerMs, work);
  }

  /** Does the same with parts of a list, one round trip after the other. */
  async inTrips<Asked, Answer>(
    all: readonly Asked[],
    trip: (part: readonly Asked[]) => Promise<Answer[]>,
  ): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let begin = 0; begin < all.length; begin += perTrip)
      answers.push(...(await this.ask(() => trip(all.slice(begin, begin + perTrip)))));
    return answers;
  }

  /** Connects if need be, and proves that every primary answers, that scripts run, and that they may write. */
  async probe(): Promise<void> {
    if (this.#isClosed) throw this.#failure(closed);
    try {
      // Connecting, greeting and writing together may take hardly more than an answer: otherwise a Redis that is too slow would
      // count as back.
      await this.#within(1.25 * this.#answerMs, async () => {
        if (this.#redis.status !== 'ready') await this.#connected();
        await Promise.all((await this.#primaries()).map((primary) => primary.ping()));
        await this.#probe(`${keyPrefix}probed`, Date.now());
      });
    } catch (error) {
      // After a failover the name, or the cluster's table, may lead elsewhere; a new connection goes there.
      if (error instanceof RedisFault) this.#cut(error.reason);
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#fault = closed;
    this.#redis.disconnect();
  }

  /** ioredis tries again by itself; this waits for the attempt that is under way or comes next. */
  async #connected(): Promise<void> {
    const redis = this.#redis;
    await new Promise<void>((resolve, reject) => {
      const settle = (): void => {
        redis.off('ready', settle).off('close', settle);
        if (redis.status === 'ready') resolve();
        else reject(new Error(this.#fault));
      };
      redis.on('ready', settle).on('close', settle);
      // Its promise says less than the error event does.
      if (redis.status === 'wait' || redis.status === 'end') redis.connect().catch(() => undefined);
    });
  }

  async #within<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      let steps = 0;
      // In steps, because time in which this process was busy itself is not Redis's: however long a turn of the event loop
      // took, it is one step, and what had arrived meanwhile is read before the next.
      timer = setInterval(() => {
        steps += 1;
        if (steps === patienceSteps) reject(this.#cut(`did not answer within ${milliseconds} ms`));
      }, milliseconds / patienceSteps);
    });
    try {
      return await Promise.race([late, work()]);
    } catch (error) {
      if (error instanceof RedisFault) throw error;
      // An error that Redis answered says most, then the fault of the connection.
      const isAnswer = error instanceof Error && error.name === 'ReplyError';
      throw this.#failure(isAnswer ? error.message : (this.#fault ?? textOf(error)));
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Gives up a connection that cannot be relied on. It may never answer again (a machine that vanished says no goodbye), and a
   * new one costs a millisecond.
   */
  #cut(reason: string): RedisFault {
    const failure = this.#failure(reason);
    if (!this.#isCut && ['connect', 'ready'].includes(this.#redis.status)) {
      this.#isCut = true;
      this.#fault = reason;
      this.#redis.disconnect(true);
    }
    return failure;
  }

  /** Without the properties that ioredis adds to errors: they hold the password, keys of callers, whole scripts. */
  #failure(reason: string): RedisFault {
    return new RedisFault(this.address.place, withoutPassword(reason, this.address));
  }
}

/** Nothing that was sent is ever sent again, but for what a node refused because it lies on another: it may have been counted. */
function clientFor(
  { kind, nodes, username, password, db, name, tls }: RedisAddress,
  answerMs: number,
): { redis: Client; primaries: Primaries } {
  const retryStrategy = (attempts: number): number => Math.min(attempts * retryMs.step, retryMs.max);
  const same = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls !== undefined && { tls }),
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    // For a greeting, which nothing but the probes watches. ioredis takes this process's own slowness for Redis's.
    commandTimeout: 10 * answerMs,
    connectTimeout: 4 * answerMs,
    disconnectTimeout: 1,
    // The fewer greetings, the fewer that can go wrong: the probe asks all that INFO and HELLO would.
    enableReadyCheck: false,
    disableClientInfo: true,
    protocol: 2,
  } satisfies RedisOptions;
  if (kind === 'cluster') {
    const cluster = new Cluster(nodes, {
      lazyConnect: true,
      enableOfflineQueue: false,
      enableReadyCheck: false,
      maxRedirections: 3,
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      slotsRefreshTimeout: answerMs,
      clusterRetryStrategy: retryStrategy,
      // With TLS a node has to keep its name, which the certificate is for.
      ...(tls !== undefined && { dnsLookup: (host, found) => found(null, host) }),
      redisOptions: same,
    });
    return {
      redis: cluster,
      // ioredis forgets a primary that has ended the connection; the cluster's table still names it until it is replaced.
      async primaries() {
        await new Promise((resolve) => cluster.refreshSlotsCache(resolve));
        return cluster.nodes('master');
      },
    };
  }
  const [{ host, port } = { host: '', port: 0 }] = nodes;
  const redis = new Redis({
    ...same,
    db,
    ...(kind === 'sentinel'
      ? {
          sentinels: nodes,
          name: name ?? '',
          sentinelRetryStrategy: retryStrategy,
          enableTLSForSentinelMode: tls !== undefined,
        }
      : { host, port }),
    lazyConnect: true,
    // What cannot be sent now is refused now.
    enableOfflineQueue: false,
    retryStrategy,
    // Calls of one turn of the event loop are one round trip.
    enableAutoPipelining: true,
  });
  return { redis, primaries: async () => [] };
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
