// Measures HTTP throughput and latency of Stele, of a bare Node HTTP server, of Fastify and of Express.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { z } from 'zod';
import { keptEdition } from '../eval/editions.ts';
import type { Part } from './part.ts';
import { benchFile, ownModule, type RunningServer, startServer } from './processes.ts';
import { inTurns, median, medianRatio } from './rounds.ts';

const connections = 32;
const seconds = 1;
const usualRounds = 4;
/** About the size of a long article in both languages. */
const articleBytes = 25_000;

const subjects = ['article', 'markdown', 'search'] as const;
const codings = ['identity', 'gzip'] as const;

interface Answer {
  /** The path of this response in Stele. `path` is its path in the other servers. */
  servicePath: string;
  path: string;
  type: string;
  text: string;
  data?: unknown;
}

interface Candidate {
  name: string;
  server: RunningServer;
  isPeer: boolean;
  headers: Record<string, string>;
}

export const serve: Part = async ({ entries, rounds = usualRounds, folder, say }) => {
  const edition = await keptEdition('bench', entries);
  const work = await folder();
  const servers: RunningServer[] = [];
  const start = async (program: readonly string[]): Promise<RunningServer> => {
    const server = await startServer(program);
    servers.push(server);
    return server;
  };
  try {
    const service = await start([ownModule('stele-server'), edition, work]);
    const answers = await answersOf(service.origin);
    const file = join(work, 'answers.json');
    await writeFile(file, JSON.stringify(answers));
    const withKey = { authorization: `Bearer ${service.key}`, 'x-agent-id': 'bench' };
    const hasPeers = existsSync(benchFile('node_modules/fastify'));
    const peer = async (name: string, kind: string): Promise<Candidate> => ({
      ...{ name, isPeer: true, headers: {} },
      server: await start([benchFile('servers.mjs'), kind, file]),
    });
    const candidates: Candidate[] = [
      await peer('raw', 'raw'),
      await peer('raw, again', 'raw'),
      { name: 'stele', server: service, isPeer: false, headers: {} },
      { name: 'stele: key, agent', server: service, isPeer: false, headers: withKey },
      ...(hasPeers ? [await peer('fastify', 'fastify'), await peer('express', 'express')] : []),
    ];
    const tables = [];
    for (const answer of answers)
      for (const coding of codings) {
        const title = `${answer.path.slice(1)}, ${coding} (${Buffer.byteLength(answer.text)} bytes)`;
        const samples = await inTurns(candidates, rounds, (candidate, round) => {
          say(`serve: ${title}, round ${round + 1} of ${rounds}, ${candidate.name}`);
          return measure(candidate, answer, coding);
        });
        const raw = samples[0]?.map(({ perSecond }) => perSecond) ?? [];
        const rows = candidates.map(({ name }, at) => {
          const own = samples[at] ?? [];
          const rates = own.map(({ perSecond }) => perSecond);
          return [
            name,
            median(own.map(({ cpuMicroseconds }) => cpuMicroseconds)).toFixed(0),
            median(rates).toFixed(0),
            medianRatio(rates, raw).toFixed(3),
            median(own.map(({ p99Ms }) => p99Ms)).toFixed(0),
          ];
        });
        tables.push({ head: [title, 'CPU µs', 'req/s', 'of raw', 'p99 ms'], rows });
      }
    return {
      summary: 'HTTP responses, beside bare Node, Fastify and the usual Express stack',
      tables,
      notes: [
        `medians of ${rounds} rounds of ${seconds} s after one for warm-up, and each round measures every candidate. Load: autocannon, ${connections} connections`,
        'CPU µs is the server’s own CPU time per response. autocannon is slower than `raw` and limits the requests per second',
        ...(hasPeers ? [] : ['fastify and express were not compared: npm ci --prefix scripts/bench installs them']),
      ],
    };
  } finally {
    for (const server of servers) await server.stop();
  }
};

async function measure({ name, server, isPeer, headers }: Candidate, answer: Answer, coding: string) {
  const url = `${server.origin}${isPeer ? answer.path : answer.servicePath}`;
  const cpuBefore = await server.cpuMs();
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { ...headers, ...(coding === 'gzip' && { 'accept-encoding': 'gzip' }) },
  });
  const answered = result['2xx'];
  if (answered === 0 || result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${name} did not answer every request to ${url}: ${answered} good, ${result.non2xx} other statuses, ${result.errors} errors`,
    );
  return {
    cpuMicroseconds: (((await server.cpuMs()) - cpuBefore) / answered) * 1_000,
    perSecond: answered / result.duration,
    p99Ms: result.latency.p99,
  };
}

const listed = z.object({ data: z.object({ items: z.array(z.object({ slug: z.string() })) }) });

/** Fetches the responses to measure: a long article as JSON and as Markdown, and a page of search results. */
async function answersOf(origin: string): Promise<Answer[]> {
  const ask = async (path: string): Promise<string> => (await fetch(`${origin}${path}`)).text();
  const { items } = listed.parse(JSON.parse(await ask('/api/v1/search?pageSize=100'))).data;
  const paths = items.map(({ slug }) => `/api/v1/articles/${slug}`);
  const articles = await Promise.all(paths.map(async (path) => ({ path, bytes: Buffer.byteLength(await ask(path)) })));
  const distance = ({ bytes }: { bytes: number }): number => Math.abs(bytes - articleBytes);
  const [article] = articles.sort((left, right) => distance(left) - distance(right));
  if (article === undefined) throw new Error('the edition has no articles');
  const servicePaths = {
    article: `${article.path}?format=json`,
    markdown: `${article.path}?format=markdown&lang=en`,
    search: '/api/v1/search?q=server&pageSize=5',
  };
  return Promise.all(
    subjects.map(async (subject): Promise<Answer> => {
      const servicePath = servicePaths[subject];
      const text = await ask(servicePath);
      const shared = { servicePath, path: `/${subject}`, text };
      if (subject === 'markdown') return { ...shared, type: 'text/markdown; charset=utf-8' };
      return { ...shared, type: 'application/json; charset=utf-8', data: JSON.parse(text).data };
    }),
  );
}
