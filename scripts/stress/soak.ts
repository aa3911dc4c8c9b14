// Usual traffic of many agents for a long time, with another edition every minute: nothing grows, and nobody waits longer. At its
// end the server answers in turns with one that has just begun, as a machine may become slower by itself.
import { addressOf, getText } from './addresses.ts';
import { twoEditions } from './editions.ts';
import type { Part, StressSettings } from './part.ts';
import { type Place, withPlace } from './place.ts';
import { type Rest, restOf } from './rest.ts';
import type { ServerProcess } from './server-process.ts';
import { reportOf, type Turn } from './soak-report.ts';
import { type Lap, SteadyLoad } from './steady-load.ts';
import { articlesOf, wishes } from './traffic.ts';

const answerMsMax = 10_000;
/** Of 100 requests a minute. */
const perAddressAndMinute = 60;
/**
 * Before the first number that counts, and like those that do: by then every agent has called, both editions have been asked, and
 * what is kept of answers is full. What a server needs to get going is no growth.
 */
const warmUpMinutes = 5;
/** A turn of each takes so much of a minute, and there is one for so many minutes of the long run. */
const turnShare = 1 / 3;
const minutesPerTurn = 2;

export const soak: Part = {
  summary: 'the traffic of many agents for a long time, with another edition every minute',
  run: (settings) => withPlace((place) => run(place, settings)),
};

async function run(place: Place, settings: StressSettings) {
  const { minutes, minuteMs, agents, soakRate: rate, say } = settings;
  say('soak: making two editions that take each other’s place');
  const aged = await visited(place, settings);
  for (let minute = 1; minute < warmUpMinutes; minute += 1) await aged.work(minuteMs);
  const rests = [(await aged.work(minuteMs)).rest];
  const laps: Lap[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const { lap, rest } = await aged.work(minuteMs);
    laps.push(lap);
    rests.push(rest);
    say(`soak: minute ${minute} of ${minutes}`);
  }
  say('soak: in turns with a server that just began');
  const fresh = await visited(place, settings);
  // The old one works as well, so that it does not come from a rest of minutes.
  for (let minute = 1; minute <= warmUpMinutes; minute += 1) {
    await aged.work(minuteMs);
    await fresh.work(minuteMs);
  }
  const turns: Turn[] = [];
  for (let turn = 0; turn < minutes / minutesPerTurn; turn += 1) {
    const turnMs = minuteMs * turnShare;
    // First the one, then the other, then the other way round: what comes first is no advantage.
    const lapOf = async (visited: Visited): Promise<Lap> => (await visited.work(turnMs)).lap;
    if (turn % 2 === 0) turns.push({ aged: await lapOf(aged), fresh: await lapOf(fresh) });
    else turns.push({ fresh: await lapOf(fresh), aged: await lapOf(aged) });
  }
  const complaints = [...aged.server.complaints, ...fresh.server.complaints];
  return reportOf({ laps, rests, turns, complaints, warmUpMinutes, agents, rate });
}

interface Visited {
  server: ServerProcess;
  /**
   * Lets agents ask for so long, with another edition in the middle of it, then leaves the server at rest. Each of two servers that
   * are compared rests as often as it works: after a forced collection V8 compiles and collects more, for longer than a minute.
   */
  work(ms: number): Promise<{ lap: Lap; rest: Rest }>;
}

/** A server of its own, and its agents. */
async function visited(
  place: Place,
  { content, agents, soakRate: rate, seed }: Pick<StressSettings, 'content' | 'agents' | 'soakRate' | 'seed'>,
): Promise<Visited> {
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
  let served: 0 | 1 = 0;
  const exchange = async (): Promise<void> => {
    served = served === 0 ? 1 : 0;
    const taken = server.nextLine('"serving a new edition"');
    await editions.pointTo(served);
    server.signal('SIGHUP');
    await taken;
  };
  return {
    server,
    async work(ms) {
      const working = workFor(ms);
      await new Promise((resolve) => setTimeout(resolve, ms / 2));
      await exchange();
      const lap = await working;
      return { lap, rest: await restOf(server) };
    },
  };
}
