// Times the check of keys by itself, without HTTP: a ring of keys over SQLite, as in a server.
import { pino } from 'pino';
import { z } from 'zod';
import { systemClock } from '../../../server/clock.ts';
import { storeAt } from '../../../server/open-store.ts';
import { stateOver } from '../../../server/state/state.ts';
import { issueKeys } from '../keys.ts';
import { LeakyCheck } from '../leaky-check.ts';
import { roomyPlans } from '../plans.ts';
import { answerParent, answerTo } from './answering.ts';

const opening = z.object({ dataFolder: z.string(), keys: z.int() });
const course = z.object({ check: z.enum(['real', 'leaky']), guesses: z.array(z.string()) });

const leaky = new LeakyCheck();
let check: (guess: string) => Promise<{ kind: string }>;

async function open({ dataFolder, keys }: z.infer<typeof opening>): Promise<string[]> {
  const log = pino();
  const store = await storeAt({ dataFolder, redisUrl: undefined });
  const state = stateOver({ store, clock: systemClock, log, plans: roomyPlans('real') });
  await store.probe();
  const issued = await issueKeys(store.keys, 'free', keys);
  leaky.learn(issued);
  await state.open();
  check = (guess) => state.keys.check(guess);
  return issued;
}

async function run({ check: kind, guesses }: z.infer<typeof course>): Promise<number[]> {
  const times: number[] = [];
  for (const guess of guesses) {
    const began = process.hrtime.bigint();
    if (kind === 'leaky') leaky.check(guess);
    const verdict = await check(guess);
    times.push(Number(process.hrtime.bigint() - began) / 1_000);
    if (verdict.kind !== 'refused') throw new Error('a guess was taken for a key');
    // Timers get their turn outside the measured time.
    if (times.length % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return times;
}

answerParent([answerTo('open', opening, open), answerTo('run', course, run)]);
