// A server that is measured: the real one, on a state of its own with limits that no measurement reaches.
import type { RequestListener } from 'node:http';
import { z } from 'zod';
import { keyPlans } from '../../../server/access/plans.ts';
import { systemClock } from '../../../server/clock.ts';
import { loggerFor } from '../../../server/logger.ts';
import { type Running, serve } from '../../../server/main.ts';
import { noMetrics } from '../../../server/metrics/metrics.ts';
import { storeAt } from '../../../server/open-store.ts';
import { openShelf } from '../../../server/shelf.ts';
import { stateOver } from '../../../server/state/state.ts';
import { issueKeys } from '../keys.ts';
import { keylessLimits, roomyPlans } from '../plans.ts';
import { withoutAccess } from '../without-access.ts';
import { answerParent, answerTo } from './answering.ts';

const version = '0.0.0-bench';

const opening = z.object({
  edition: z.string(),
  dataFolder: z.string(),
  redisUrl: z.string().optional(),
  /** `none`: without limits, keys and statistics. */
  access: z.enum(['real', 'none']),
  keyless: z.enum(keylessLimits),
  trustProxy: z.array(z.string()).optional(),
});

let running: Running | undefined;

async function open({ edition, dataFolder, redisUrl, access, keyless, trustProxy }: z.infer<typeof opening>) {
  const clock = systemClock;
  const log = loggerFor({ logLevel: 'info' });
  const shelf = await openShelf(edition, log);
  const state = stateOver({ store: await storeAt({ dataFolder, redisUrl }), clock, log, plans: roomyPlans(keyless) });
  const trusted = trustProxy ?? 0;
  const origin = (): string => running?.origin ?? '';
  const settings = { shelf, state, clock, log, metrics: noMetrics, origin, trustProxy: trusted, version };
  const around = (app: RequestListener): RequestListener => (access === 'none' ? withoutAccess(settings) : app);
  running = await serve(
    {
      port: 0,
      host: '127.0.0.1',
      editionFolder: edition,
      dataFolder,
      redisUrl,
      keepsQueries: true,
      publicUrl: undefined,
      allowedHosts: [],
      corsOrigins: '*',
      trustProxy: trusted,
      logLevel: 'info',
      metricsPort: undefined,
    },
    { version, clock, state, shelf, around },
  );
  return { port: running.port, slug: shelf.library.articles[0]?.slug };
}

function served(): Running {
  if (running === undefined) throw new Error('the server is not open');
  return running;
}

const nothing = z.object({});
const memory = () => {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  return { rssBytes: rss, heapBytes: heapUsed, heapTotalBytes: heapTotal, externalBytes: external };
};

answerParent(
  [
    answerTo('open', opening, open),
    answerTo('issue', z.object({ plan: z.enum(keyPlans), count: z.int() }), ({ plan, count }) =>
      issueKeys(served().state.store.keys, plan, count),
    ),
    answerTo('cpu', nothing, () => {
      const { user, system } = process.cpuUsage();
      return user + system;
    }),
    answerTo('memory', nothing, memory),
    answerTo('collected memory', nothing, () => {
      globalThis.gc?.();
      return memory();
    }),
    answerTo('agents', z.object({ agentId: z.string() }), async ({ agentId }) => {
      const { agents, store, limiter } = served().state;
      await agents.flush();
      const found = await store.agents.find(agentId);
      return { registered: await store.agents.count(), counted: found?.requests.total ?? 0, callers: limiter.callers };
    }),
  ],
  async () => running?.close(),
);
