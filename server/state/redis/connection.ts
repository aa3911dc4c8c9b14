// The one connection of a process to its Redis: opens it, runs scripts, and sees to it that every call settles soon, whatever
// Redis does. It knows nothing of what is kept.
import { Redis } from 'ioredis';
import type { z } from 'zod';
import { type Address, addressOf, withoutPassword } from './address.ts';

/** Why Redis did not do what it was asked for. Holds no password, and nothing of what was sent. */
export class RedisFault extends Error {
  override name = 'RedisFault';
}

/** Every key begins with it. Redis Cluster keeps together what has the same text in braces. */
export const keyPrefix = '{stele}:';

/** How long one round trip may take. Requests wait for it. */
const answerMs = 100;
/** How long a probe may take, with connecting. */
const probeMs = 250;
const patienceSteps = 10;
/** For the greeting of a connection, which nothing but the probes watches. */
const greetingMs = 1_000;
const connectMs = 500;
const retryMs = { step: 50, max: 250 };

export type Values = readonly (string | number)[];
/** Takes the keys and then the arguments of a script. */
export type Script<Reply> = (...values: Values) => Promise<Reply>;

export interface ScriptSource<Reply> {
  name: string;
  keys: number;
  lua: string;
  reply: z.ZodType<Reply>;
}

export class Connection {
  readonly #address: Address;
  readonly #redis: Redis;
  readonly #probe: Script<'OK'>;
  /** What was last wrong with the connection itself. */
  #fault: string | undefined;
  #isCut = false;
  #isClosed = false;

  constructor(url: string, probe: ScriptSource<'OK'>) {
    this.#address = addressOf(url);
    this.#redis = new Redis({
      ...this.#address,
      lazyConnect: true,
      // What cannot be sent now is refused now, and what was not answered is never sent again: it may have been counted.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      autoResubscribe: false,
      commandTimeout: greetingMs,
      connectTimeout: connectMs,
      disconnectTimeout: 1,
      retryStrategy: (attempts) => Math.min(attempts * retryMs.step, retryMs.max),
      // Calls of one turn of the event loop are one round trip.
      enableAutoPipelining: true,
      // The fewer greetings, the fewer that can go wrong: the probe asks all that INFO and HELLO would.
      enableReadyCheck: false,
      disableClientInfo: true,
      protocol: 2,
    });
    this.#redis.on('error', (error: Error) => {
      this.#fault = error.message;
      // A failed greeting may have left the connection in another database than the one that was asked for.
      if (this.#redis.status === 'connect') this.#cut();
    });
    this.#redis.on('close', () => {
      this.#isCut = false;
      this.#fault ??= 'the connection was lost';
    });
    this.#redis.on('ready', () => {
      this.#fault = undefined;
    });
    this.#probe = this.script(probe);
  }

  /** Where no script is needed. Only inside of `ask`. */
  get redis(): Redis {
    return this.#redis;
  }

  /** A script that is sent once per connection, and by its hash from then on. Only to be run inside of `ask`. */
  script<Reply>({ name, keys, lua, reply }: ScriptSource<Reply>): Script<Reply> {
    this.#redis.defineCommand(name, { numberOfKeys: keys, lua });
    const command: unknown = Reflect.get(this.#redis, name);
    if (typeof command !== 'function') throw new TypeError(`${name} is not a command`);
    return async (...values) => {
      const read = reply.safeParse(await Reflect.apply(command, this.#redis, [...values]));
      if (read.success) return read.data;
      // Whose answer this is nobody knows, and so of those after it.
      this.#cut();
      throw new RedisFault(`${this.#name} gave an answer that is none to ${name}`);
    };
  }

  /** Does what takes one round trip, or rejects with a RedisFault within a tenth of a second. */
  ask<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#within(answerMs, work);
  }

  /** Connects if need be, and proves that scripts run and may write. */
  async probe(): Promise<void> {
    if (this.#isClosed) throw new RedisFault(`${this.#name}: the store is closed`);
    await this.#within(probeMs, async () => {
      if (this.#redis.status !== 'ready') await this.#connected();
      await this.#probe(`${keyPrefix}probed`, Date.now());
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#redis.disconnect();
  }

  get #name(): string {
    return `Redis at ${this.#address.host}:${this.#address.port}`;
  }

  /** ioredis tries again by itself; this waits for the attempt that is under way or comes next. */
  async #connected(): Promise<void> {
    const redis = this.#redis;
    await new Promise<void>((resolve, reject) => {
      const settle = (): void => {
        redis.off('ready', settle).off('close', settle);
        if (redis.status === 'ready') resolve();
        else reject(new Error(this.#fault ?? 'the connection was closed'));
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
        if (steps < patienceSteps) return;
        reject(new RedisFault(`${this.#name} did not answer within ${milliseconds} ms${this.#because()}`));
      }, milliseconds / patienceSteps);
    });
    try {
      return await Promise.race([late, work()]);
    } catch (error) {
      if (error instanceof RedisFault) {
        this.#cut();
        throw error;
      }
      throw this.#faultOf(error);
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Gives up a connection that did not answer. It may never do so again (a machine that vanished says no goodbye), and a new
   * one costs a millisecond.
   */
  #cut(): void {
    if (this.#isCut || !['connect', 'ready'].includes(this.#redis.status)) return;
    this.#isCut = true;
    this.#redis.disconnect(true);
  }

  /** Without the properties that ioredis adds to errors: they hold the password, keys of callers, whole scripts. */
  #faultOf(error: unknown): RedisFault {
    const isReply = error instanceof Error && error.name === 'ReplyError';
    const reason = isReply || this.#fault === undefined ? textOf(error) : this.#fault;
    return new RedisFault(`${this.#name}: ${withoutPassword(reason, this.#address)}`);
  }

  #because(): string {
    return this.#fault === undefined ? '' : ` (${withoutPassword(this.#fault, this.#address)})`;
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
