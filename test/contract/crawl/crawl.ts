// Sends typical requests to a server and follows all addresses in the answers.
import type { Started } from '../../server.ts';
import { callsOf, randomPaths } from './calls.ts';
import { Crawler } from './crawler.ts';
import { ToolCaller } from './tools.ts';

export interface Crawled {
  faults: readonly string[];
  /** The statuses of the answers to the first calls. */
  answered: ReadonlySet<number>;
  /** The kinds of addresses and of suggested tool calls that occurred. */
  named: ReadonlySet<string>;
}

/** The number of random requests to send before following addresses. */
export async function crawl(server: Started, random = 0): Promise<Crawled> {
  const { paths, tools, citation, word } = await callsOf(server);
  const [slug = '', digest] = citation.split('@');
  const values: Record<string, string | undefined> = {
    slug,
    digest,
    words: word,
    词: word,
    question: word,
    问题: word,
    query: word,
  };
  const fill = (placeholder: string): string | undefined => values[placeholder];
  const crawler = new Crawler(server, fill);
  const caller = new ToolCaller(server, crawler, fill);
  for (const [index, path] of [...paths, ...randomPaths(random, [slug, citation])].entries())
    await crawler.call(path, { accept: accepted[index % accepted.length] ?? '*/*' });
  for (const call of tools) await caller.call(call);
  await caller.follow();
  await crawler.follow();
  const { answered, named } = crawler;
  return { faults: [...crawler.faults(), ...caller.faults], answered, named: new Set([...named, ...caller.named]) };
}

const accepted = ['*/*', 'text/html', 'text/markdown', 'application/json', 'text/html,application/xml;q=0.9,*/*;q=0.8'];
