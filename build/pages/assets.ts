// What pages load: the style sheet, the script and the icon, each under a name that changes with its content, so that browsers may
// keep them for ever.
import { fingerprint } from '../edition/hash.ts';
import { assetFile } from '../edition/locations.ts';
import type { NamedDomain } from '../edition/result-words.ts';
import type { SiteSettings } from '../edition/site-settings.ts';
import type { Asset } from '../source/entry.ts';

export interface PublishedAssets {
  /** Path in the edition → content. */
  files: ReadonlyMap<string, Uint8Array>;
  /** Where pages find them. */
  addresses: AssetAddresses;
}

/** The addresses that pages name, such as `/assets/site.Xy12.css`. */
export interface AssetAddresses {
  styles: string;
  /** Undefined where none was given, like the icon. */
  script?: string | undefined;
  icon?: string | undefined;
}

/** What every page is made from besides what it shows: a change of it makes all pages anew. */
export interface PageBase extends AssetAddresses {
  site: Pick<SiteSettings, 'name' | 'tagline' | 'sources'> & { domains: readonly NamedDomain[] };
  /** Whether the content has the guide that says how trust comes about. */
  hasTrustGuide: boolean;
}

/**
 * Names every asset by its content. The script begins with the domains of the site, which no bundle can hold. Throws without a style
 * sheet.
 */
export function publishAssets(assets: readonly Asset[], domains: readonly NamedDomain[] = []): PublishedAssets {
  const files = new Map<string, Uint8Array>();
  const addresses = new Map<string, string>();
  const named = Buffer.from(`globalThis.siteDomains=${JSON.stringify(domains)};\n`);
  for (const { name, bytes: given } of assets) {
    const bytes = name === 'site.js' ? Buffer.concat([named, given]) : given;
    const dot = name.lastIndexOf('.');
    const unique = assetFile(`${name.slice(0, dot)}.${fingerprint(bytes)}${name.slice(dot)}`);
    files.set(unique, bytes);
    addresses.set(name, `/${unique}`);
  }
  const styles = addresses.get('site.css');
  if (styles === undefined) throw new Error('the assets lack site.css');
  return { files, addresses: { styles, script: addresses.get('site.js'), icon: addresses.get('icon.svg') } };
}
