// The paths that the server answers. The compiler checks the links of articles against them.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isServicePath, pageNamedBy } from '../../../build/edition/locations.ts';
import { fillSlots } from '../../../build/edition/slots.ts';
import { compileFolder, fixtures } from '../../site.ts';

describe('the paths of the site', () => {
  it('include every path linked from the pages of an edition', async () => {
    const { edition } = await compileFolder(join(fixtures, 'site'));
    const pages = [...(edition?.files ?? [])].map(([, content]) =>
      fillSlots(Buffer.from(content).toString('utf8').replaceAll('\\u0000', '\0'), { slug: 'x' }),
    );
    const paths = pages.flatMap((page) => [...page.matchAll(/href=\\?"(\/[^"\\#?]*)/g)].map(([, path = '']) => path));
    expect(new Set(paths).size).toBeGreaterThan(20);
    expect(paths.filter((path) => pageNamedBy(path) === undefined && !isServicePath(path))).toEqual([]);
  });

  it.each([
    ['/en', 'home', ''],
    ['/index.md', 'home', ''],
    ['/zh/articles/tea/parallel', 'article', 'tea'],
    ['/domains/error_codes', 'domain', 'error_codes'],
    ['/docs/api.md', 'guide', 'api'],
    ['/changes', 'changes', ''],
  ])('include the page %s', (path, kind, name) => {
    expect(pageNamedBy(path)).toEqual({ kind, name });
  });

  it.each([
    [
      'include these paths, which are not pages',
      true,
      ['/llms/mcp.txt', '/llms-full.txt', '/sitemaps/1.xml', '/robots.txt'],
    ],
    [
      'do not include these paths',
      false,
      ['/article/a', '/articles', '/fr/docs', '/docs/a/b', '/english', '/api/v2/search'],
    ],
  ])('%s (isServicePath: %s): %j', (_, isService, paths) => {
    for (const path of paths)
      expect([path, pageNamedBy(path), isServicePath(path)]).toEqual([path, undefined, isService]);
  });
});
