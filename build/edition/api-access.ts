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

/** The last section of an article's Markdown representation (HTTP specification, section 2.5, part 8). */
export function apiAccessSection({ slug, domain }: Addressed, choice: LanguageChoice, origin: string): string {
  const json = `${origin}${representationPath(slug, 'json', choice)}`;
  const markdown = `${origin}${representationPath(slug, 'markdown', choice)}`;
  const search = `${origin}${apiPrefix}/search?domain=${domain}`;
  return `## API Access

| What | Request |
| --- | --- |
| Article as JSON | \`GET ${json}\` |
| Article as Markdown | \`GET ${markdown}\` |
| Search | \`GET ${search}\` |

Page: ${origin}${pagePath(slug)} · Markdown: ${origin}${markdownPagePath(slug)}

\`\`\`bash
curl '${json}'
curl '${markdown}'
curl '${search}'
\`\`\`
`;
}
