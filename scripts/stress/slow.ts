// Callers whose requests never end, and callers who never read what they asked for: they are closed in time, and nobody else
// has to wait for them.
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { PartReport } from '../bench/part.ts';
import { UsageError } from '../content-option.ts';
import { milliseconds } from '../eval/table.ts';
import { addressOf, getText } from './addresses.ts';
import { atMost, none } from './bars.ts';
import type { Callers } from './callers.ts';
import { openConnections } from './open-connections.ts';
import type { Part, StressSettings } from './part.ts';
import { type Place, withPlace } from './place.ts';
import { faultCount, faultRows, percentilesOf, SteadyLoad } from './steady-load.ts';
import { articlesOf, wishes } from './traffic.ts';

const answerMsMax = 10_000;
const quietMs = 3_000;
/** Requests of everybody else, per second. */
const rate = 50;
const lookEveryMs = 250;
const byteEveryMs = 1_000;
/** Longer than any bound of the server: what is open then stays open. */
const watchMsMax = 90_000;
/** Files that both sides need besides the slow connections. */
const sparesFiles = 300;
/** Lists that a reader asks for at once: together more than the buffers on the way hold. */
const listsAsked = 64;
const goals = { p99Ms: 50, writersSeconds: 12, readersSeconds: 35 };

export const slow: Part = {
  summary: 'callers whose requests never end, and callers who never read what they asked for',
  run: (settings) => withPlace((place) => run(place, settings)),
};

async function run(place: Place, settings: StressSettings): Promise<PartReport> {
  needFiles(settings.slowWriters + settings.slowReaders + sparesFiles);
  const server = await place.serve(await settings.edition());
  return amongSlow(server, place.callers(server, answerMsMax), { ...settings, quietMs, watchMsMax });
}

export interface Target {
  port: number;
  /** The memory that it holds. */
  rssBytes(): number;
  /** What it has complained of. */
  complaints: readonly string[];
}

type SlowSettings = Pick<StressSettings, 'slowWriters' | 'slowReaders' | 'seed' | 'say'> & {
  quietMs: number;
  watchMsMax: number;
};

/** Everybody else at a server for `quietMs`, then with slow callers, who are watched for `watchMsMax` at most. */
export async function amongSlow(
  server: Target,
  callers: Callers,
  { slowWriters, slowReaders, seed, say, quietMs, watchMsMax }: SlowSettings,
): Promise<PartReport> {
  const next = wishes(await articlesOf(callers), { seed: `slow ${seed}`, marked: false });
  const load = new SteadyLoad({
    perSecond: rate,
    send: (number) => callers.ask(addressOf(number % (rate * 2)), getText(next().target)),
    faultsOf: (_number, { answers: [answer] }) =>
      answer === undefined || answer.status === 200 ? [] : [`status ${answer.status}`],
  });
  await new Promise((resolve) => setTimeout(resolve, quietMs));
  const quiet = load.lap();
  const rssBefore = server.rssBytes();
  say(`slow: ${slowWriters} requests that never end, ${slowReaders} answers that nobody reads`);
  const crowd = new Crowd(server.port);
  for (let count = 0; count < slowWriters; count += 1) crowd.write(addressOf(10_000 + count));
  for (let count = 0; count < slowReaders; count += 1) crowd.read(addressOf(20_000 + count));
  let rssMost = rssBefore;
  await crowd.untilClosed(watchMsMax, () => {
    rssMost = Math.max(rssMost, server.rssBytes());
  });
  crowd.leave();
  const busy = await load.stop();
  callers.close();
  const [alone, among] = [percentilesOf(quiet), percentilesOf(busy)];
  const { writers, readers } = crowd;
  const longest = (some: readonly Slow[]): number =>
    Math.max(0, ...some.map(({ closedMs, stillMs }) => closedMs - stillMs)) / 1_000;
  const left = [...writers, ...readers].filter(({ closedMs }) => !Number.isFinite(closedMs)).length;
  const rowOf = (name: string, { p50Ms, p99Ms, maxMs, ownP99Ms }: typeof alone, answers: number): string[] => [
    name,
    String(answers),
    ...[p50Ms, p99Ms, maxMs, ownP99Ms].map(milliseconds),
  ];
  return {
    tables: [
      {
        head: ['everybody else', 'answers', 'p50 ms', 'p99 ms', 'longest ms', 'own p99'],
        rows: [rowOf('before', alone, quiet.answers), rowOf('among the slow', among, busy.answers)],
      },
      {
        head: ['number', ''],
        rows: [
          ['last request that never ended, closed after s', longest(writers).toFixed(1)],
          ['last answer that nobody read, closed after s', longest(readers).toFixed(1)],
          ['unread bytes on the way at most, MB', (crowd.unsentMost / 1_000_000).toFixed(1)],
          ['RSS before, MB', (rssBefore / 1_000_000).toFixed(1)],
          ['RSS at most, MB', (rssMost / 1_000_000).toFixed(1)],
        ],
      },
      ...(busy.faults.size > 0 ? [{ head: ['fault', 'answers'], rows: faultRows(busy) }] : []),
    ],
    bars: [
      none('failed requests of everybody else', faultCount(busy)),
      atMost('p99 of everybody else, ms', among.p99Ms, goals.p99Ms),
      atMost('requests that never end, closed after s', longest(writers), goals.writersSeconds),
      atMost('answers that nobody reads, closed after s', longest(readers), goals.readersSeconds),
      none('slow connections left open', left),
      none('errors in the log', server.complaints.length),
    ],
    notes: [
      'a connection is closed when the server has let go of it; a request that never ends counts from its beginning, an answer that nobody reads from the moment at which nothing moved any more',
      '«own» is how late this process was in sending, which is in the times',
      ...server.complaints,
    ],
    numbers: {
      quiet: alone,
      busy: among,
      writersSeconds: longest(writers),
      readersSeconds: longest(readers),
      left,
      rssBefore,
      rssMost,
      unsentMost: crowd.unsentMost,
      faults: Object.fromEntries(busy.faults),
    },
  };
}

interface Slow {
  socket: Socket;
  /** Its own address and port, by which the server knows it. */
  peer: string;
  /** When it last moved, or for a writer began; and when the server had closed it. By `performance.now()`. */
  stillMs: number;
  closedMs: number;
  unsentBytes: number;
}

/** The slow callers, each from an address of its own. */
class Crowd {
  readonly writers: Slow[] = [];
  readonly readers: Slow[] = [];
  unsentMost = 0;
  readonly #port: number;
  readonly #trickle: NodeJS.Timeout;

  constructor(port: number) {
    this.#port = port;
    this.#trickle = setInterval(() => {
      for (const { socket } of this.writers) if (socket.writable) socket.write('a');
    }, byteEveryMs);
  }

  write(from: string): void {
    const slow = this.#open(from);
    this.writers.push(slow);
    slow.socket.write(getText('/api/v1/search').replace(/\r\n\r\n$/, '\r\nX-Slow: '));
    slow.socket.resume();
  }

  read(from: string): void {
    const slow = this.#open(from);
    this.readers.push(slow);
    slow.socket.pause();
    slow.socket.write(getText('/api/v1/search?pageSize=100').repeat(listsAsked));
  }

  /** Looks again and again until the server has closed all of them, or the time is over. */
  async untilClosed(withinMs: number, look: () => void): Promise<void> {
    const all = new Set([...this.writers, ...this.readers]);
    await Promise.all(
      [...all].map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))),
    );
    const readers = new Set(this.readers);
    const end = performance.now() + withinMs;
    for (; all.size > 0 && performance.now() < end; await new Promise((resolve) => setTimeout(resolve, lookEveryMs))) {
      look();
      const open = new Map(openConnections(this.#port).map((each) => [each.peer, each]));
      const now = performance.now();
      this.unsentMost = Math.max(
        this.unsentMost,
        [...open.values()].reduce((sum, each) => sum + each.unsentBytes, 0),
      );
      for (const slow of all) {
        const connection = open.get(slow.peer);
        if (connection === undefined) {
          slow.closedMs = now;
          all.delete(slow);
        } else if (readers.has(slow) && connection.unsentBytes !== slow.unsentBytes) {
          slow.unsentBytes = connection.unsentBytes;
          slow.stillMs = now;
        }
      }
    }
  }

  leave(): void {
    clearInterval(this.#trickle);
    for (const { socket } of [...this.writers, ...this.readers]) socket.destroy();
  }

  #open(from: string): Slow {
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: from });
    // A connection that is cut may end in a reset.
    socket.on('error', () => undefined);
    const slow: Slow = {
      socket,
      peer: '',
      stillMs: performance.now(),
      closedMs: Number.POSITIVE_INFINITY,
      unsentBytes: 0,
    };
    socket.once('connect', () => {
      slow.peer = `${socket.localAddress}:${socket.localPort}`;
      slow.stillMs = performance.now();
    });
    return slow;
  }
}

/** How many files and connections this process may have open, and its children. */
function needFiles(needed: number): void {
  const allowed = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  if (allowed === undefined || Number(allowed) >= needed) return;
  throw new UsageError({
    zh: `这里最多只能打开 ${allowed} 个文件，而缓慢的连接需要 ${needed} 个；先运行 ulimit -n ${needed}，或用 --slow-writers 和 --slow-readers 减少连接`,
    en: `no more than ${allowed} files may be open here, and the slow connections need ${needed}; run ulimit -n ${needed} first, or ask for fewer with --slow-writers and --slow-readers`,
  });
}
