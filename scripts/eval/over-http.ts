// Asks a running server over HTTP, as an agent would, and keeps within what the server allows: it changes its source address
// on the loopback network, and elsewhere waits when it is told to.
import { randomInt } from 'node:crypto';
import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import { performance } from 'node:perf_hooks';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { apiPrefix } from '../../build/edition/locations.ts';
import { UsageError } from '../content-option.ts';
import { depth } from './metrics.ts';
import type { Run } from './systems.ts';

/** Keyless callers get 100 answers in 60 s and address; an address is left before that. */
const requestsPerAddress = 90;
/** Slugs are listed in pages of this many. */
const listingSize = 100;

export interface Asked {
  run: Run;
  /** Every slug that the server lists. */
  slugs: ReadonlySet<string>;
}

export interface HttpOptions {
  /** Sent as `Authorization: Bearer`. */
  key: string | undefined;
  /** Told what a person who waits should know. */
  say: (sentence: string) => void;
}

const searchAnswer = z.object({
  data: z.object({
    items: z.array(z.object({ slug: z.string() })),
    pagination: z.object({ totalPages: z.number() }),
  }),
});

/** Asks the server at `base` every query, one after the other. Throws a UsageError when it does not answer as specified. */
export async function askServer(base: string, queries: readonly string[], options: HttpOptions): Promise<Asked> {
  const client = clientFor(base, options);
  try {
    const slugs = await listedSlugs(client);
    const answers: Run['answers'][number][] = [];
    const times: number[] = [];
    for (const query of queries) {
      const { found, tookMs } = await client.search({ q: query, pageSize: String(depth) });
      answers.push(found?.data.items.map(({ slug }) => slug));
      times.push(tookMs);
    }
    return { run: { name: 'stele', answers, times }, slugs };
  } finally {
    client.close();
  }
}

async function listedSlugs(client: Client): Promise<Set<string>> {
  const slugs = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { found } = await client.search({ page: String(page), pageSize: String(listingSize) });
    pages = found?.data.pagination.totalPages ?? 0;
    for (const { slug } of found?.data.items ?? []) slugs.add(slug);
  }
  return slugs;
}

interface Client {
  /** Undefined when the server refused the query as such (400). */
  search(
    parameters: Record<string, string>,
  ): Promise<{ found: z.infer<typeof searchAnswer> | undefined; tookMs: number }>;
  close(): void;
}

function clientFor(base: string, { key, say }: HttpOptions): Client {
  const root = addressOf(base);
  const isSecure = root.protocol === 'https:';
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  // Another run, a moment ago, used other addresses.
  const firstAddress = randomInt(2 ** 24);
  let sent = 0;
  let rotates = key === undefined && (root.hostname === 'localhost' || /^127\./.test(root.hostname));
  const headers = { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };

  const get = async (url: URL): Promise<Answer> => {
    const localAddress = rotates ? loopbackAddress(firstAddress + Math.floor(sent / requestsPerAddress)) : undefined;
    sent += 1;
    try {
      return await answerTo(url, { headers, agent, ...(localAddress !== undefined && { localAddress, family: 4 }) });
    } catch (error) {
      // Not every system has the whole network 127.0.0.0/8.
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!rotates || (code !== 'EADDRNOTAVAIL' && code !== 'EINVAL')) throw unanswered(base, code || String(error));
      rotates = false;
      return get(url);
    }
  };
  return {
    async search(parameters) {
      const url = new URL(`${root.href.replace(/\/$/, '')}${apiPrefix}/search?${new URLSearchParams(parameters)}`);
      for (;;) {
        const started = performance.now();
        const { status, text, retryAfter } = await get(url);
        const tookMs = performance.now() - started;
        if (status === 200) return { found: searched(text, url), tookMs };
        if (status === 400) return { found: undefined, tookMs };
        if (status !== 429) throw new UsageError(`${base} answered ${status} to ${url.pathname}${url.search}`);
        const seconds = Math.max(1, retryAfter);
        say(`the server's limit is reached after ${sent} requests; waiting ${seconds} s as it asks`);
        await wait(seconds * 1000);
      }
    },
    close: () => agent.destroy(),
  };
}

function addressOf(base: string): URL {
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--url is ${JSON.stringify(base)}; it takes an address such as http://127.0.0.1:8080`);
  return url;
}

/** One of 127.1.0.1 … 127.254.255.254; 127.0.0.0/16 is left to whoever else asks from this machine. */
function loopbackAddress(number: number): string {
  return `127.${1 + (Math.floor(number / 65_024) % 254)}.${Math.floor(number / 254) % 256}.${1 + (number % 254)}`;
}

interface Answer {
  status: number;
  text: string;
  /** In seconds; 0 when the server does not say. */
  retryAfter: number;
}

function answerTo(url: URL, options: object): Promise<Answer> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const read = (response: IncomingMessage): void => {
      const { statusCode = 0, headers } = response;
      const retryAfter = Number(headers['retry-after'] ?? 0) || 0;
      textOf(response).then((text) => resolve({ status: statusCode, text, retryAfter }), reject);
    };
    send(url, options, read).on('error', reject).end();
  });
}

function searched(text: string, url: URL): z.infer<typeof searchAnswer> {
  try {
    return searchAnswer.parse(JSON.parse(text));
  } catch {
    throw new UsageError(`${url.href} did not answer with search results; is it a Stele server?`);
  }
}

const unanswered = (base: string, code: string): UsageError =>
  new UsageError(`no server answers at ${base} (${code}); start one with npm start, or leave --url out`);
