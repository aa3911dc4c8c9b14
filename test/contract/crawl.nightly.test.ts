// Crawls the whole content, starting also from random requests; CRAWL_CALLS sets their number.
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
  ['a site with every part that an article can have', () => publishFolder(fixtureSite)],
  ['a site with a history', async () => (await teaHouse()).folder],
])('a caller that follows what answers name meets nothing but 2xx in %s', async (_site, edition) => {
  const { faults } = await crawl(await startServer(await edition()), random);
  expect(faults).toEqual([]);
});
