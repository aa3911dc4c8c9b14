// The parts of an article's representations that hold absolute addresses. An edition holds none: they are made once the
// server knows its public address. Knows only the address and the slug.
import { apiPrefix, markdownPagePath, pagePath, representationPath } from './locations.ts';
import type { Domain, LanguageChoice } from './vocabulary.ts';

export interface Addressed {
  slug: string;
  domain: Domain;
}

/** The `links` of an article's JSON representation. `origin` is the public address without a slash at its end. */
export function articleLinksOf({ slug, domain }: Addressed, origin: string): Record<string, string> {
  return {
    html: `${origin}${pagePath(slug)}`,
    json: `${origin}${representationPath(slug, 'json')}`,
    markdown: `${origin}${representationPath(slug, 'markdown')}`,
    search: `${origin}${apiPrefix}/search?domain=${domain}`,
  };
}

/** What the addresses of an earlier text have besides, and whether its article still has a page. */
export interface Earlier {
  /** `&digest=…` */
  query: string;
  hasPage: boolean;
}

/** The last section of an article's Markdown representation (HTTP specification, section 2.5, part 8). */
export function apiAccessSection(
  { slug, domain }: Addressed,
  choice: LanguageChoice,
  origin: string,
  { query, hasPage }: Earlier = { query: '', hasPage: true },
): string {
  const json = `${origin}${representationPath(slug, 'json', choice)}${query}`;
  const markdown = `${origin}${representationPath(slug, 'markdown', choice)}${query}`;
  const search = `${origin}${apiPrefix}/search?domain=${domain}`;
  const page = `Page: ${origin}${pagePath(slug)} · Markdown: ${origin}${markdownPagePath(slug)}\n\n`;
  return `## API Access

| What | Request |
| --- | --- |
| Article as JSON | \`GET ${json}\` |
| Article as Markdown | \`GET ${markdown}\` |
| Search | \`GET ${search}\` |

${hasPage ? page : ''}\`\`\`bash
curl '${json}'
curl '${markdown}'
curl '${search}'
\`\`\`
`;
}
