// Limits the transfer size of the pages of the repository's own content: HTML, style sheet and script together, compressed with
// gzip or Brotli.
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { languages } from '../../../../build/edition/vocabulary.ts';
import type { RawAnswer } from '../../../fuzz/raw-answers.ts';
import { startServer } from '../../../server.ts';
import { publishFolder, repositoryRoot } from '../../../site.ts';
import { getFrom } from '../../raw.ts';
import { tagsOf } from './html.ts';

const limitBytes = 60_000;

const server = await startServer(await publishFolder(join(repositoryRoot, 'content')));
afterAll(() => server.close());

async function served(path: string, coding: 'br' | 'gzip'): Promise<RawAnswer> {
  const answer = await getFrom(server.port, '127.0.0.1', path, [
    ['accept-encoding', coding],
    ['accept', 'text/html,*/*;q=0.8'],
  ]);
  // Very small bodies are served uncompressed.
  if (answer.body.length > 2000) expect(answer.header('content-encoding'), path).toBe(coding);
  return answer;
}

/** The bytes of a page with all its assets, as for a browser with an empty cache, and its links; undefined if it is not HTML. */
async function weightOf(path: string, coding: 'br' | 'gzip'): Promise<{ bytes: number; links: string[] } | undefined> {
  const page = await served(path, coding);
  if (page.header('content-type')?.startsWith('text/html') !== true) return undefined;
  const tags = tagsOf(page.text);
  const sheets = tags.flatMap(({ name, attributes }) =>
    name === 'link' && attributes.get('rel') === 'stylesheet' ? (attributes.get('href') ?? '') : [],
  );
  const scripts = tags.flatMap(({ name, attributes }) => (name === 'script' ? (attributes.get('src') ?? []) : []));
  expect([sheets.length, scripts.length], path).toEqual([1, 1]);
  let bytes = page.body.length;
  for (const address of [...sheets, ...scripts]) bytes += (await served(address, coding)).body.length;
  const links = tags.flatMap(({ name, attributes }) => (name === 'a' ? (attributes.get('href') ?? []) : []));
  return { bytes, links };
}

/** The paths of all pages with their bytes with gzip, the heaviest first. */
async function weightsOfAll(): Promise<[path: string, bytes: number][]> {
  const weights: [path: string, bytes: number][] = [];
  const seen = new Set(
    languages.flatMap((language) => [`/${language}/`, `/${language}/?q=agent`, `/${language}/nowhere`]),
  );
  for (const path of seen) {
    const weight = await weightOf(path, 'gzip');
    if (weight === undefined) continue;
    weights.push([path, weight.bytes]);
    // Links on result pages are not followed, because they lead to ever more result pages.
    if (path.includes('?')) continue;
    for (const link of weight.links) {
      const [address = ''] = link.split('#');
      if (/^\/(?:zh|en)\//.test(address)) seen.add(address);
    }
  }
  return weights.sort(([, left], [, right]) => right - left);
}

describe('every page', () => {
  it('is smaller than 60 kB including its assets, with gzip and, for the heaviest pages, with Brotli', async () => {
    const weights = await weightsOfAll();
    console.info(`${weights.length} pages; the heaviest: ${weights.slice(0, 3).join(' bytes, ')} bytes`);
    // Every article has a page in both languages, and there are other pages.
    expect(weights.length).toBeGreaterThan(2 * server.currentEdition.library.size);
    expect(weights.filter(([, bytes]) => bytes >= limitBytes)).toEqual([]);
    // The server compresses with Brotli slowly, so only pages that are heavy with gzip are tried.
    for (const [path] of weights.slice(0, 10)) expect((await weightOf(path, 'br'))?.bytes).toBeLessThan(limitBytes);
  });
});
