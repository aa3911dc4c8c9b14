// The first hits of typical queries of people and agents on the fixture site, found with real requests.
import { afterAll, describe, expect, it } from 'vitest';
import { slugsOf, startContract } from '../../contract/contract.ts';

const contract = await startContract();
afterAll(() => contract.server.close());

const found = async (q: string): Promise<string[]> =>
  slugsOf((await contract.api(`/api/v1/search?q=${encodeURIComponent(q)}`)).body.data.items);

describe('the first hit', () => {
  it.each([
    ['a question in Chinese', '企鹅见面的时候怎么握手？', 'penguin-handshake'],
    ['a question in Chinese', '为什么茶壶拒绝煮咖啡？', 'teapot-refuses-coffee'],
    ['a question in English', 'How do I move a piano without losing it in a power cut?', 'moving-a-piano'],
    ['an identifier', 'tools/list', 'penguin-handshake'],
    ['an error number', '-32600', 'penguin-handshake'],
    ['the name of a language', 'C++', 'penguins-open-a-bank'],
    ['a keyword', 'RFC 1149', 'carrier-pigeon'],
    ['one Han character', '猫', 'vacuum-the-cat'],
    ['both languages at once', 'VACUUM 锁', 'vacuum-the-cat'],
    ['full-width letters', 'ＶＡＣＵＵＭ　ＦＵＬＬ', 'vacuum-the-cat'],
    ['Traditional characters', '企鵝開銀行', 'penguins-open-a-bank'],
    ['another form of the word', 'juggled lemon', 'juggling-three-lemons'],
    ['a word among strange ones', 'xyzzy plugh quorum', 'committee-of-teaspoons'],
  ])('for %s, %j, is %s', async (_kind, q, slug) => {
    expect((await found(q))[0]).toBe(slug);
  });

  it('for the title of an article, in either language, is that article', async () => {
    const { items } = (await contract.api('/api/v1/search')).body.data;
    for (const { slug, title } of items) {
      expect((await found(title.zh))[0], title.zh).toBe(slug);
      expect((await found(title.en))[0], title.en).toBe(slug);
    }
  });
});
