// The assets of pages: style sheet, script and icon. Each file name contains a hash of the content, so that browsers may cache
// the file forever.
import { fingerprint } from '../edition/hash.ts';
import { assetFile } from '../edition/locations.ts';
import type { NamedDomain } from '../edition/result-words.ts';
import type { SiteSettings } from '../edition/site-settings.ts';
import type { Asset } from '../source/entry.ts';

export interface PublishedAssets {
  /** The published files: path in the edition → content. */
  files: ReadonlyMap<string, Uint8Array>;
  /** The addresses from which pages load the files. */
  addresses: AssetAddresses;
}

/** The addresses of the assets, such as `/assets/site.Xy12.css`. */
export interface AssetAddresses {
  styles: string;
  /** Undefined when the site has no script. The same holds for the icon. */
  script?: string | undefined;
  icon?: string | undefined;
}

/** The inputs that all pages share. When one of them changes, all pages are rendered again. */
export interface PageBase extends AssetAddresses {
  site: Pick<SiteSettings, 'name' | 'tagline' | 'sources'> & { domains: readonly NamedDomain[] };
  /** Whether the site has the guide on trust, to which pages link. */
  hasTrustGuide: boolean;
}

/**
 * Names each asset by its content. The names of the site's domains are written at the start of the script, because the bundle is
 * made before they are known. Throws when there is no style sheet.
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
