// Generates request targets: every path of the server, and paths that an attacker could try.
import fc from 'fast-check';

/** Any word of a space-separated list. */
export const words = (list: string): fc.Arbitrary<string> => fc.constantFrom(...list.trim().split(/\s+/));
export const oneOf = <Value>(...values: Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);

const anyText = fc.string({ unit: 'binary', maxLength: 40 }).map(encodeURIComponent);
const longText = fc.integer({ min: 1, max: 3_000 }).map((length) => 'a'.repeat(length));
/** Invalid or dangerous percent-encodings. */
const badEncoding = words('% %f %ff %E0%A4%A %00 %0d%0a %c0%ae %ed%a0%80 %u0061 %25%32%65 + %2B %1b[2J %e2%80%ae');
const number = words('0 1 2 3 100 101 1000001 -1 1.5 1e3 0x1 NaN 01 %EF%BC%99 1%00 %201 99999999999999999999 Infinity');
const searched = words(
  `teapot vessel 茶具 第0代 drop spout (a+)+$ \\ .* " ';-- <b> ﷺ 👩‍👩‍👧 \u202e a\u0301 ｆｕｌｌ how+to+brew 水`,
).map(encodeURIComponent);
const known = words('mcp agent tools_postgres tools-postgres verified partial unverified zh en json markdown xml');

const changed = words(
  '2026-01-01 2026-02-30T25:00:00Z 0123456789ab ABCDEF012345 teapot@0123456789ab old-kettle@SHA256-0123456789ab%23x @ , a@b,a@b',
);

const value = fc.oneof(
  { weight: 3, arbitrary: number },
  { weight: 3, arbitrary: searched },
  { weight: 2, arbitrary: known },
  { weight: 2, arbitrary: changed },
  { weight: 2, arbitrary: anyText },
  { weight: 1, arbitrary: badEncoding },
  { weight: 1, arbitrary: longText },
  { weight: 1, arbitrary: fc.constant('') },
);
const name = fc.oneof(
  { weight: 8, arbitrary: words('q q domain status minConfidence maxRisk page pageSize format lang since have') },
  {
    weight: 2,
    arbitrary: words('query limit Q __proto__ constructor hasOwnProperty q[] q[a] __proto__[x] %71 q%00 then toJSON'),
  },
  { weight: 1, arbitrary: anyText },
);
const pair = fc.tuple(name, words('= = = = == &'), value).map((parts) => parts.join(''));
/** Valid queries: each parameter occurs at most once, with a valid value. */
const goodPairs = fc
  .record(
    {
      q: searched,
      domain: words('mcp agent tools_github'),
      status: words('verified partial unverified'),
      minConfidence: words('0 50 81 100'),
      maxRisk: words('low medium high'),
      page: words('1 2 1000000'),
      pageSize: words('1 3 100'),
      lang: words('zh en'),
      facets: words('true false'),
      snippet: words('true false'),
    },
    { requiredKeys: [] },
  )
  .map((values) => Object.entries(values).map(([parameter, given]) => `${parameter}=${given}`));
const query = fc
  .oneof(fc.constant<string[]>([]), goodPairs, fc.array(pair, { minLength: 1, maxLength: 4 }))
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));

const segmentWith = (slug: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: slug },
    {
      weight: 4,
      arbitrary: words(
        `.. . %2e%2e %252e%252e ..%2f..%2fetc%2fpasswd ..%5c %c0%ae%c0%ae %ef%bc%8e%ef%bc%8e %e2%88%95 ;a=b * con
       __proto__ toString teapot.md teapot.json %E8%8C%B6 ~ @ :80 " | {} \` ' ( $& art_ - -- search articles`,
      ),
    },
    { weight: 1, arbitrary: oneOf('', '/', '%2f') },
    { weight: 1, arbitrary: badEncoding },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: longText },
  );
const prefix = words(
  '/api/v1/articles/ /api/v1/ /api/ /articles/ /en/articles/ /zh/ /docs/ /domains/ /assets/ / // /API/V1/ /.well-known/ /llms/ /sitemaps/',
);
const pathWith = (slug: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant('/api/v1/search') },
    { weight: 3, arbitrary: slug.map((current) => `/api/v1/articles/${current}`) },
    {
      weight: 2,
      arbitrary: words(
        '/api/v1/domains /api/v1/changes /api/v1/agents/me /api/v1/openapi.json /api/v1 /api/v1/search/',
      ),
    },
    { weight: 2, arbitrary: words('/ /zh/ /en/ /docs /en/docs /healthz /readyz /favicon.ico /robots.txt *') },
    {
      weight: 1,
      arbitrary: words('/llms.txt /sitemap.xml /.well-known/api-catalog /index.md /en/docs.md /zh/domains/mcp.md /.md'),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(prefix, fc.array(segmentWith(slug), { maxLength: 4 }))
        .map(([start, rest]) => start + rest.join('/')),
    },
  );
const origin = fc.oneof(
  { weight: 30, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: words('http://evil.example HTTPS://[::1]:80 http://[ http://user@host ftp://host http://') },
);
const fragment = words('#top #');

/** Targets for a server whose articles have these slugs. All are printable ASCII without spaces, which the HTTP parser accepts. */
export function targetsAmong(names: readonly string[]): fc.Arbitrary<string> {
  const path = pathWith(oneOf(...names, ...names.map((current) => `old-${current}`), 'nothing', 'TEAPOT'));
  return fc.oneof(
    { weight: 12, arbitrary: fc.tuple(origin, path, query).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.tuple(path, query, fragment).map((parts) => parts.join('')) },
  );
}
