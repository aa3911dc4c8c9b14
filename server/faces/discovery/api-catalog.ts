// The catalogue of APIs (RFC 9727) as a set of links (RFC 9264, section 4.2): each API, and what describes it (RFC 8631).
import { apiCatalogPath, apiPrefix, llmsPath, openApiDocumentPath } from '../../../build/edition/locations.ts';

interface Target {
  href: string;
  type?: string;
  hreflang?: string[];
}

type LinkContext = { anchor: string } & { [relation: string]: Target[] | string };

export function apiCatalogText(origin: string): string {
  const target = (path: string, type: string): Target => ({ href: `${origin}${path}`, type });
  const linkset: LinkContext[] = [
    {
      anchor: `${origin}${apiCatalogPath}`,
      item: [{ href: `${origin}${apiPrefix}/search` }],
    },
    {
      anchor: `${origin}${apiPrefix}`,
      'service-desc': [target(openApiDocumentPath, 'application/json')],
      'service-doc': [{ ...target('/docs', 'text/html'), hreflang: ['zh', 'en'] }, target('/docs.md', 'text/markdown')],
      'service-meta': [target(llmsPath, 'text/plain')],
      status: [target('/readyz', 'application/json')],
    },
    {
      anchor: `${origin}/mcp`,
      'service-doc': [{ ...target('/docs', 'text/html'), hreflang: ['zh', 'en'] }, target('/docs.md', 'text/markdown')],
    },
  ];
  return JSON.stringify({ linkset });
}
