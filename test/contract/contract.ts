// Helpers of the contract tests: start a server and validate its JSON answers before a test gets them.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Envelope, type Started, type StartOptions, startServer } from '../server.ts';
import { fixtures, publishFolder } from '../site.ts';
import { type Exchange, type ExchangeRequest, exchange } from './exchange.ts';
import { shapeFaults } from './validation.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: Envelope;
}

export interface Contract {
  server: Started;
  editionFolder: string;
  /** Requests any path. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Requests a path that answers with the envelope, and validates the answer with the schemas of the operation. */
  api(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Requests any path with exactly the given headers, and does not decode the body. */
  exchange(request: Omit<ExchangeRequest, 'port'>): Promise<Exchange>;
  /** Starts another server on the same edition, and closes it after the test. */
  another(options?: StartOptions): Promise<Contract>;
}

export const fixtureSite = join(fixtures, 'site');

let fixtureEdition: Promise<string> | undefined;

/** Starts a server on the given content, or on the fixture site, which is compiled only once per process. */
export async function startContract(contentFolder?: string): Promise<Contract> {
  if (contentFolder !== undefined) return startContractOn(await publishFolder(contentFolder));
  // `temporaryFolder` would remove the folder after the first test, but later tests use it too.
  fixtureEdition ??= mkdtemp(join(tmpdir(), 'stele-test-')).then((folder) => publishFolder(fixtureSite, folder));
  return startContractOn(await fixtureEdition);
}

/** Starts a server on an edition folder, which may contain several editions. */
export const startContractOn = (editionFolder: string): Promise<Contract> => contractOn(editionFolder, {});

async function contractOn(editionFolder: string, options: StartOptions): Promise<Contract> {
  const server = await startServer(editionFolder, options);
  return {
    server,
    editionFolder,
    get: server.get,
    async api(path, headers) {
      const response = await server.get(path, headers);
      expect(response.headers.get('content-type'), path).toBe('application/json; charset=utf-8');
      const body = (await response.json()) as Envelope;
      expect(shapeFaults(path, response.status, body), path).toEqual([]);
      return { status: response.status, headers: response.headers, body };
    },
    exchange: (request) => exchange({ port: server.port, ...request }),
    another: (more = {}) => contractOn(editionFolder, more),
  };
}

/** Requests a path, expects 200 with this media type, and returns the text. */
export async function textAt({ get }: Contract, path: string, mediaType: string, headers = {}): Promise<string> {
  const response = await get(path, headers);
  expect([response.status, response.headers.get('content-type')], path).toEqual([200, `${mediaType}; charset=utf-8`]);
  return response.text();
}

/** The items of all pages of a search. */
export async function everyItem(contract: Contract, query = ''): Promise<SearchItemLike[]> {
  const items: SearchItemLike[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await contract.api(`/api/v1/search?pageSize=100&page=${page}${query === '' ? '' : `&${query}`}`);
    items.push(...body.data.items);
    if (page >= body.data.pagination.totalPages) return items;
  }
}

/** The fields of a search item that tests use. */
export interface SearchItemLike {
  id: string;
  slug: string;
  title: Record<string, string>;
  summary: Record<string, string>;
  domain: string;
  tags: string[];
  verificationStatus: string;
  confidenceScore: number;
  riskLevel: string;
  updatedAt: string;
}

export const slugsOf = (items: readonly { slug: string }[]): string[] => items.map(({ slug }) => slug);
