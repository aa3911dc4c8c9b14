// A citation leads to the cited text. If that is the text of an earlier edition, the answer also names the present text.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { editionsFolder, packFile } from '../../../build/edition/locations.ts';
import { openCurrentEdition } from '../../../server/current-edition.ts';
import { startContractOn, textAt } from '../../contract/contract.ts';
import { followed } from '../../contract/follow.ts';
import { silent } from '../../server.ts';
import { tokensBySomebodyElse } from '../../tokens.ts';
import { pointTo } from '../edition-folder.ts';
import { digests, teaHouse } from '../tea-house.ts';

const short = (digest: string): string => digest.slice(0, 'sha256-'.length + 12);
const digitsOf = (digest: string): string => short(digest).slice('sha256-'.length);

const house = await teaHouse();
const other = await teaHouse();
await pointTo(other.folder, other.ids[0]);
/** `now` serves the last edition; `then` serves the first edition. */
const now = await startContractOn(house.folder);
const then = await startContractOn(other.folder);
afterAll(() => Promise.all([now.server.close(), then.server.close()]));

const dataAt = async (address: string, contract = now) => {
  const { status, body } = await contract.api(`/api/v1/articles/${address}`);
  expect([status, body.error]).toEqual([200, null]);
  return body.data;
};
const markdownAt = (address: string, contract = now): Promise<string> =>
  textAt(contract, `/api/v1/articles/${address}`, 'text/markdown');

describe('an earlier text', () => {
  it.each(['zh', 'en', 'both'])(
    'is served as in its own edition, including its trust (language: %s)',
    async (choice) => {
      const query = choice === 'both' ? '' : `&lang=${choice}`;
      const { links, supersededBy, ...cited } = await dataAt(`teapot?format=json${query}&digest=${digests.teapot}`);
      const { links: _, ...was } = await dataAt(`teapot?format=json${query}`, then);
      expect(cited).toEqual(was);
      expect(cited.verificationStatus).toBe('verified');
      const present = await dataAt('teapot?format=json');
      expect(supersededBy).toEqual({
        slug: 'teapot',
        digest: digests.editedTeapot,
        verificationStatus: present.verificationStatus,
        confidenceScore: present.confidenceScore,
        updatedAt: present.updatedAt,
      });
      expect(present.verificationStatus).not.toBe('verified');
      for (const address of [links.json, links.markdown])
        expect(await (await fetch(address)).text()).toContain(short(digests.teapot));
    },
  );

  it('links to the present text, in the envelope and with the relation latest-version', async () => {
    const { headers, body } = await now.api(`/api/v1/articles/teapot?format=json&digest=${short(digests.teapot)}`);
    expect(headers.get('link')).toMatch(/<([^>]+)\/api\/v1\/articles\/teapot\?format=json>; rel="latest-version"/);
    expect(headers.get('link')).not.toContain('rel="canonical"');
    const present = (await (await followed(now, body)).json()) as typeof body;
    expect(present.data.digest).toBe(digests.editedTeapot);
  });

  it('begins with a notice in each requested language if it is Markdown', async () => {
    const markdown = await markdownAt(`teapot?format=markdown&digest=${short(digests.teapot)}`);
    const [zh = '', en = '', ...rest] = markdown.split('\n\n');
    expect(zh).toContain('这是旧文本');
    expect(en).toMatch(/^> This is the earlier text/);
    const apiAccess = '## API Access';
    const was = await markdownAt('teapot?format=markdown', then);
    expect(rest.join('\n\n').split(apiAccess)[0]).toBe(was.split(apiAccess)[0]);
    for (const notice of [zh, en]) {
      const [, path = ''] = /`GET ([^`]+)`/.exec(notice) ?? [];
      const present = await fetch(`${now.server.origin}${path}`);
      expect([present.status, new URL(present.url).pathname]).toEqual([200, '/api/v1/articles/teapot']);
      expect(await present.text()).not.toContain(notice);
      expect(notice).toContain(`&digest=${short(digests.teapot)}`);
    }
  });

  it('has its own sections in an excerpt, which links to omitted sections of the same text', async () => {
    const digest = digitsOf(digests.teapot);
    const whole = await dataAt(`teapot?format=json&section=cause&digest=${digest}`);
    expect(whole.citation).toBe(`teapot@${digests.teapot}`);
    expect(whole.sections).toEqual((await dataAt('teapot?format=json&section=cause', then)).sections);
    expect(whole.sections).not.toEqual((await dataAt('teapot?format=json&section=cause')).sections);
    const { omitted } = await dataAt(`teapot?format=json&maxTokens=50&digest=${digest}`);
    for (const { get } of omitted) expect(get).toContain(`&digest=${digest}`);
    const { status, body } = await now.api(`/api/v1/articles/teapot?section=nothing-like-it&digest=${digest}`);
    expect([status, body.meta.nextStep?.includes(`&digest=${digest}`)]).toEqual([404, true]);
    expect(await (await followed(now, body)).text()).toContain(digest);
  });

  it('never exceeds its budget as Markdown, including the notice', async () => {
    for (const [name, digest] of [
      ['teapot', digests.teapot],
      ['spoon', digests.spoon],
    ]) {
      for (const budget of [50, 75, 150, 400, 20_000]) {
        const markdown = await markdownAt(`${name}?format=markdown&maxTokens=${budget}&digest=${digest}`);
        expect(tokensBySomebodyElse(markdown)).toBeLessThanOrEqual(budget);
        if (budget === 20_000) expect(markdown).toMatch(/^> .*旧文本/);
      }
    }
  });
});

describe('a request for the present text of an article', () => {
  it('gets the same answer with and without the digest of that text', async () => {
    const twelve = short(digests.editedTeapot);
    for (const digest of [digests.editedTeapot, twelve.toUpperCase(), twelve.slice(7)]) {
      for (const format of ['json', 'markdown']) {
        const [cited, plain] = await Promise.all(
          [`&digest=${digest}`, ''].map((query) => now.server.get(`/api/v1/articles/teapot?format=${format}${query}`)),
        );
        expect(cited?.headers.get('etag')).toBe(plain?.headers.get('etag'));
        expect(cited?.headers.get('link')).toBe(plain?.headers.get('link'));
      }
    }
  });
});

describe('the text of an article that was removed', () => {
  it('is still found by each of its names, with a notice that the article was removed', async () => {
    for (const name of ['ladle', 'art_spoon']) {
      const { status, headers } = await now.api(`/api/v1/articles/${name}?digest=${digests.spoon}`);
      expect([status, headers.get('location')]).toEqual([
        301,
        `${now.server.origin}/api/v1/articles/spoon?digest=${digests.spoon}`,
      ]);
    }
    const { links, supersededBy } = await dataAt(`spoon?format=json&digest=${digests.spoon}`);
    expect([supersededBy, links.html]).toEqual([null, undefined]);
    for (const address of Object.values<string>(links)) expect((await fetch(address)).status).toBe(200);
    expect(await markdownAt(`spoon?format=markdown&lang=en&digest=${digests.spoon}`)).toMatch(
      /^> This is the earlier text `sha256-[0-9a-f]{12}`; the article was removed\./,
    );
  });

  it.each(['spoon', 'ladle', 'art_spoon'])('is suggested to callers that request %s without a digest', async (name) => {
    const { status, body } = await now.api(`/api/v1/articles/${name}`);
    expect([status, body.error.message]).toEqual([404, `The article ${name} was removed.`]);
    expect(body.error.hint).toContain(`spoon@${digests.spoon}`);
    expect(await (await followed(now, body)).text()).toContain(short(digests.spoon));
  });
});

describe('a text that no kept edition has', () => {
  it('gets 404 with the citation of the present text', async () => {
    const { status, body } = await now.api('/api/v1/articles/teapot?lang=en&digest=sha256-0123456789ab');
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(body.error.hint).toContain(`teapot@${digests.editedTeapot}`);
    expect(body.meta.nextStep).toBe('GET /api/v1/articles/teapot?format=markdown&lang=en');
    expect((await followed(now, body)).status).toBe(200);
  });
});

describe('a citation in place of a slug', () => {
  it.each([
    [`teapot@${digests.teapot}`, 'teapot', `digest=${digests.teapot}`],
    [`teapot@${short(digests.teapot)}#cause`, 'teapot', `section=cause&digest=${short(digests.teapot)}`],
    [`kettle@${digests.kettle}#cause`, 'boiler', `section=cause&digest=${digests.kettle}`],
    [`art_spoon@${digests.spoon}`, 'spoon', `digest=${digests.spoon}`],
  ])('redirects to the cited text: %s', async (citation, slug, query) => {
    const { status, headers, body } = await now.api(`/api/v1/articles/${encodeURIComponent(citation)}`);
    expect([status, headers.get('location')]).toEqual([301, `${now.server.origin}/api/v1/articles/${slug}?${query}`]);
    expect((await followed(now, body)).status).toBe(200);
  });
});

describe('a kept edition that is pruned or damaged while another is served', () => {
  const pack = (): string => join(house.folder, editionsFolder, house.ids[0], packFile(0));
  const expectSuccessor = async (): Promise<void> => {
    for (const query of ['', '&format=markdown', '&maxTokens=100', '&section=cause']) {
      const { status, body } = await now.api(`/api/v1/articles/teapot?digest=${digests.teapot}${query}`);
      expect([status, body.error.hint]).toEqual([404, expect.stringContaining(digests.editedTeapot)]);
    }
  };

  it('leads to 404 instead of an answer with changed bytes', async () => {
    const bytes = await readFile(pack());
    await writeFile(pack(), Buffer.from(bytes.toString('latin1').replaceAll('e', 'f'), 'latin1'));
    await expectSuccessor();
    await writeFile(pack(), bytes);
    expect((await dataAt(`teapot?digest=${digests.teapot}`)).digest).toBe(digests.teapot);
  });

  it('leads to 404 with the citation of the present text', async () => {
    await rm(join(house.folder, editionsFolder, house.ids[0]), { recursive: true });
    await expectSuccessor();
    const { library } = await openCurrentEdition(house.folder, silent);
    expect(library.history.texts.size).toBe(0);
  });
});
