// Sends typical requests to a server and follows all addresses in its answers.
import type { Started } from '../../server.ts';
import { callsOf, randomPaths } from './calls.ts';
import { Crawler } from './crawler.ts';
import { crawlTools } from './tools.ts';

export interface Crawled {
  faults: readonly string[];
  /** The statuses of the answers to the initial requests. */
  answered: ReadonlySet<number>;
  /** The kinds of places in which addresses and suggested tool calls occurred. */
  named: ReadonlySet<string>;
}

/** Crawls the server. `random` random requests are sent in addition to the typical ones. */
export async function crawl(server: Started, random = 0): Promise<Crawled> {
  const { paths, tools, citation, word } = await callsOf(server);
  const [slug = '', digest] = citation.split('@');
  const words = Object.fromEntries(['words', '词', 'question', '问题', 'query'].map((name) => [name, word]));
  const values: Record<string, string | undefined> = { slug, digest, ...words };
  const fill = (placeholder: string): string | undefined => values[placeholder];
  const crawler = new Crawler(server, fill);
  for (const [index, path] of [...paths, ...randomPaths(random, [slug, citation])].entries())
    await crawler.call(path, accepted[index % accepted.length] ?? '*/*');
  const called = await crawlTools(server, tools, { crawler, fill });
  await crawler.follow();
  const { answered, named } = crawler;
  return { faults: [...crawler.faults(), ...called.faults], answered, named: new Set([...named, ...called.named]) };
}

const accepted = ['*/*', 'text/html', 'text/markdown', 'application/json', 'text/html,application/xml;q=0.9,*/*;q=0.8'];
