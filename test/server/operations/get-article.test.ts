import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, startContract } from '../../contract/contract.ts';
import { followed } from '../../contract/follow.ts';
import { articleText, contentOf } from '../../site.ts';

const files = {
  'mcp/teapot.md': articleText({ fields: { aliases: '[kettle, old-pot]' } }),
  'skill/coffee-pot.md': articleText({ id: 'art_coffee', zhTitle: '咖啡壶', enTitle: 'Coffee pot' }),
};
let contract: Contract;
beforeAll(async () => {
  contract = await startContract(await contentOf(files));
});
afterAll(() => contract.server.close());

describe('an article by another name', () => {
  it.each([
    ['kettle', ''],
    ['old-pot', '?lang=zh'],
    ['art_teapot', '?format=markdown'],
    ['art_teapot', '?format=json&lang=en'],
    ['kettle', '?section=cause&q=hot+water%3F&maxTokens=300&code=false'],
  ])('%s%s is answered with the address of the article, and what was asked for is kept', async (name, query) => {
    const { status, headers, body } = await contract.api(`/api/v1/articles/${name}${query}`);
    expect([status, headers.get('location')]).toEqual([
      301,
      `${contract.server.origin}/api/v1/articles/teapot${query}`,
    ]);
    expect(body.meta.nextStep).toBe(`GET /api/v1/articles/teapot${query}`);
    expect((await followed(contract, body)).status).toBe(200);
  });
});

describe('an article that does not exist', () => {
  it.each([
    ['teapots', 'teapot'],
    ['tea-pot', 'teapot'],
    ['cofee-pot', 'coffee-pot'],
  ])('%s: the nearest slug %s is named, in the language that was asked for', async (name, nearest) => {
    const { api } = contract;
    const { status, body } = await api(`/api/v1/articles/${name}?lang=zh`);
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(body.error.hint).toContain(nearest);
    expect(body.meta.nextStep).toBe(`GET /api/v1/articles/${nearest}?format=markdown&lang=zh`);
  });

  it('suggests a search for its words when they find something', async () => {
    const { body } = await contract.api('/api/v1/articles/everything-about-coffee');
    expect(body.meta.nextStep).toBe('GET /api/v1/search?q=everything+about+coffee');
    const found = (await (await followed(contract, body)).json()) as typeof body;
    expect(found.data.items[0].slug).toBe('coffee-pot');
  });
});
