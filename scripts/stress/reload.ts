// Editions that take each other's place under load: nobody is failed, and no answer is made of two of them.
import { milliseconds } from '../eval/table.ts';
import { addressOf, getText } from './addresses.ts';
import { atLeast, atMost, none } from './bars.ts';
import { twoEditions } from './editions.ts';
import { type Generation, generationsIn, mixedFault } from './generations.ts';
import type { Part, StressSettings } from './part.ts';
import { type Place, withPlace } from './place.ts';
import { restOf } from './rest.ts';
import { faultCount, faultRows, percentilesOf, SteadyLoad } from './steady-load.ts';
import { articlesOf, type Wish, wishes } from './traffic.ts';

const answerMsMax = 10_000;
const warmUpMs = 3_000;
const everyMs = 1_000;
/** Of 100 requests a minute. */
const perAddressAndMinute = 60;
const goals = { lagP99Ms: 50, heapGrowth: 1.3 };
/** A timer in time counts as its interval in the metric of the event loop. */
const samplingMs = 10;

export const reload: Part = {
  summary: 'editions that take each other’s place once a second under load',
  run: (settings) => withPlace((place) => run(place, settings)),
};

async function run(place: Place, { content, reloads, rate, seed, say }: StressSettings) {
  say('reload: making two editions that differ in every answer');
  const editions = await twoEditions(content, await place.folder());
  const server = await place.serve(editions.folder);
  const callers = place.callers(server, answerMsMax);
  const articles = await articlesOf(callers);
  const next = wishes(articles, { seed: `reload ${seed}`, marked: true });
  const addresses = Math.ceil((rate * 60) / perAddressAndMinute);
  const asked = new Map<number, Wish>();
  const seen: Record<Generation, number> = { 0: 0, 1: 0 };
  const begin = (): SteadyLoad =>
    new SteadyLoad({
      perSecond: rate,
      send(number) {
        const wish = next();
        asked.set(number, wish);
        return callers.ask(addressOf(number % addresses), getText(wish.target));
      },
      faultsOf(number, { answers }) {
        const wish = asked.get(number);
        asked.delete(number);
        const [answer] = answers;
        if (answer === undefined || wish === undefined) return [];
        if (answer.status !== 200) return [`status ${answer.status}`];
        const read = { text: answer.text, ...(wish.searched !== undefined && { searched: wish.searched }) };
        for (const generation of generationsIn(read, editions.buildIds)) seen[generation] += 1;
        const mixed = mixedFault(read, editions.buildIds);
        return mixed === undefined ? [] : [`${mixedName}: ${mixed}`];
      },
    });
  const warming = begin();
  await after(warmUpMs);
  const quiet = percentilesOf(await warming.stop());
  callers.closeIdle();
  const before = { ...quiet, ...(await restOf(server)) };
  Object.assign(seen, { 0: 0, 1: 0 });
  await server.metrics();
  say(`reload: ${reloads} reloads at ${rate} requests per second`);
  const load = begin();
  const tookMs: number[] = [];
  for (let count = 1; count <= reloads; count += 1) {
    const began = performance.now();
    const taken = server.nextLine('"serving a new edition"');
    await editions.pointTo(count % 2 === 1 ? 1 : 0);
    server.signal('SIGHUP');
    await taken;
    tookMs.push(performance.now() - began);
    await after(Math.max(0, everyMs - (performance.now() - began)));
  }
  const metrics = await server.metrics();
  const lap = await load.stop();
  callers.close();
  const memory = await restOf(server);
  const times = percentilesOf(lap);
  const lag = (name: string): number => (metrics.get(`nodejs_eventloop_lag_${name}_seconds`) ?? Number.NaN) * 1_000;
  const mixed = [...lap.faults].reduce((sum, [fault, count]) => sum + (fault.startsWith(mixedName) ? count : 0), 0);
  const heapGrowth = memory.heapBytes / before.heapBytes;
  const rows = [
    ['articles', String(articles.length)],
    ['answers', String(lap.answers)],
    ...Object.entries(lap.statuses).map(([status, count]) => [`answers ${status}`, String(count)]),
    ['answers seen to be of the one edition', String(seen[0])],
    ['of the other', String(seen[1])],
    ['reload, median ms', milliseconds(middle(tookMs))],
    ['reload, longest ms', milliseconds(Math.max(...tookMs))],
    ['event loop, p50 ms', milliseconds(lag('p50'))],
    ['event loop, p99 ms', milliseconds(lag('p99'))],
    ['event loop, longest ms', milliseconds(lag('max'))],
    ...(['p50Ms', 'p99Ms', 'maxMs', 'ownP99Ms'] as const).map((name) => [
      `answer, ${names[name]}`,
      `${milliseconds(times[name])} (${milliseconds(before[name])} without reloads)`,
    ]),
    ['heap after, MB', `${megabytes(memory.heapBytes)} (${megabytes(before.heapBytes)} before)`],
    ['RSS after, MB', `${megabytes(memory.rssBytes)} (${megabytes(before.rssBytes)} before)`],
  ];
  return {
    tables: [
      { head: ['number', ''], rows },
      ...(lap.faults.size > 0 ? [{ head: ['fault', 'answers'], rows: faultRows(lap) }] : []),
    ],
    bars: [
      none('requests that failed', faultCount(lap) - mixed),
      none('answers made of two editions', mixed),
      none('errors in the log', server.complaints.length),
      atLeast('reloads', tookMs.length, reloads),
      atMost('event loop held up, p99 ms', Math.max(0, lag('p99') - samplingMs), goals.lagP99Ms),
      atMost('heap after, as a multiple of before', heapGrowth, goals.heapGrowth, 2),
    ],
    notes: [
      'answers are timed from the moment at which their request was due; «own» is how late this process was in sending, which is in them',
      'an answer is known by a word and a time that all articles of an edition have, and by the edition that pages name; searches for the word of one edition find nothing in the other',
      ...server.complaints,
    ],
    numbers: {
      before,
      after: { ...times, ...memory },
      reloads: tookMs,
      lagMs: { p50: lag('p50'), p99: lag('p99'), max: lag('max') },
      answers: lap.answers,
      statuses: lap.statuses,
      seen,
      faults: Object.fromEntries(lap.faults),
    },
  };
}

const mixedName = 'mixed';
const names = { p50Ms: 'p50 ms', p99Ms: 'p99 ms', maxMs: 'longest ms', ownP99Ms: 'own p99 ms' };
const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
const middle = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
