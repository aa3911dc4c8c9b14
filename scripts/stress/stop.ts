// A server that is told to stop while callers with kept connections ask on: what it has taken is answered, and it ends in time.
import { z } from 'zod';
import { percentile } from '../bench/statistics.ts';
import { oneOf, type Random, randomFrom } from '../eval/random.ts';
import { milliseconds } from '../eval/table.ts';
import { addressOf, getText } from './addresses.ts';
import { atMost, none } from './bars.ts';
import type { Callers, Outcome } from './callers.ts';
import type { Part, StressSettings } from './part.ts';
import { type Place, withPlace } from './place.ts';
import { articlesOf, wishes } from './traffic.ts';

const clients = 50;
const answerMsMax = 20_000;
const goals = { exitSeconds: 10 };
/** Answers on each connection, on average, before the server is told. */
const answersBefore = { min: 2, max: 12 };

export const stop: Part = {
  summary: `a server that is told to stop while ${clients} callers with kept connections ask on`,
  run: (settings) => withPlace((place) => run(place, settings)),
};

const ways = ['direct', 'behind a proxy'] as const;
type Way = (typeof ways)[number];

interface Stopped {
  way: Way;
  answers: number;
  /** Requests that the server had taken and that got no whole answer. */
  unanswered: number;
  /** What the log says of them. */
  lost: string[];
  /** What the callers say of requests without an answer. */
  faults: string[];
  /** Requests on kept connections that the server closed without having taken them. */
  notTaken: number;
  code: number | null;
  tookMs: number;
  complaints: string[];
}

async function run(place: Place, { edition, runs, seed, say }: StressSettings) {
  const folder = await edition();
  const random = randomFrom(`stop ${seed}`);
  const all: Stopped[] = [];
  for (const way of ways) {
    say(`stop: ${runs} times, ${way}`);
    for (let count = 0; count < runs; count += 1) all.push(await stopOnce(place, folder, way, random));
  }
  const of = (way: Way): Stopped[] => all.filter((each) => each.way === way);
  const sum = (some: readonly Stopped[], number: (each: Stopped) => number): number =>
    some.reduce((total, each) => total + number(each), 0);
  const rows = ways.map((way) => {
    const times = of(way).map(({ tookMs }) => tookMs);
    return [
      way,
      String(of(way).length),
      ...[sum(of(way), ({ answers }) => answers), sum(of(way), ({ unanswered }) => unanswered)].map(String),
      String(sum(of(way), ({ notTaken }) => notTaken)),
      milliseconds(percentile(times, 0.5)),
      milliseconds(Math.max(...times)),
    ];
  });
  const complaints = all.flatMap((each) => each.complaints);
  return {
    tables: [{ head: ['way', 'stops', 'answers', 'unanswered', 'not taken', 'median ms', 'longest ms'], rows }],
    bars: [
      none(
        'requests taken and not answered',
        sum(all, ({ unanswered }) => unanswered),
      ),
      none(
        'behind a proxy: requests lost on kept connections',
        sum(of('behind a proxy'), ({ notTaken }) => notTaken),
      ),
      none('ends with another code than 0', all.filter(({ code }) => code !== 0).length),
      atMost('longest stop, s', Math.max(...all.map(({ tookMs }) => tookMs)) / 1_000, goals.exitSeconds),
      none('errors in the log', complaints.length),
    ],
    notes: [
      'a request is taken when it is in the log of the server; «not taken» are those that were on their way to a connection as it was closed, which only a client that asks again can mend (RFC 9110, section 9.2.2)',
      '«behind a proxy» is TRUST_PROXY: the server goes on for a second, and its answers say that the connection ends',
      ...[...complaints, ...all.flatMap(({ lost }) => lost)].slice(0, 10),
    ],
    numbers: { stops: all },
  };
}

async function stopOnce(place: Place, edition: string, way: Way, random: Random): Promise<Stopped> {
  const flags = way === 'direct' ? [] : ['--trust-proxy', '127.0.0.0/8'];
  const server = await place.serve(edition, { flags });
  const taken = new Map<string, string>();
  server.onLine((line) => {
    // The first caller is the one who asked for the articles before.
    if (line.includes('"msg":"request"') && !line.includes(`"address":"${addressOf(0)}"`))
      taken.set(logged.parse(JSON.parse(line)).requestId, line);
  });
  const callers = place.callers(server, answerMsMax);
  const next = wishes(await articlesOf(callers), { seed: String(random()), marked: false });
  callers.closeIdle();
  const tally = new Tally();
  const enough = tally.reaches(clients * oneOf(range(answersBefore), random));
  const calling = Array.from({ length: clients }, (_, client) =>
    callOn(callers, addressOf(1 + client), () => getText(next().target), tally),
  );
  await enough;
  const began = performance.now();
  server.signal('SIGTERM');
  const { code } = await server.ended;
  const tookMs = performance.now() - began;
  await Promise.all(calling);
  callers.close();
  await server.logRead;
  const lost = [...taken].filter(([id]) => !tally.answered.has(id)).map(([, line]) => line);
  return {
    way,
    answers: tally.answered.size,
    unanswered: Math.max(lost.length, tally.cut),
    lost,
    faults: tally.faults,
    notTaken: Math.max(0, tally.failed - lost.length),
    code,
    tookMs,
    complaints: [...server.complaints],
  };
}

const logged = z.object({ requestId: z.string() });
const range = ({ min, max }: { min: number; max: number }): number[] =>
  Array.from({ length: max - min + 1 }, (_, index) => min + index);

/** What the callers have got so far. */
class Tally {
  readonly answered = new Set<string>();
  /** Requests without an answer, and those of them whose answer broke off. */
  failed = 0;
  cut = 0;
  readonly faults: string[] = [];
  #wanted = Number.POSITIVE_INFINITY;
  #reached: () => void = () => undefined;

  reaches(answers: number): Promise<void> {
    this.#wanted = answers;
    return new Promise((resolve) => {
      this.#reached = resolve;
    });
  }

  note({ answers: [answer], isCut, fault }: Outcome): void {
    const requestId = answer?.header('x-request-id');
    if (requestId === undefined) this.failed += 1;
    else this.answered.add(requestId);
    if (isCut) this.cut += 1;
    if (fault !== undefined) this.faults.push(fault);
    if (this.answered.size + this.failed >= this.#wanted) this.#reached();
  }
}

/** Asks again as soon as it is answered, until the connection ends. */
async function callOn(callers: Callers, from: string, request: () => string, tally: Tally): Promise<void> {
  for (;;) {
    const outcome = await callers.ask(from, request());
    tally.note(outcome);
    const [answer] = outcome.answers;
    if (answer === undefined || outcome.fault !== undefined || answer.header('connection') === 'close') return;
  }
}
