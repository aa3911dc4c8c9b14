// robots.txt (RFC 9309): everything may be fetched, and the sitemap says what there is.
import { sitemapPath } from '../../../build/edition/locations.ts';

export function robotsText(origin: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}${sitemapPath}\n`;
}
