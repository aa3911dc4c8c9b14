// Crawls whole sites, starting from typical requests and from random ones. CRAWL_CALLS sets the number of random requests.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { teaHouse } from '../server/tea-house.ts';
import { startServer } from '../server.ts';
import { publishFolder, repositoryRoot } from '../site.ts';
import { fixtureSite } from './contract.ts';
import { crawl } from './crawl/crawl.ts';

const random = Number(process.env.CRAWL_CALLS ?? 1_000);

it.each<[site: string, edition: () => Promise<string>]>([
  ['the articles of this repository', () => publishFolder(join(repositoryRoot, 'content'))],
  ['the fixture site, whose articles have every part', () => publishFolder(fixtureSite)],
  ['a site with earlier editions', async () => (await teaHouse()).folder],
])('every address and call that answers name leads to 2xx in %s', async (_site, edition) => {
  const { faults } = await crawl(await startServer(await edition()), random);
  expect(faults).toEqual([]);
});
