// What pages load: the style sheet, the script and the icon, each under a name that changes with its content, so that browsers may
// keep them for ever.
import { fingerprint } from '../edition/hash.ts';
import { assetFile } from '../edition/locations.ts';
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
  /** Whether the content has the guide that says how trust comes about. */
  hasTrustGuide?: boolean;
}

/** Names every asset by its content. Throws without a style sheet. */
export function publishAssets(assets: readonly Asset[]): PublishedAssets {
  const files = new Map<string, Uint8Array>();
  const addresses = new Map<string, string>();
  for (const { name, bytes } of assets) {
    const dot = name.lastIndexOf('.');
    const unique = assetFile(`${name.slice(0, dot)}.${fingerprint(bytes)}${name.slice(dot)}`);
    files.set(unique, bytes);
    addresses.set(name, `/${unique}`);
  }
  const styles = addresses.get('site.css');
  if (styles === undefined) throw new Error('the assets lack site.css');
  return { files, addresses: { styles, script: addresses.get('site.js'), icon: addresses.get('icon.svg') } };
}
