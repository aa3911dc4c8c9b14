// The pages of the fixture site, for tests over all of them.
import type { Contract } from '../../../contract/contract.ts';
import { domainValues } from '../../../contract/specification/search-items.ts';

/** Every page of a language, without its prefix. */
export async function pagePaths(contract: Contract): Promise<string[]> {
  const { items } = (await contract.api('/api/v1/search')).body.data;
  const articles = items.map(({ slug }: { slug: string }) => `/articles/${slug}`);
  const guides = ['/docs/asking-politely', '/docs/writing-about-teapots', '/docs/running-a-kitchen'];
  return ['/', '/docs', '/trust', ...guides, ...articles, ...domainValues.map((domain) => `/domains/${domain}`)];
}
