// Lists the pages of the fixture site, for tests that check all pages.
import type { Contract } from '../../../contract/contract.ts';
import { domainValues } from '../../../contract/specification/search-items.ts';

/** The path of every page, without /zh or /en at the beginning. */
export async function pagePaths(contract: Contract): Promise<string[]> {
  const { items } = (await contract.api('/api/v1/search')).body.data;
  const articles = items.map(({ slug }: { slug: string }) => `/articles/${slug}`);
  const guides = ['/docs/asking-politely', '/docs/writing-about-teapots', '/docs/running-a-kitchen'];
  return ['/', '/docs', '/trust', ...guides, ...articles, ...domainValues.map((domain) => `/domains/${domain}`)];
}
