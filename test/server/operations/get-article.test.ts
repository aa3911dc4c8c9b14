import { expect, it } from 'vitest';
import { startContract } from '../../contract/contract.ts';
import { followed } from '../../contract/follow.ts';
import { articleText, contentOf } from '../../site.ts';

const files = {
  'mcp/teapot.md': articleText({ fields: { aliases: '[kettle, old-pot]' } }),
  'skill/coffee-pot.md': articleText({ id: 'art_coffee', zhTitle: '咖啡壶', enTitle: 'Coffee pot' }),
};

it('leads from another name to the article, and keeps what was asked for', async () => {
  const contract = await startContract(await contentOf(files));
  for (const [name, query] of [
    ['old-pot', '?lang=zh'],
    ['art_teapot', '?format=json&lang=en'],
    ['kettle', '?section=cause&q=hot+water%3F&maxTokens=300&code=false'],
  ]) {
    const { status, headers, body } = await contract.api(`/api/v1/articles/${name}${query}`);
    const path = `/api/v1/articles/teapot${query}`;
    expect([status, headers.get('location'), body.meta.nextStep]).toEqual([
      301,
      contract.server.origin + path,
      `GET ${path}`,
    ]);
  }
});

it('suggests for an unknown name the nearest one, or a search for its words', async () => {
  const contract = await startContract(await contentOf(files));
  for (const [name, nearest] of [
    ['tea-pot', 'teapot'],
    ['cofee-pot', 'coffee-pot'],
  ]) {
    const { body } = await contract.api(`/api/v1/articles/${name}?lang=zh`);
    expect(body.meta.nextStep).toBe(`GET /api/v1/articles/${nearest}?format=markdown&lang=zh`);
  }
  const { body } = await contract.api('/api/v1/articles/everything-about-coffee');
  expect(body.meta.nextStep).toBe('GET /api/v1/search?q=everything+about+coffee');
  const found = (await (await followed(contract, body)).json()) as typeof body;
  expect(found.data.items[0].slug).toBe('coffee-pot');
});
