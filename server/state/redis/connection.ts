// The connection of a process to Redis: one server, a cluster, or a server found through sentinels. Runs scripts; every call settles
// within a bounded time, even when Redis hangs.
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { z } from 'zod';
import { addressOf, type RedisAddress, withoutPassword } from './address.ts';

/** The reason why a call to Redis failed. Contains no password and no data that was sent. */
export class RedisFault extends Error {
  override name = 'RedisFault';
  readonly reason: string;

  constructor(place: string, reason: string) {
    super(`Redis at ${place}: ${reason}`);
    this.reason = reason;
  }
}

type Client = Redis | Cluster;

/** Lists the primaries of a cluster. The list is empty when Redis is no cluster. */
type Primaries = () => Promise<Redis[]>;

/**
 * The common prefix of all keys except those of limits. All keys of a script must be on one node, and a cluster chooses the node by the
 * text in braces.
 */
export const keyPrefix = '{stele}:';

/**
 * The default timeout of a round trip, in milliseconds. Requests wait for it, and should be answered within 250 ms. A healthy Redis on a
 * busy machine needs less time. After a timeout, each process enforces the limits by itself for a while.
 */
const usualAnswerMs = 180;
/** The number of steps in which a timeout is measured; see `#within`. */
const patienceSteps = 4;
/** The maximum number of items per round trip. Redis answers no other client while it handles them. */
const perTrip = 250;
const retryMs = { step: 50, max: 250 };
const closed = 'the store is closed';

/** Runs a script; its parameters are the keys and then the arguments of the script. */
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
      // The connection is closed when its handshake fails, because it may then use another database than the requested one.
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

  /** The client, for plain commands. Use it only inside `ask`, which sets the timeout. */
  get redis(): Client {
    return this.#redis;
  }

  /** Defines a script, whose text ioredis sends once per connection, and then only its hash. Run it only inside `ask`. */
  script<Reply>({ name, keys, lua, reply }: ScriptSource<Reply>): Script<Reply> {
    this.#redis.defineCommand(name, { numberOfKeys: keys, lua });
    const command: unknown = Reflect.get(this.#redis, name);
    if (typeof command !== 'function') throw new TypeError(`${name} is not a command`);
    return async (...values) => {
      const read = reply.safeParse(await Reflect.apply(command, this.#redis, [...values]));
      if (read.success) return read.data;
      // This reply may belong to another command, and all later replies may then be out of step too. So the connection is closed.
      throw this.#cut(`sent an unexpected reply to ${name}`);
    };
  }

  /** Runs work of one round trip; rejects with a RedisFault on timeout. */
  ask<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#within(this.#answerMs, work);
  }

  /** Runs work on parts of a list, with one round trip for each part. */
  async inTrips<Asked, Answer>(
    all: readonly Asked[],
    trip: (part: readonly Asked[]) => Promise<Answer[]>,
  ): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let begin = 0; begin < all.length; begin += perTrip)
      answers.push(...(await this.ask(() => trip(all.slice(begin, begin + perTrip)))));
    return answers;
  }

  /** Connects if necessary, and checks that every primary answers, runs scripts and accepts writes. */
  async probe(): Promise<void> {
    if (this.#isClosed) throw this.#failure(closed);
    try {
      // Connecting, handshake and writing together have little more time than one answer: otherwise a Redis that is too slow would
      // be considered available again.
      await this.#within(1.25 * this.#answerMs, async () => {
        if (this.#redis.status !== 'ready') await this.#connected();
        await Promise.all((await this.#primaries()).map((primary) => primary.ping()));
        await this.#probe(`${keyPrefix}probed`, Date.now());
      });
    } catch (error) {
      // After a failover the host name or the cluster's slot table may name another server, so the next probe makes a new connection.
      if (error instanceof RedisFault) this.#cut(error.reason);
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#fault = closed;
    this.#redis.disconnect();
  }

  /** Waits for the current or the next attempt to connect. ioredis makes further attempts by itself. */
  async #connected(): Promise<void> {
    const redis = this.#redis;
    await new Promise<void>((resolve, reject) => {
      const settle = (): void => {
        redis.off('ready', settle).off('close', settle);
        if (redis.status === 'ready') resolve();
        else reject(new Error(this.#fault));
      };
      redis.on('ready', settle).on('close', settle);
      // The rejection is ignored, because the error event carries more information.
      if (redis.status === 'wait' || redis.status === 'end') redis.connect().catch(() => undefined);
    });
  }

  async #within<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      let steps = 0;
      // The timeout is counted in steps, so that time in which this process was blocked does not count against Redis. However long a
      // turn of the event loop took, it counts as one step, and data that arrived meanwhile is read before the next step.
      timer = setInterval(() => {
        steps += 1;
        if (steps === patienceSteps) reject(this.#cut(`did not answer within ${milliseconds} ms`));
      }, milliseconds / patienceSteps);
    });
    try {
      return await Promise.race([late, work()]);
    } catch (error) {
      if (error instanceof RedisFault) throw error;
      // An error answered by Redis is the most informative, then the fault of the connection.
      const isAnswer = error instanceof Error && error.name === 'ReplyError';
      throw this.#failure(isAnswer ? error.message : (this.#fault ?? textOf(error)));
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Closes an unreliable connection. It may never answer again, because a machine that lost power does not close its connections.
   * A new connection takes a millisecond.
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

  /** Makes an error without the properties that ioredis adds, because they contain the password, keys of callers and whole scripts. */
  #failure(reason: string): RedisFault {
    return new RedisFault(this.address.place, withoutPassword(reason, this.address));
  }
}

/** Makes a client that sends no command twice, because Redis may already have counted it. Only redirects of a cluster are followed. */
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
    // This timeout is long, because only the handshake needs it. Other commands have the timeout of `ask`, because the timeout of
    // ioredis would count delays of this process against Redis.
    commandTimeout: 10 * answerMs,
    connectTimeout: 4 * answerMs,
    disconnectTimeout: 1,
    // INFO and HELLO are left out of the handshake: the probe already checks what they would check, and any further command could fail.
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
      // With TLS, ioredis must connect to a node by its host name, not its IP address, because the certificate contains the name.
      ...(tls !== undefined && { dnsLookup: (host, found) => found(null, host) }),
      redisOptions: same,
    });
    return {
      redis: cluster,
      // Reads the slot table again. ioredis forgets a primary whose connection has closed, but the table lists the primary until another
      // one replaces it.
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
    // A command that cannot be sent fails at once.
    enableOfflineQueue: false,
    retryStrategy,
    // Calls within one turn of the event loop share one round trip.
    enableAutoPipelining: true,
  });
  return { redis, primaries: async () => [] };
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
