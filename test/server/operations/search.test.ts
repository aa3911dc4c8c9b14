import { describe, expect, it } from 'vitest';
import { searchPath } from '../../../server/operations/search.ts';
import { everyItem, slugsOf, startContract } from '../../contract/contract.ts';
import { followed } from '../../contract/follow.ts';
import { twins, twinsByConfidence, twinsById } from '../../contract/twins.ts';
import { articleText, contentOf } from '../../site.ts';

describe('search', () => {
  it('orders equally relevant articles by confidence, then by id', async () => {
    const contract = await startContract(await twins());
    const found = await everyItem(contract, 'q=teapot');
    expect(slugsOf(found)).toEqual(twinsByConfidence);
    expect(new Set(found.map(({ confidenceScore }) => confidenceScore)).size).toBe(3);
  });

  it('lists equally new articles by id', async () => {
    const contract = await startContract(await twins());
    expect(slugsOf(await everyItem(contract))).toEqual(twinsById);
  });

  it('compares moments, not spellings: a fraction of a second is newer than none', async () => {
    const files = {
      'mcp/later.md': articleText({ id: 'art_later', fields: { updatedAt: '2026-01-03T00:00:00.500Z' } }),
      'mcp/earlier.md': articleText({ id: 'art_earlier', fields: { updatedAt: '2026-01-03T00:00:00Z' } }),
    };
    const contract = await startContract(await contentOf(files));
    expect(slugsOf(await everyItem(contract))).toEqual(['later', 'earlier']);
  });

  it('finds by a title that is made of stop words', async () => {
    const files = {
      'mcp/title.md': articleText({ id: 'art_one', enTitle: 'What it is and how' }),
      'mcp/other.md': articleText({ id: 'art_two', enTitle: 'Another' }),
    };
    const contract = await startContract(await contentOf(files));
    expect(slugsOf(await everyItem(contract, 'q=how'))[0]).toBe('title');
  });

  it('finds an article by either of its languages, whatever lang asks for', async () => {
    const contract = await startContract(await contentOf({ 'mcp/teapot.md': articleText() }));
    for (const query of ['q=spout', 'q=%E8%8C%B6%E5%A3%B6', 'q=spout&lang=zh', 'q=%E8%8C%B6%E5%A3%B6&lang=en']) {
      expect(slugsOf(await everyItem(contract, query)), query).toEqual(['teapot']);
    }
  });

  it('answers from an edition without articles, and suggests nothing that would find nothing', async () => {
    const contract = await startContract(await contentOf({ 'guides/.keep': '' }));
    for (const query of ['', '?q=teapot', '?domain=mcp&status=verified']) {
      const { status, body } = await contract.api(`/api/v1/search${query}`);
      expect([
        status,
        body.data.items,
        body.data.pagination.totalPages,
        body.meta.nextStep ?? body.data.suggestions,
      ]).toEqual([200, [], 0, undefined]);
    }
    const domains = await contract.api('/api/v1/domains');
    expect((await followed(contract, domains.body)).status).toBe(200);
    expect((await contract.get('/?q=teapot')).status).toBe(200);
    const missing = await contract.api('/api/v1/articles/teapot');
    expect((await followed(contract, missing.body)).status).toBe(200);
  });
});

describe('the address of a search', () => {
  it('leaves out what has its default, and keeps the rest in a fixed order', () => {
    expect(searchPath({ page: 1, pageSize: 20 })).toBe('/api/v1/search');
    expect(searchPath({ page: 1, pageSize: 20, facets: true, snippet: true, q: 'a' })).toBe(
      '/api/v1/search?q=a&facets=true&snippet=true',
    );
    expect(searchPath({ page: 1, pageSize: 20, facets: false, snippet: false })).toBe('/api/v1/search');
    expect(searchPath({ page: 1, pageSize: 20, minConfidence: 0, maxRisk: 'low' })).toBe(
      '/api/v1/search?minConfidence=0&maxRisk=low',
    );
    expect(searchPath({ page: 2, pageSize: 7, lang: 'zh', status: 'partial', domain: 'mcp', q: 'a b&c=茶' })).toBe(
      '/api/v1/search?q=a+b%26c%3D%E8%8C%B6&domain=mcp&status=partial&lang=zh&page=2&pageSize=7',
    );
  });
});
