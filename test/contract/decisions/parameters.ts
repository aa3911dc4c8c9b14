// The API refuses unknown and invalid parameters. The answers to such requests contain help.
import { expect } from 'vitest';
import { everyItem } from '../contract.ts';
import { closestTo, followed } from '../follow.ts';
import { known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

interface Detail {
  parameter: string;
  given: string | null;
  allowed: string;
  suggestion?: string;
}

export const parameters: Section = section('parameters', {
  'Unknown, repeated, nested, empty and out-of-range parameters get 400 VALIDATION_ERROR.': async ({ api }) => {
    const queries = ['colour=red', 'q=a&q=a', 'q[]=a', 'q[x]=a', 'q=', 'page=0', 'pageSize=101', '=x', 'q'];
    for (const path of [
      '/api/v1/search',
      `/api/v1/articles/${known.bare}`,
      '/api/v1/domains',
      '/api/v1/changes',
      '/api/v1/openapi.json',
    ]) {
      for (const query of queries) {
        const { status, body } = await api(`${path}?${query}`);
        expect([status, body.error.code], `${path}?${query}`).toEqual([400, 'VALIDATION_ERROR']);
      }
    }
  },
  'error.details lists every wrong parameter with the given value.': async ({ api }) => {
    const { body } = await api('/api/v1/search?page=0&pageSize=500&colour=red&lang=fr&q=');
    const details: Detail[] = body.error.details;
    expect(details.map(({ parameter, given }) => [parameter, given]).sort()).toEqual([
      ['colour', 'red'],
      ['lang', 'fr'],
      ['page', '0'],
      ['pageSize', '500'],
      ['q', ''],
    ]);
  },
  'error.details describes the allowed values.': async ({ api }) => {
    const allowedFor = async (query: string) => (await api(`/api/v1/search?${query}`)).body.error.details[0].allowed;
    expect(await allowedFor('pageSize=101')).toBe('a whole number from 1 to 100');
    expect(await allowedFor('status=x')).toBe('one of verified, partial, unverified');
    expect(await allowedFor('minConfidence=101')).toMatch(/^a whole number from 0 to 100/);
    expect(await allowedFor('maxRisk=x')).toMatch(/^one of low, medium, high/);
    expect(await allowedFor('colour=red')).toBe(
      'only the parameters q, domain, status, minConfidence, maxRisk, lang, page, pageSize, facets, snippet',
    );
    expect(await allowedFor('q=%20')).toContain('4096');
  },
  'error.details suggests a known parameter for a similar unknown one.': async (contract) => {
    const names = [
      ['query', 'q'], ['keyword', 'q'], ['language', 'lang'], ['limit', 'pageSize'], ['page_size', 'pageSize'],
      ['Domain', 'domain'], ['pages', 'page'], ['q[]', 'q'], ['stats', 'status'],
      ['snippets', 'snippet'], ['facet', 'facets'], ['highlight', 'snippet'], ['Snippet', 'snippet'],
      ['maxrisk', 'maxRisk'], ['max_risk', 'maxRisk'], ['risk', 'maxRisk'], ['riskLevel', 'maxRisk'],
      ['minconfidence', 'minConfidence'], ['confidence', 'minConfidence'], ['confidenceScore', 'minConfidence'],
    ] as const; // biome-ignore format: as a list
    for (const [given, meant] of names) expect(await closestTo(contract, `${given}=1`), given).toBe(meant);
    expect(await closestTo(contract, 'zebra=1')).toBeUndefined();
  },
  'error.details suggests a valid value for a similar invalid one.': async (contract) => {
    const values = [
      ['domain=tools-postgres', 'tools_postgres'], ['domain=MCP', 'mcp'], ['domain=agents', 'agent'],
      ['domain=errorCodes', 'error_codes'], ['domain=postgres', 'tools_postgres'], ['domain=github', 'tools_github'],
      ['status=Verified', 'verified'], ['status=unverifed', 'unverified'], ['lang=EN', 'en'], ['lang=zh-CN', 'zh'],
      ['lang=en-US', 'en'], ['lang=chinese', 'zh'], ['pageSize=500', '100'], ['page=0', '1'],
      ['facets=True', 'true'], ['facets=yes', 'true'], ['snippet=1', 'true'], ['snippet=fals', 'false'],
      ['maxRisk=LOW', 'low'], ['maxRisk=meduim', 'medium'], ['minConfidence=101', '100'], ['minConfidence=-1', '0'],
      ['minConfidence=080', '80'], ['domain=Tools%20Filesystem', 'tools_filesystem'], ['domain=PostgreSQL', 'tools_postgres'],
      ['page=%2B7', '7'], ['page=007', '7'], ['page=99999999999999999999', '1000000'], ['maxRisk=Moderate', 'medium'],
    ] as const; // biome-ignore format: as a list
    for (const [given, meant] of values) expect(await closestTo(contract, given), given).toBe(meant);
    const strange = [
      'domain=zebra',
      'domain=__proto__',
      'page=last',
      'minConfidence=0.8',
      `status=${'x'.repeat(5000)}`,
    ];
    for (const given of strange) expect(await closestTo(contract, given), given).toBeUndefined();
  },
  'error.details truncates given names and values to 100 characters.': async ({ api }) => {
    for (const path of ['/api/v1/search', '/api/v1/openapi.json', `/api/v1/articles/${known.bare}`]) {
      const { body } = await api(`${path}?colour=${'x'.repeat(5000)}&${'y'.repeat(2000)}=1`);
      for (const { parameter, given } of body.error.details) {
        expect([...parameter].length, path).toBeLessThanOrEqual(100);
        expect([...(given ?? '')].length, path).toBeLessThanOrEqual(100);
      }
      expect(JSON.stringify(body).length, path).toBeLessThan(3000);
    }
  },
  'minConfidence must be 0 to 100 and maxRisk low, medium or high; any other value gets 400.': async ({ api }) => {
    for (const query of ['minConfidence=0', 'minConfidence=100', 'maxRisk=low', 'maxRisk=medium', 'maxRisk=high']) {
      expect((await api(`/api/v1/search?${query}`)).status, query).toBe(200);
    }
    const wrong = [
      'minConfidence=', 'minConfidence', 'minConfidence=101', 'minConfidence=-1', 'minConfidence=0.8', 'minConfidence=80%25',
      'minConfidence=007', 'minConfidence=1e1', 'minConfidence=50&minConfidence=60', 'minConfidence[]=5', 'maxRisk=',
      'maxRisk=none', 'maxRisk=Low', 'maxRisk=low,medium', 'maxRisk=low&maxRisk=high', 'maxRisk[]=low', 'maxrisk=low',
    ]; // biome-ignore format: as a list
    for (const query of wrong) {
      const { status, body } = await api(`/api/v1/search?${query}`);
      expect([status, body.error?.code], query).toEqual([400, 'VALIDATION_ERROR']);
    }
  },
});

export const nextSteps: Section = section('next-steps', {
  'The next step of a search is the article of the first result.': async (contract) => {
    const { body } = await contract.api('/api/v1/search?q=piano&lang=en');
    expect(body.meta.nextStep).toBe('GET /api/v1/articles/moving-a-piano?format=markdown&lang=en');
    expect((await followed(contract, body)).status).toBe(200);
  },
  'The next step of a page of results is the next page, with all other parameters kept.': async (contract) => {
    const query = 'status=unverified&lang=zh&pageSize=1';
    const pages = [await contract.api(`/api/v1/search?${query}`)];
    const { totalPages } = pages[0]?.body.data.pagination ?? {};
    expect(totalPages).toBeGreaterThan(2);
    while (pages.length < totalPages) {
      const { body } = pages.at(-1) ?? {};
      expect(new URLSearchParams(body?.meta.nextStep?.split('?')[1]).get('page')).toBe(String(pages.length + 1));
      pages.push(await contract.api(body?.meta.nextStep?.slice('GET '.length) ?? ''));
    }
    const paged = pages.flatMap(({ body }) => body.data.items);
    expect(paged).toEqual(await everyItem(contract, 'status=unverified&lang=zh'));
  },
  'The next step keeps the filters that have results together, and drops the words last.': async ({ api }) => {
    const wider = [
      [`q=piano&domain=${known.emptyDomain}&lang=en`, 'q=piano&lang=en'],
      ['q=piano&domain=tools_filesystem&status=verified', 'q=piano&domain=tools_filesystem'],
      ['q=piano&domain=mcp&status=unverified&pageSize=5', 'q=piano&status=unverified&pageSize=5'],
      ['q=piano&domain=mcp&status=verified', 'q=piano'],
      ['q=xyzzy&domain=agent&status=verified', 'domain=agent&status=verified'],
      ['q=xyzzy&domain=mcp&status=verified', 'domain=mcp'],
    ] as const;
    for (const [asked, expected] of wider) {
      const { body } = await api(`/api/v1/search?${asked}`);
      expect(body.meta.nextStep, asked).toBe(`GET /api/v1/search?${expected}`);
    }
  },
  'The next step of a page after the last one is the last page.': async (contract) => {
    const { body } = await contract.api('/api/v1/search?q=penguin&pageSize=1&page=50');
    const next = (await (await followed(contract, body)).json()) as typeof body;
    expect(next.data.items).toHaveLength(1);
    expect(next.data.pagination.page).toBe(next.data.pagination.totalPages);
  },
  'The next step for an unknown article is the most similar slug, or a search.': async (contract) => {
    for (const name of ['penguin-handshakes', 'penguin-hand-shake', 'pengin-handshake']) {
      const { body } = await contract.api(`/api/v1/articles/${name}?lang=zh`);
      expect(body.meta.nextStep, name).toBe(`GET /api/v1/articles/${known.complete}?format=markdown&lang=zh`);
      expect(body.error.hint, name).toContain(known.complete);
    }
    const { body: far } = await contract.api('/api/v1/articles/everything-about-pianos');
    expect(far.meta.nextStep).toBe('GET /api/v1/search?q=everything+about+pianos');
    const found = (await (await followed(contract, far)).json()) as typeof far;
    expect(found.data.items[0].slug).toBe('moving-a-piano');
    for (const name of ['everything-about-pianos', 'xyzzy', 'art_unknown', '%E2%98%83', 'A B']) {
      const { status, body } = await contract.api(`/api/v1/articles/${name}`);
      expect(status, name).toBe(404);
      expect((await followed(contract, body)).status, name).toBe(200);
    }
  },
});
