// Whoever follows what answers name meets nothing but 2xx: every next step, link, part left out and suggested call, from random
// calls and then from wherever they lead. CRAWL_CALLS says from how many calls, CRAWL_SEED from which.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listChanges } from '../../server/operations/list-changes.ts';
import { teaHouse } from '../server/tea-house.ts';
import { startServer } from '../server.ts';
import { publishFolder, repositoryRoot } from '../site.ts';
import { fixtureSite } from './contract.ts';
import { type Choice, randomCalls } from './crawl/calls.ts';
import { Crawler } from './crawl/crawler.ts';
import { factsOf } from './crawl/facts.ts';
import { ToolCaller } from './crawl/tools.ts';

const count = Number(process.env.CRAWL_CALLS ?? 1_000);
const seed = Number(process.env.CRAWL_SEED ?? 20_261_122);
const timeout = 900_000 + count * 240;

interface CrawlOptions extends Partial<Pick<Choice, 'count' | 'only'>> {
  /** Whether links to elsewhere are judged, too. */
  judgesOthers?: boolean;
}

interface Crawled {
  faults: readonly string[];
  /** Random calls by the status of their answers. */
  answered: ReadonlyMap<number, number>;
  /** How often addresses of each kind were named, and calls of tools. */
  named: ReadonlyMap<string, number>;
}

async function crawl(editionFolder: string, { judgesOthers = true, ...chosen }: CrawlOptions = {}): Promise<Crawled> {
  const server = await startServer(editionFolder);
  const facts = await factsOf(editionFolder);
  const [slug, digest] = facts.held[0]?.split('@') ?? [];
  const [word] = facts.words;
  const values: Record<string, string | undefined> = { slug, digest, words: word, 词: word, query: word };
  const fill = (placeholder: string): string | undefined => values[placeholder];
  const startedMs = performance.now();
  const crawler = new Crawler({ server, fill, judgesOthers });
  const tools = new ToolCaller(server, crawler, fill);
  const calls = randomCalls(facts, { seed, count, ...chosen });
  for (const call of calls) {
    if (call.kind === 'http') await crawler.call(call.path, call.headers);
    else await tools.call(call);
  }
  await tools.follow();
  await crawler.follow();
  const seconds = Math.ceil((performance.now() - startedMs) / 1000);
  const found = `${crawler.visited} addresses and ${tools.made} calls of tools`;
  process.stdout.write(
    `crawl: ${facts.slugs.length} articles: ${calls.length} random calls led to ${found}, ${seconds} s\n`,
  );
  const { answered, named } = crawler;
  return { faults: [...crawler.faults(), ...tools.faults], answered, named: new Map([...named, ...tools.named]) };
}

describe(`a crawler that follows whatever answers name (CRAWL_SEED=${seed})`, () => {
  it('meets nothing but 2xx among the articles of this repository', { timeout }, async () => {
    const { faults, answered, named } = await crawl(await publishFolder(join(repositoryRoot, 'content')));
    expect(faults).toEqual([]);
    // Every kind of answer has led somewhere, by every kind of address, else this would have shown nothing.
    for (const status of [200, 301, 400, 404])
      expect(answered.get(status) ?? 0, `${status}`).toBeGreaterThan(count / 100);
    expect(kindsOfAddresses.filter((kind) => !named.has(kind))).toEqual([]);
  });

  it('meets nothing but 2xx in a site with former slugs, an empty domain and every part an article can have', {
    timeout,
  }, async () => {
    const { faults } = await crawl(await publishFolder(fixtureSite));
    expect(faults).toEqual([]);
  });

  it('meets nothing but 2xx in a site with a history, after questions about what changed', { timeout }, async () => {
    const { faults, named } = await crawl((await teaHouse()).folder, { only: [listChanges] });
    expect(faults).toEqual([]);
    for (const kind of ['data.items.nextStep', 'meta.nextStep', 'problem: meta.nextStep'])
      expect(named.get(kind) ?? 0, kind).toBeGreaterThan(count / 100);
  });

  it('meets nothing but 2xx among real articles of others', { timeout }, async ({ skip }) => {
    const corpus = join(repositoryRoot, '../shared/corpus/xquad/articles');
    if (!existsSync(corpus)) {
      const reason = 'there is no corpus at ../shared/corpus beside the repository';
      console.warn(`not checked: ${reason}`);
      skip(reason);
    }
    // Where its authors link to is theirs.
    const { faults } = await crawl(await publishFolder(corpus), { count: Math.ceil(count / 4), judgesOthers: false });
    expect(faults).toEqual([]);
  });
});

/** Of the API with its problems, of headers, pages, Markdown and what says where everything is, and of tools. */
const kindsOfAddresses = [
  ...['meta.nextStep', 'problem: meta.nextStep', 'problem: error.hint', 'data.suggestions'],
  ...['data.omitted.get', 'data.passages.get', 'data.relatedArticles.id', 'left out in Markdown'],
  ...['html', 'json', 'markdown', 'search'].map((name) => `data.links.${name}`),
  ...['service-desc', 'service-doc', 'describedby', 'api-catalog', 'canonical', 'alternate'].map(
    (rel) => `Link rel=${rel}`,
  ),
  ...['X-Agent-API-Endpoint', 'X-Agent-API-Docs', 'Location'],
  ...['<a href>', '<link href>', '<form action>', 'JSON-LD', 'Markdown', 'text'],
  ...['path in an index', 'sitemap', 'linkset', 'OpenAPI'],
  ...['MCP nextStep', 'MCP suggestions', 'MCP omitted', 'MCP problem', 'MCP.links.json', 'MCP.relatedArticles.id'],
];
