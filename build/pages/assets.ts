// The assets of pages: style sheet, script and icon, each under a name that changes with its content, so that browsers may cache
// them forever.
import { fingerprint } from '../edition/hash.ts';
import { assetFile } from '../edition/locations.ts';
import type { NamedDomain } from '../edition/result-words.ts';
import type { SiteSettings } from '../edition/site-settings.ts';
import type { Asset } from '../source/entry.ts';

export interface PublishedAssets {
  /** Path in the edition → content. */
  files: ReadonlyMap<string, Uint8Array>;
  /** The addresses at which pages load them. */
  addresses: AssetAddresses;
}

/** The addresses of assets, such as `/assets/site.Xy12.css`. */
export interface AssetAddresses {
  styles: string;
  /** Undefined without a script; likewise the icon. */
  script?: string | undefined;
  icon?: string | undefined;
}

/** The inputs of every page besides its content; a change renders all pages again. */
export interface PageBase extends AssetAddresses {
  site: Pick<SiteSettings, 'name' | 'tagline' | 'sources'> & { domains: readonly NamedDomain[] };
  /** Whether the content has the guide to the computation of trust. */
  hasTrustGuide: boolean;
}

/**
 * Names every asset by its content. The domains of the site are prepended to the script, because a bundle cannot contain them.
 * Throws without a style sheet.
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
