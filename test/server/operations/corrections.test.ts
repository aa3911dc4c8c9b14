import { describe, expect, it } from 'vitest';
import { correctionsOf, tellingOf } from '../../../server/operations/corrections.ts';
import { startContract } from '../../contract/contract.ts';
import { articleText, contentOf } from '../../site.ts';

const files = {
  'mcp/images.md': articleText({ en: '## Images\n\nDocker keeps images, and a whale keeps Docker.' }),
  'mcp/kettle.md': articleText({ id: 'art_kettle', en: '## Water\n\nBoil it.' }),
};

describe('corrections', () => {
  it('put the nearest word in the place of one that is like none, as an article spells it', async () => {
    const { server } = await startContract(await contentOf(files));
    const { library } = server.shelf;
    expect(tellingOf('dokr', library.collection)).toBe(0);
    expect(correctionsOf('dokr 镜像', library)).toEqual(['Docker 镜像']);
  });

  it('are none for words that are known, or like none at all', async () => {
    const { server } = await startContract(await contentOf(files));
    const { library } = server.shelf;
    for (const q of ['docker', 'dockr', 'zzzz', '……', '']) expect(correctionsOf(q, library), q).toEqual([]);
  });

  it('are suggested where nothing is found, and find something', async () => {
    const contract = await startContract(await contentOf(files));
    const { data, error, meta } = (await contract.api('/api/v1/search?q=dokr')).body;
    expect(error).toBeNull();
    expect(data.suggestions[0]).toBe('GET /api/v1/search?q=Docker');
    expect(meta.nextStep).toBe(data.suggestions[0]);
    const followed = (await contract.api(data.suggestions[0].slice('GET '.length))).body;
    expect(followed.data.items.map(({ slug }: { slug: string }) => slug)).toEqual(['images']);
  });
});
