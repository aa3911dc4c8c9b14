// How fast answers are served: the service with everything on, beside what Node's HTTP server can do at all and beside the usual
// stacks, in turn.
import { z } from 'zod';
import { isInstalled } from '../eval/peers/installed.ts';
import type { Helper } from './helper.ts';
import type { BenchSettings, Part, PartReport } from './part.ts';
import { inTurn } from './rounds.ts';
import type { PeerKind } from './serving/answers.ts';
import { connections, type Load, loadAt } from './serving/load.ts';
import { again, type Sample, servingReport, type VariantName } from './serving/report.ts';
import { type Scenario, scenariosOf } from './serving/scenarios.ts';
import { type Workplace, withWorkplace } from './workplace.ts';

/** As many as there are servers: each is measured after every other one once. */
const usualRounds = 6;
const usualRoundMs = 1_000;
/**
 * Not counted, and never longer than a round: what the server before has left to do is done in it, and the machine has got used to
 * the load. Without it the first of two servers that are the same came out a sixth slower.
 */
const runInMs = 1_000;
/** The packages that a peer is made of. */
const packagesOf: Record<PeerKind, readonly string[]> = {
  raw: [],
  fastify: ['fastify', '@fastify/helmet', '@fastify/rate-limit', '@fastify/compress'],
  express: ['express', 'helmet', 'compression', 'express-rate-limit'],
};

interface Opened {
  name: VariantName;
  server: Helper;
  port: number;
  isPeer: boolean;
  keys: readonly string[];
  headers: Record<string, string>;
}

export const serve: Part = {
  summary: 'answers a second and CPU time of an answer, beside Node alone, Fastify and the usual Express stack',
  run: (settings) => withWorkplace((place) => run(place, settings)),
};

async function run(place: Workplace, settings: BenchSettings): Promise<PartReport> {
  const { rounds = usualRounds, roundMs = usualRoundMs, say } = settings;
  const load = await loadAt(place, roundMs);
  const { server, port } = await openService(place, settings, load);
  const keys = await server.ask('issue', { plan: 'free', count: connections }, z.array(z.string()));
  const { scenarios, answers } = await scenariosOf(`http://127.0.0.1:${port}`);
  const ours = { server, port, isPeer: false };
  const all: Opened[] = [
    { ...ours, name: 'stele', keys: [], headers: {} },
    { ...ours, name: 'stele: key, agent', keys, headers: { 'x-agent-id': 'a-measurement' } },
  ];
  const peers: readonly [VariantName, PeerKind][] = [
    ['raw', 'raw'],
    [again, 'raw'],
    ['fastify', 'fastify'],
    ['express', 'express'],
  ];
  const missing = peers.flatMap(([, kind]) => packagesOf[kind].filter((name) => !isInstalled(name)));
  for (const [name, kind] of peers) {
    if (packagesOf[kind].some((needed) => missing.includes(needed))) continue;
    const helper = place.helper('peer');
    const opened = await helper.ask('open', { kind, answers }, z.object({ port: z.int() }));
    all.push({ name, server: helper, ...opened, isPeer: true, keys: [], headers: {} });
  }
  const samples: Sample[] = [];
  // The first round is not kept: code is compiled in it.
  for (let round = -1; round < rounds; round += 1) {
    for (const scenario of scenarios) {
      say(`serve: ${round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`}, ${scenario.name}`);
      for (const target of inTurn(all, round + 1)) {
        const sample = await measure(target, scenario, load, roundMs);
        if (round >= 0) samples.push({ ...sample, round });
      }
    }
  }
  return servingReport({ scenarios, samples, rounds, roundMs, load: load.name, missing: [...new Set(missing)] });
}

async function openService(place: Workplace, { edition }: BenchSettings, load: Load) {
  const server = place.helper('server');
  const dataFolder = await place.folder();
  // Wrk has one address for all callers.
  const keyless = load.name === 'wrk' ? 'briefest' : 'brief';
  const opened = await server.ask(
    'open',
    { edition, dataFolder, access: 'real', keyless },
    z.object({ port: z.int() }),
  );
  return { server, ...opened };
}

async function measure(target: Opened, scenario: Scenario, load: Load, forMs: number): Promise<Omit<Sample, 'round'>> {
  const { name, server, port, isPeer, keys } = target;
  const { coding } = scenario;
  const path = isPeer ? scenario.peerPath : scenario.path;
  const headers = { ...target.headers, ...(coding === 'gzip' && { 'Accept-Encoding': coding }) };
  await load.drive({ port, path, headers, keys }, Math.min(runInMs, forMs));
  const before = await server.ask('cpu', {}, z.number());
  const { answers, faults, tookMs, p99Ms } = await load.drive({ port, path, headers, keys }, forMs);
  const cpu = (await server.ask('cpu', {}, z.number())) - before;
  if (faults > 0 || answers === 0)
    throw new Error(`${name}, ${scenario.name}: ${answers} answers and ${faults} faults`);
  return {
    name,
    scenario: scenario.name,
    cpuMicroseconds: cpu / answers,
    perSecond: (answers / tookMs) * 1_000,
    p99Ms,
  };
}
