// HTTP specification, sections 2.2 to 2.4: search items, pagination, domain values.
import { expect } from 'vitest';
import { type Contract, everyItem, type SearchItemLike } from '../contract.ts';
import { known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

/** The domain values of section 2.4. They are repeated here, so that a test fails when they change. */
export const domainValues = [
  ...['agent', 'mcp', 'skill', 'foundation', 'transport', 'tools_filesystem', 'tools_postgres', 'tools_github'],
  ...['error_codes', 'scenarios'],
];

/** A check that applies `judge` to every article of a search without parameters. */
const everyOne = (judge: (item: SearchItemLike) => void) => async (contract: Contract) => {
  const items = await everyItem(contract);
  expect(items.length).toBeGreaterThan(5);
  for (const item of items) judge(item);
};

const inBothLanguages = { zh: expect.stringMatching(/\S/), en: expect.stringMatching(/\S/) };

export const searchItems: Section = section('2.2', {
  'id of a search item has the form art_<id>.': everyOne(({ id }) => expect(id).toMatch(/^art_[a-z0-9]+$/)),
  'slug of a search item consists of lower-case words joined by hyphens.': everyOne(({ slug }) =>
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  ),
  'slug of a search item works as the path parameter of the article endpoint.': async (contract) => {
    for (const { slug, id } of await everyItem(contract)) {
      expect((await contract.api(`/api/v1/articles/${slug}`)).body.data.id).toBe(id);
    }
  },
  'title of a search item is an object with the strings zh and en.': everyOne(({ title }) =>
    expect(title).toEqual(inBothLanguages),
  ),
  'summary of a search item is an object with the strings zh and en.': everyOne(({ summary }) =>
    expect(summary).toEqual(inBothLanguages),
  ),
  'domain of a search item is one of the domain values.': everyOne(({ domain }) =>
    expect(domainValues).toContain(domain),
  ),
  'tags of a search item is an array of strings.': everyOne(({ tags }) => {
    expect(tags.length).toBeGreaterThan(0);
    for (const tag of tags) expect(tag).toEqual(expect.any(String));
  }),
  'verificationStatus of a search item is verified, partial or unverified.': async (contract) => {
    const statuses = (await everyItem(contract)).map(({ verificationStatus }) => verificationStatus);
    expect(new Set(statuses)).toEqual(new Set(['verified', 'partial', 'unverified']));
  },
  'confidenceScore of a search item is an integer.': everyOne(({ confidenceScore }) =>
    expect(Number.isInteger(confidenceScore)).toBe(true),
  ),
});

const paginationOf = async ({ api }: Contract, query: string) =>
  (await api(`/api/v1/search?${query}`)).body.data.pagination;

/** test/contract/searching.test.ts tests all fields of pagination on every page of random searches. */
export const pagination: Section = section('2.3', {
  'pagination.totalPages is total divided by pageSize, rounded up.': async (contract) => {
    for (let pageSize = 1; pageSize <= 12; pageSize += 1) {
      const { total, totalPages } = await paginationOf(contract, `pageSize=${pageSize}`);
      expect(totalPages, `pageSize ${pageSize}`).toBe(Math.ceil(total / pageSize));
    }
    expect(await paginationOf(contract, `domain=${known.emptyDomain}`)).toMatchObject({ total: 0, totalPages: 0 });
  },
});

export const domains: Section = section('2.4', {
  'There are exactly ten domain values, written with underscores.': async ({ api }) => {
    const { body } = await api('/api/v1/domains');
    expect(body.data.domains.map(({ domain }: { domain: string }) => domain)).toEqual(domainValues);
    for (const domain of domainValues) expect((await api(`/api/v1/search?domain=${domain}`)).status).toBe(200);
    for (const domain of ['tools-postgres', 'MCP', 'other']) {
      expect((await api(`/api/v1/search?domain=${domain}`)).status).toBe(400);
    }
  },
});
