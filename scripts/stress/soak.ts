// Usual traffic of many agents for a long time, with another edition every minute: nothing grows, and nobody waits longer.
import { median } from '../bench/statistics.ts';
import { milliseconds } from '../eval/table.ts';
import { addressOf, getText } from './addresses.ts';
import { atMost, none } from './bars.ts';
import { twoEditions } from './editions.ts';
import type { Part, StressSettings } from './part.ts';
import { type Place, withPlace } from './place.ts';
import { type Rest, restOf } from './rest.ts';
import type { ServerProcess } from './server-process.ts';
import { faultCount, faultRows, type Lap, percentilesOf, SteadyLoad, together } from './steady-load.ts';
import { articlesOf, wishes } from './traffic.ts';
import { trendOf, valuesMin } from './trend.ts';

const answerMsMax = 10_000;
/** Of 100 requests a minute. */
const perAddressAndMinute = 60;
/**
 * Before the first number that counts, and like those that do: by then every agent has called, both editions have been asked, and
 * what is kept of answers is full. What a server needs to get going is no growth.
 */
const warmUpMinutes = 2;
const goals = { growthMb: 10, drift: 0.2 };

export const soak: Part = {
  summary: 'the traffic of many agents for a long time, with another edition every minute',
  run: (settings) => withPlace((place) => run(place, settings)),
};

async function run(place: Place, { content, minutes, minuteMs, agents, soakRate: rate, seed, say }: StressSettings) {
  say('soak: making two editions that take each other’s place');
  const editions = await twoEditions(content, await place.folder());
  const server = await place.serve(editions.folder);
  const callers = place.callers(server, answerMsMax);
  const next = wishes(await articlesOf(callers), { seed: `soak ${seed}`, marked: false });
  const addresses = Math.ceil((rate * 60) / perAddressAndMinute);
  const begin = (first: number): SteadyLoad =>
    new SteadyLoad({
      perSecond: rate,
      // Every agent keeps to one address.
      send(number) {
        const agent = (first + number) % agents;
        const headers = { 'x-agent-id': `agent-${agent}` };
        return callers.ask(addressOf(agent % addresses), getText(next().target, headers));
      },
      faultsOf: (_number, { answers: [answer] }) =>
        answer === undefined || answer.status === 200 ? [] : [`status ${answer.status}`],
    });
  let sent = 0;
  const workFor = async (ms: number): Promise<Lap> => {
    const load = begin(sent);
    await new Promise((resolve) => setTimeout(resolve, ms));
    const lap = await load.stop();
    sent += load.sent;
    callers.closeIdle();
    return lap;
  };
  /** With another edition in the middle of it. */
  const minuteOf = async (minute: number): Promise<Lap> => {
    const lap = workFor(minuteMs);
    await new Promise((resolve) => setTimeout(resolve, minuteMs / 2));
    await exchange(editions, server, minute % 2 === 1 ? 1 : 0);
    return lap;
  };
  for (let minute = 1; minute <= warmUpMinutes; minute += 1) await minuteOf(minute);
  const laps: Lap[] = [];
  const rests = [await restOf(server)];
  for (let minute = 1; minute <= minutes; minute += 1) {
    laps.push(await minuteOf(minute));
    rests.push(await restOf(server));
    say(`soak: minute ${minute} of ${minutes}`);
  }
  return reportOf({ laps, rests, complaints: server.complaints, agents, rate });
}

async function exchange(
  { pointTo }: Awaited<ReturnType<typeof twoEditions>>,
  server: ServerProcess,
  generation: 0 | 1,
): Promise<void> {
  const taken = server.nextLine('"serving a new edition"');
  await pointTo(generation);
  server.signal('SIGHUP');
  await taken;
}

export interface Measured {
  laps: readonly Lap[];
  rests: readonly Rest[];
  complaints: readonly string[];
  agents: number;
  rate: number;
}

/** The numbers as tables and goals. Pure. */
export function reportOf({ laps, rests, complaints, agents, rate }: Measured) {
  const perMinute = laps.map(percentilesOf);
  const heaps = rests.map(({ heapBytes }) => heapBytes / 1_000_000);
  const growthMb = (heaps.at(-1) ?? Number.NaN) - (heaps[0] ?? Number.NaN);
  const trend = trendOf(heaps);
  const files = rests.map(({ descriptors }) => descriptors);
  const drift = driftOf(perMinute.map(({ p99Ms }) => p99Ms));
  const all = together(laps);
  const rows = rests.map(({ heapBytes, rssBytes, descriptors }, minute) => {
    const lap = laps[minute - 1];
    const times = perMinute[minute - 1];
    return [
      String(minute),
      lap === undefined ? '' : String(lap.answers),
      ...(times === undefined ? ['', '', ''] : [times.p50Ms, times.p99Ms, times.maxMs].map(milliseconds)),
      ...[heapBytes, rssBytes].map((bytes) => (bytes / 1_000_000).toFixed(1)),
      String(descriptors),
    ];
  });
  return {
    tables: [
      { head: ['minute', 'answers', 'p50 ms', 'p99 ms', 'longest ms', 'heap MB', 'RSS MB', 'files'], rows },
      ...(all.faults.size > 0 ? [{ head: ['fault', 'answers'], rows: faultRows(all) }] : []),
    ],
    bars: [
      none('requests that failed', faultCount(all)),
      atMost('growth of the heap, MB', growthMb, goals.growthMb),
      ...(trend === undefined
        ? []
        : [
            {
              name: 'slope of the heap, MB a minute',
              measured: `${trend.slope.toFixed(3)} (t = ${trend.t.toFixed(2)})`,
              goal: 'not up, or by chance',
              isMet: trend.slope <= 0 || !trend.isSignificant,
            },
          ]),
      none('more open files than at the beginning', Math.max(0, (files.at(-1) ?? 0) - (files[0] ?? 0))),
      ...(drift === undefined ? [] : [atMost('drift of p99, share', drift, goals.drift, 2)]),
      none('errors in the log', complaints.length),
    ],
    notes: [
      `${agents} agents at ${rate} requests per second; memory and files are read after each minute, with all connections closed and after a collection`,
      `minute 0 comes after ${warmUpMinutes} minutes of the same, in which every agent has called and both editions were served`,
      'answers are timed from the moment at which their request was due',
      ...(trend === undefined ? [`the slope of the heap is judged from ${valuesMin} numbers on`] : []),
      ...(drift === undefined
        ? ['the drift of p99 is judged from 4 minutes on: the later half against the earlier']
        : []),
      ...complaints,
    ],
    numbers: {
      agents,
      rate,
      minutes: perMinute,
      rests,
      growthMb,
      trend,
      drift,
      statuses: all.statuses,
      faults: Object.fromEntries(all.faults),
    },
  };
}

/** By how much the later half of the values lies above the earlier, as a share of it; undefined for fewer than four. */
export function driftOf(values: readonly number[]): number | undefined {
  if (values.length < 4) return undefined;
  const half = values.length >> 1;
  return median(values.slice(-half)) / median(values.slice(0, half)) - 1;
}
