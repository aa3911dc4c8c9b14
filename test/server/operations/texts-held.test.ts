// Which of the texts that a caller holds are outdated: asked of a server whose folder keeps three editions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { targetBytesMax } from '../../../server/middleware/well-formed.ts';
import { type Contract, startContractOn } from '../../contract/contract.ts';
import { followed } from '../../contract/follow.ts';
import { articleText, contentOf, publishFolder } from '../../site.ts';
import { digests, type TeaHouse, teaHouse } from '../tea-house.ts';

let house: TeaHouse;
let contract: Contract;
beforeAll(async () => {
  house = await teaHouse();
  contract = await startContractOn(house.folder);
});
afterAll(() => contract.server.close());

const path = (entries: string): string => `/api/v1/changes?have=${encodeURIComponent(entries)}`;

async function held(entries: string, of = contract) {
  const { status, body } = await of.api(path(entries));
  expect(status, entries).toBe(200);
  return body.data;
}

/** The only item of an answer. */
async function only(entry: string, of = contract) {
  const { items } = await held(entry, of);
  expect(items, entry).toHaveLength(1);
  return items[0];
}

const hexOf = (digest: string): string => digest.slice('sha256-'.length);

describe('a text that somebody holds', () => {
  it('is current when the article still has its digest, with status and score as they are now', async () => {
    expect(await only(`lemon@${digests.lemon}`)).toEqual({
      given: `lemon@${digests.lemon}`,
      slug: 'lemon',
      digest: digests.lemon,
      state: 'current',
      title: { zh: '柠檬', en: 'Lemon' },
      current: {
        slug: 'lemon',
        digest: digests.lemon,
        verificationStatus: 'unverified',
        confidenceScore: 30,
        updatedAt: '2026-01-03T00:00:00Z',
      },
    });
  });

  it('is outdated when the article has another, with what changed since a kept edition that had it', async () => {
    const item = await only(`teapot@${digests.teapot}`);
    expect(item).toEqual({
      given: `teapot@${digests.teapot}`,
      slug: 'teapot',
      digest: digests.teapot,
      state: 'outdated',
      title: { zh: '茶壶', en: 'Teapot' },
      current: {
        slug: 'teapot',
        digest: digests.editedTeapot,
        verificationStatus: 'unverified',
        confidenceScore: 30,
        updatedAt: '2026-01-03T00:00:00Z',
      },
      parts: [{ part: 'content', languages: ['en'] }],
      trustReason: 'text',
      nextStep: 'GET /api/v1/articles/teapot',
    });
    const { data } = (await contract.api(item.nextStep.slice('GET '.length))).body;
    expect(data).toMatchObject(item.current);
  });

  it('is outdated without the parts when no kept edition has its digest', async () => {
    const item = await only(`teapot@${'a'.repeat(64)}`);
    expect([item.state, item.current.digest]).toEqual(['outdated', digests.editedTeapot]);
    expect(Object.keys(item)).not.toContain('parts');
    expect(Object.keys(item)).not.toContain('trustReason');
  });

  it('is removed when a kept edition had the article, by slug, former slug or id and whatever the digest', async () => {
    for (const name of ['spoon', 'ladle', 'art_spoon']) {
      for (const digest of [digests.spoon, 'a'.repeat(12)]) {
        expect(await only(`${name}@${digest}`)).toMatchObject({
          slug: 'spoon',
          state: 'removed',
          title: { zh: '勺子', en: 'Spoon' },
          current: null,
        });
      }
    }
  });

  it('is unknown when no kept edition has its article', async () => {
    for (const name of ['samovar', 'art_nothing', 'constructor', 'x'.repeat(100)]) {
      expect(await only(`${name}@${digests.spoon}`)).toEqual({
        given: `${name}@${digests.spoon}`,
        slug: name,
        digest: digests.spoon,
        state: 'unknown',
        current: null,
      });
    }
  });

  it('is found by a former slug and by an id, and told under the present slug', async () => {
    for (const name of ['boiler', 'kettle', 'art_kettle']) {
      expect(await only(`${name}@${digests.kettle}`), name).toMatchObject({ slug: 'boiler', state: 'current' });
      expect(await only(`${name}@${digests.fork}`), name).toMatchObject({
        slug: 'boiler',
        state: 'outdated',
        nextStep: 'GET /api/v1/articles/boiler',
      });
    }
  });

  it('may be named by its digest in every spelling, and by twelve digits of it', async () => {
    const hex = hexOf(digests.teapot);
    const spellings = [
      digests.teapot,
      `sha256:${hex}`,
      hex,
      hex.toUpperCase(),
      `SHA256-${hex}`,
      `Sha256:${hex.toUpperCase()}`,
    ];
    for (const spelt of [...spellings, hex.slice(0, 12), `sha256-${hex.slice(0, 40)}`, hex.slice(0, 63)]) {
      const item = await only(`teapot@${spelt}`);
      expect([item.state, item.parts?.length, item.given], spelt).toEqual(['outdated', 1, `teapot@${spelt}`]);
      expect(item.digest).toBe(`sha256-${spelt.toLowerCase().replace(/^sha256[-:]/, '')}`);
    }
    expect((await only(`teapot@${hexOf(digests.editedTeapot).slice(0, 12)}`)).state).toBe('current');
  });

  it('may be cited with a section, which is passed over', async () => {
    for (const section of ['cause', '原因', '', 'a#b', 'a@b', 'two\nlines']) {
      expect((await only(`lemon@${digests.lemon}#${section}`)).state, section).toBe('current');
    }
  });
});

describe('texts that somebody holds', () => {
  it('are answered in the order given, and counted', async () => {
    const names = ['spoon', 'teapot', 'fork', 'samovar', 'lemon', 'boiler'];
    const texts = [digests.spoon, digests.teapot, digests.fork, digests.fork, digests.lemon, digests.lemon];
    const { buildId, counts, items } = await held(names.map((name, index) => `${name}@${texts[index]}`).join(', '));
    expect(buildId).toBe(house.ids[2]);
    expect(items.map(({ slug, state }: { slug: string; state: string }) => `${slug} ${state}`)).toEqual([
      'spoon removed',
      'teapot outdated',
      'fork current',
      'samovar unknown',
      'lemon current',
      'boiler outdated',
    ]);
    expect(counts).toEqual({ current: 2, outdated: 2, removed: 1, unknown: 1 });
  });

  it('are answered once when they are given twice, by whatever section and spelling of the digest', async () => {
    const hex = hexOf(digests.fork);
    const { items } = await held(
      `fork@${hex}#a,lemon@${digests.lemon},fork@sha256:${hex.toUpperCase()}#b,fork@${hex.slice(0, 20)}`,
    );
    expect(items.map(({ given }: { given: string }) => given)).toEqual([
      `fork@${hex}#a`,
      `lemon@${digests.lemon}`,
      `fork@${hex.slice(0, 20)}`,
    ]);
  });

  it('lead to the first outdated one, and else to the request to make next time', async () => {
    const { body } = await contract.api(path(`lemon@${digests.lemon},teapot@${digests.teapot},boiler@${digests.fork}`));
    expect(body.meta.nextStep).toBe('GET /api/v1/articles/teapot');
    const current = await contract.api(path(`lemon@${digests.lemon},spoon@${digests.spoon}`));
    expect(current.body.meta.nextStep).toBe(`GET /api/v1/changes?since=${house.ids[2]}`);
    expect((await followed(contract, current.body)).status).toBe(200);
  });

  it('may be a hundred, which fit a request with twelve digits each', async () => {
    const entries = Array.from({ length: 100 }, (_, index) => {
      const slug = index === 60 ? 'teapot' : `an-article-whose-name-is-rather-long-${index}`;
      return `${slug}@${hexOf(digests.teapot).slice(0, 12)}`;
    });
    expect(path(entries.join(',')).length).toBeLessThan(targetBytesMax);
    const { counts, items } = await held(entries.join(','));
    expect(items).toHaveLength(100);
    expect(counts).toEqual({ current: 0, outdated: 1, removed: 0, unknown: 99 });
  });

  it('are a 400 when they are more, which says how many are allowed', async () => {
    const { status, body } = await contract.api(
      path(Array.from({ length: 101 }, () => 'lemon@0123456789ab').join(',')),
    );
    expect([status, body.error.details]).toEqual([
      400,
      [{ parameter: 'have', given: '101 entries', allowed: expect.stringContaining('at most 100 entries') }],
    ]);
    expect((await followed(contract, body)).status).toBe(200);
  });
});

describe('an entry that is no text', () => {
  const hex = hexOf(digests.lemon);
  const bad = [
    'lemon', '@', `@${hex}`, 'lemon@', 'lemon@0123456789a', `lemon@${hex}0`, `lemon@${hex.slice(0, 20)}g`,
    `Lemon@${hex}`, `lemon@@${hex}`, `lemon#cause@${hex}`, `lemon:${hex}`, `lemon@md5-${hex}`, `lemon@sha256${hex}`,
    `le mon@${hex}`, `../lemon@${hex}`, `-lemon@${hex}`, `${'x'.repeat(101)}@${hex}`, `art_${'x'.repeat(41)}@${hex}`,
    `__proto__@${hex}`, `柠檬@${hex}`, `lemon\0@${hex}`, `lemon@${hex} #a`, `lemon@ ${hex}`,
  ]; // biome-ignore format: as a list

  it.each(bad)('%j is named in a 400 that says what is allowed', async (entry) => {
    const { status, body } = await contract.api(path(`lemon@${hex},${entry}`));
    expect([status, body.error.code], entry).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.details).toEqual([
      {
        parameter: 'have',
        given: [...entry].length > 100 ? expect.stringMatching(/…$/) : entry.trim(),
        allowed: expect.stringContaining('slug@digest'),
      },
    ]);
    expect(body.error.message).toBe('have: 1 of 2 entries are not slug@digest');
    expect((await followed(contract, body)).status).toBe(200);
  });

  it('is the place where there is nothing between two commas, too', async () => {
    for (const given of [',', `lemon@${hex},`, `lemon@${hex}, ,lemon@${hex}`]) {
      expect((await contract.api(path(given))).status, given).toBe(400);
    }
  });

  it('is named with nine others at most, however many there are', async () => {
    const { body } = await contract.api(path(Array.from({ length: 100 }, (_, index) => `bad ${index}`).join(',')));
    expect(body.error.details).toHaveLength(10);
    expect(body.error.message).toContain('100 of 100');
  });
});

describe('a name that leads elsewhere now', () => {
  it('means the article that the caller read, which its digest tells', async () => {
    const article = (id: string, en: string, aliases = '[]') =>
      articleText({ id: `art_${id}`, en: `## Cause\n\n${en}`, fields: { aliases } });
    const folder = await publishFolder(
      await contentOf({
        'mcp/cup.md': article('cup', 'Porcelain.'),
        'mcp/jug.md': article('jug', 'Clay.'),
        'mcp/pot.md': article('pot', 'Copper.'),
      }),
    );
    const before = await startContractOn(folder);
    const digestOf = async (slug: string): Promise<string> =>
      (await before.api(`/api/v1/articles/${slug}`)).body.data.digest;
    const [cup, jug, pot] = [await digestOf('cup'), await digestOf('jug'), await digestOf('pot')];
    // The cup is called mug, without an alias; the jug has its name now; and there is a new jug; and the pot is
    // another article.
    await publishFolder(
      await contentOf({
        'mcp/pot.md': article('other', 'Iron.'),
        'mcp/mug.md': article('cup', 'Porcelain.'),
        'mcp/cup.md': article('jug', 'Clay, fired.'),
        'mcp/jug.md': article('new', 'Glass.'),
      }),
      folder,
    );
    const after = await startContractOn(folder);
    expect(await only(`cup@${cup}`, after)).toMatchObject({ slug: 'mug', state: 'current' });
    expect(await only(`jug@${jug}`, after)).toMatchObject({ slug: 'cup', state: 'outdated' });
    expect((await only(`jug@${jug}`, after)).parts).toContainEqual({ part: 'content', languages: ['en'] });
    expect(await only(`pot@${pot}`, after)).toMatchObject({ slug: 'pot', state: 'removed', current: null });
    // Nobody ever had this text under this name, so the name decides.
    expect(await only(`cup@${'a'.repeat(64)}`, after)).toMatchObject({ slug: 'cup', state: 'outdated' });
    expect(await only(`mug@${cup}`, after)).toMatchObject({ slug: 'mug', state: 'current' });
  });
});
