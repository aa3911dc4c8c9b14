// Every type of page of the product, found from the content of an edition: a new page type is found automatically, and
// needs an entry here only if its address does not follow from its name.
import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bodyNames } from '../build/edition/catalogue.ts';
import { defaultSite, domainIds } from '../build/edition/site-settings.ts';
import { openCurrentEdition } from '../server/current-edition.ts';
import type { Library } from '../server/library.ts';
import { fixtureSite } from './contract/contract.ts';
import { known } from './contract/samples.ts';
import { type Started, startServer } from './server.ts';
import { copyOf, publishFolder } from './site.ts';

const domains = domainIds(defaultSite);

export interface PageType {
  name: string;
  /** Paths without their language; the first is the usual one. */
  paths: readonly string[];
  status: number;
}

/** An article whose pages cannot be read, to produce the error page of the server. */
const broken = known.bare;

/** The addresses of types whose name is not an address, or that look different per address. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  home: ['/'],
  search: ['/?q=penguin', '/?q=xyzzy'],
  'not-found': ['/nowhere/penguin', '/articles/xyzzy'],
  error: [`/articles/${broken}`],
  'domains/*': ['/domains/mcp', `/domains/${known.emptyDomain}`],
  'docs/*': ['/docs/asking-politely'],
  parallel: [`/articles/${known.complete}/parallel`],
  page: [`/articles/${known.complete}`, `/articles/${known.verified}`],
};
const statuses: Readonly<Record<string, number>> = { 'not-found': 404, error: 500 };

export interface Site {
  server: Started;
  library: Library;
  types: readonly PageType[];
}

/** The fixture site with all page types, and an earlier edition. Closed by `server.close()`. */
export async function startSite(): Promise<Site> {
  const earlier = await copyOf(fixtureSite);
  await rm(join(earlier, 'tools_postgres', 'vacuum-the-cat.md'));
  const lemons = join(earlier, 'skill', 'juggling-three-lemons.md');
  await writeFile(lemons, (await readFile(lemons, 'utf8')).replaceAll('lemon', 'orange'));
  const folder = await publishFolder(earlier);
  await publishFolder(fixtureSite, folder);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const currentEdition = await openCurrentEdition(folder, log);
  const { library } = currentEdition;
  const faulty: Library = {
    ...library,
    body(position, name) {
      if (library.articles[position]?.slug === broken && name.startsWith('page.')) throw new Error('a fault');
      return library.body(position, name);
    },
  };
  const server = await startServer(folder, { parts: { currentEdition: { ...currentEdition, library: faulty } } });
  return { server, library, types: typesOf(library) };
}

/** Types with many pages are named by their folder. */
export function typeNamed(page: string): string {
  const [folder = '', name] = page.split('/');
  const isOfContent =
    (folder === 'domains' && domains.some((domain) => domain === name)) ||
    (folder === 'docs' && guides.has(name ?? ''));
  return isOfContent ? `${folder}/*` : page;
}
const guides = new Set(readdirSync(join(fixtureSite, 'guides')).map((file) => basename(file, '.md')));

function typesOf(library: Library): PageType[] {
  const templates = Object.keys(library.pages).filter((name) => name.startsWith('en/') && !name.endsWith('.md'));
  const bodies = bodyNames.filter(
    (name) => name.endsWith('.en') && isWholePage(library.body(0, name).toString('utf8')),
  );
  const names = new Set([
    ...templates.map((name) => typeNamed(name.slice('en/'.length))),
    ...bodies.map((name) => name.slice(0, -'.en'.length)),
  ]);
  const listed = Object.keys(addresses).filter((name) => !names.has(name));
  if (listed.length > 0) throw new Error(`the product has no page ${listed.join(', ')} any more`);
  return [...names].map((name) => ({
    name,
    paths: addresses[name] ?? [`/${name}`],
    status: statuses[name] ?? 200,
  }));
}

const isWholePage = (text: string): boolean => text.startsWith('<!doctype html>');
