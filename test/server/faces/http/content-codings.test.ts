// Content codings (RFC 9110, section 12.5.3), tested with raw HTTP answers.
import { afterAll, describe, expect, it } from 'vitest';
import { startContract } from '../../../contract/contract.ts';
import { decoded } from '../../../contract/exchange.ts';
import { known } from '../../../contract/samples.ts';

const contract = await startContract();
afterAll(() => contract.server.close());

const large = `/api/v1/articles/${known.complete}?format=markdown`;
const small = '/api/v1/search?q=xyzzy';
const ask = (path: string, accepted?: string, method = 'GET') =>
  contract.exchange({ path, method, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
const codingFor = async (path: string, accepted?: string): Promise<string> =>
  (await ask(path, accepted)).headers['content-encoding'] ?? 'identity';

describe('the content coding', () => {
  it.each([
    [undefined, 'identity'],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0.9', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity, gzip;q=0.5', 'identity'],
    ['deflate, zstd', 'identity'],
    ['identity;q=0', 'identity'],
    ['\u00e9\u00e9;;,q=', 'identity'],
  ])('for Accept-Encoding: %j is %s', async (accepted, coding) => {
    expect(await codingFor(large, accepted)).toBe(coding);
  });

  it('is identity for small bodies, unless the caller refuses identity', async () => {
    expect(await codingFor(small, 'gzip, br')).toBe('identity');
    expect(await codingFor(small, 'gzip, identity;q=0')).toBe('gzip');
    expect(await codingFor(small, 'br, *;q=0')).toBe('br');
  });

  it('changes no byte of Markdown, pages, style sheets and the OpenAPI document', async () => {
    const paths = [large, '/', '/zh/docs', '/api/v1/openapi.json', `/en/articles/${known.complete}`];
    const styles = /href="(\/assets\/[^"]+)"/.exec(decoded(await ask('/')))?.[1] ?? '';
    for (const path of [...paths, styles]) {
      const plain = await ask(path);
      expect(plain.status, path).toBe(200);
      for (const coding of ['gzip', 'br']) {
        const coded = await ask(path, coding);
        expect(coded.headers['content-encoding'], path).toBe(coding);
        expect(coded.body.length, path).toBeLessThan(plain.body.length);
        expect(decoded(coded), path).toBe(plain.body.toString('utf8'));
      }
    }
  });

  it('changes nothing in JSON answers apart from meta', async () => {
    for (const path of ['/api/v1/search', `/api/v1/articles/${known.complete}`, '/api/v1/search?query=x']) {
      const codings = ['identity', 'gzip', 'br'];
      const bodies = await Promise.all(codings.map(async (coding) => JSON.parse(decoded(await ask(path, coding)))));
      for (const { meta, ...body } of bodies) expect({ ...body, meta: bodies[0].meta }).toEqual(bodies[0]);
    }
  });

  it('is gzip rather than Brotli for JSON answers, because only gzip lets the server reuse a compressed beginning', async () => {
    for (const [accepted, coding] of [
      ['br, gzip', 'gzip'],
      ['gzip;q=0.5, br;q=0.9', 'gzip'],
      ['br', 'br'],
      ['br, gzip;q=0', 'br'],
    ] as const) {
      expect(await codingFor(`/api/v1/articles/${known.complete}`, accepted), accepted).toBe(coding);
    }
  });

  it('leads to the same Content-Length for HEAD as for GET', async () => {
    for (const [path, coding] of [
      [large, 'br'],
      [large, 'gzip'],
      [`/api/v1/articles/${known.complete}`, 'gzip'],
    ] as const) {
      const [got, head] = [await ask(path, coding), await ask(path, coding, 'HEAD')];
      const written = [got, head].map(({ headers }) => [headers['content-encoding'], headers['content-length']]);
      expect(written).toEqual(Array(2).fill([coding, `${got.body.length}`]));
      expect(head.body.length).toBe(0);
    }
  });
});
