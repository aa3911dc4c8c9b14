// What pages load: the style sheet, the icon and the client scripts, each under a name that changes with its content, so that
// browsers may keep them for ever.
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
  /** Undefined where no icon was given. */
  icon?: string | undefined;
  /** Client scripts by the names of their files: `theme.js`. A page leaves out those that were not given. */
  scripts?: Readonly<Record<string, string>>;
}

/** What every page is made from besides what it shows: a change of it makes all pages anew. */
export interface PageBase extends AssetAddresses {
  site: Pick<SiteSettings, 'name' | 'tagline'> & { domains: readonly NamedDomain[] };
  /** Whether the content has the guide that says how trust comes about. */
  hasTrustGuide: boolean;
}

const stylesName = 'site.css';
const iconName = 'icon.svg';
/** The client script that names the domains: another one for each site. */
const domainsName = 'site-domains.js';
/**
 * How the emitted modules name each other: `from "./other.js"`, `import "./other.js"`, `import("./other.js")`; those that the
 * server shares lie in another folder.
 */
const relativeImport = /(\bfrom\s*|\bimport\s*\(?\s*)(["'])\.{1,2}\/(?:[\w.-]+\/)*([\w.-]+\.js)\2/g;

/**
 * Names every asset by its content. Imports between scripts are rewritten to the names of what they import, which are part
 * of the content. Throws on a missing style sheet, on an import of what was not given, and on scripts that import each other
 * in a circle: bugs of the client, which no author can cause.
 */
export function publishAssets(assets: readonly Asset[], domains: readonly NamedDomain[] = []): PublishedAssets {
  const files = new Map<string, Uint8Array>();
  const given = new Map(assets.map((asset) => [asset.name, asset.bytes]));
  if (given.has(domainsName)) {
    const named = domains.map(({ id, name }) => ({ id, name }));
    given.set(domainsName, Buffer.from(`export const siteDomains = ${JSON.stringify(named)};\n`));
  }
  const addresses = new Map<string, string>();

  function addressOf(name: string, importers: readonly string[] = []): string {
    const known = addresses.get(name);
    if (known !== undefined) return known;
    const bytes = given.get(name);
    if (bytes === undefined) throw new Error([`the assets lack ${name}`, ...importers].join(', imported by '));
    if (importers.includes(name)) throw new Error(`scripts import each other: ${[...importers, name].join(' → ')}`);
    const content = name.endsWith('.js') ? withAddresses(bytes, [...importers, name]) : bytes;
    const dot = name.lastIndexOf('.');
    const unique = assetFile(`${name.slice(0, dot)}.${fingerprint(content)}${name.slice(dot)}`);
    files.set(unique, content);
    addresses.set(name, `/${unique}`);
    return `/${unique}`;
  }
  const withAddresses = (bytes: Uint8Array, importers: readonly string[]): Uint8Array =>
    Buffer.from(
      Buffer.from(bytes)
        .toString('utf8')
        .replaceAll(
          relativeImport,
          (_, before, quote, name) => `${before}${quote}${addressOf(name, importers)}${quote}`,
        ),
    );

  const styles = addressOf(stylesName);
  const icon = given.has(iconName) ? addressOf(iconName) : undefined;
  const scripts = [...given.keys()].filter((name) => name.endsWith('.js')).map((name) => [name, addressOf(name)]);
  for (const name of given.keys()) addressOf(name);
  return { files, addresses: { styles, icon, scripts: Object.fromEntries(scripts) } };
}
