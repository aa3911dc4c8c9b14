// The compiler: sources in, messages and an edition out. Pure: no disk, no clock, no randomness.
// Files are compiled one by one, each forgotten but for its result; then what they say of one another is judged, and when
// nothing is wrong the edition is put together. All messages come out at once.
import { assemble, type Edition, type FileLimits } from './assemble.ts';
import { type CompilationCache, emptyCache } from './compilation-cache.ts';
import {
  type CompiledFile,
  compileFile,
  type FileCompilation,
  fileKey,
  isCompiled,
  type Wanted,
} from './compiled-file.ts';
import { byCodeUnit } from './edition/hash.ts';
import { judgeSite, type Scope } from './judge.ts';
import { hasErrors, inReadingOrder, type Message } from './messages.ts';
import { type AssetAddresses, type PublishedAssets, publishAssets } from './pages/assets.ts';
import { trustGuide } from './pages/trust-panel.tsx';
import { ofItsOwn, settingAside } from './set-aside.ts';
import { guidesFolder, isMarkdown, type SourceEntry, type Sources } from './source/entry.ts';
import { type Site, siteOf } from './source/site.ts';
import type { BuildStorage } from './storage.ts';

export interface Compilation {
  /** In reading order. */
  messages: Message[];
  /** Undefined when there is an error among the messages. */
  edition: Edition | undefined;
}

export interface Options {
  /** What earlier builds found; it is used, and filled with what this one found. */
  cache?: CompilationCache;
  /**
   * Told after every file that had to be compiled how many of how many such files are done. What the cache knew is not among
   * them: it costs next to nothing, so that counting it would make any rate, and any time left, a fiction.
   */
  progress?: (done: number, total: number) => void;
  /** Where bodies and files wait until the edition is written; in memory without it. */
  storage?: BuildStorage;
  /** What one file of the edition holds at most. */
  most?: FileLimits;
}

/** Checks the sources by the rules of a build and, when none found an error, makes the edition. */
export function compile(sources: Sources, options: Options = {}): Compilation {
  const { cache = emptyCache() } = options;
  const assets = publishAssets(sources.assets);
  const pageAssets = pageAssetsOf(sources, assets);
  const { messages, files } = compileFiles(sources, { ...options, cache, wanted: 'output', assets: pageAssets });
  if (hasErrors(messages)) return { messages, edition: undefined };
  const outputs = [...files].flatMap(([key, { output }]) => (output ? [{ key, output }] : []));
  const edition = assemble({
    articles: outputs.flatMap(({ key, output }) => ('article' in output ? [{ key, article: output.article }] : [])),
    guides: outputs
      .flatMap(({ output }) => ('guide' in output ? [output.guide] : []))
      .sort((left, right) => left.fields.order - right.fields.order || byCodeUnit(left.slug, right.slug)),
    assets,
    terms: cache.vocabulary.terms,
    packs: cache.packs,
    storage: options.storage,
    most: options.most,
  });
  return { messages, edition };
}

/** A file that has to be compiled, and the key of what comes of it. */
export interface NewFile {
  key: string;
  entry: SourceEntry;
}

/** The files of which the cache does not know what an edition will hold, and what their pages name. */
export function newFilesOf(sources: Sources, cache: CompilationCache): { files: NewFile[]; assets: AssetAddresses } {
  const assets = pageAssetsOf(sources, publishAssets(sources.assets));
  keepFor(cache, assets);
  const files = keyedEntries(sources, cache, 'output').filter(({ isNew }) => isNew);
  return { files, assets };
}

function pageAssetsOf({ entries }: Sources, { addresses }: PublishedAssets): AssetAddresses {
  const hasTrustGuide = entries.some(({ path }) => path === `${guidesFolder}/${trustGuide}.md`);
  return { ...addresses, hasTrustGuide };
}

/** Forgets everything when it is for pages that name other assets. */
function keepFor(cache: CompilationCache, assets: AssetAddresses): void {
  const named = JSON.stringify(assets);
  if (cache.assets !== named) Object.assign(cache, emptyCache(), { assets: named });
}

/** Runs the rules of a build, or with `check` every rule, and makes nothing. */
export function check(
  sources: Pick<Sources, 'entries' | 'now'>,
  scope: Scope = 'build',
  { cache = emptyCache(), ...options }: Options = {},
): Checked {
  const wanted = scope === 'check' ? 'checks' : 'messages';
  return compileFiles(sources, { ...options, cache, wanted, assets: nothingRendered });
}

/** No page is made, so none names an asset, and what is kept may name any. */
const nothingRendered: AssetAddresses = { styles: '' };

export interface Checked {
  /** In reading order. */
  messages: Message[];
  /** By their keys. */
  files: ReadonlyMap<string, CompiledFile>;
}

interface FilesOptions extends Options, Pick<FileCompilation, 'wanted' | 'assets'> {
  cache: CompilationCache;
}

/** Compiles every file that the cache does not know; what it knows of files that are gone is forgotten. */
function compileFiles(
  { entries, now }: Pick<Sources, 'entries' | 'now'>,
  { wanted, assets, cache, progress, storage }: FilesOptions,
): Checked {
  if (wanted === 'output') keepFor(cache, assets);
  const keyed = keyedEntries({ entries }, cache, wanted);
  const total = keyed.filter(({ isNew }) => isNew).length;
  let done = 0;
  const files = new Map<string, CompiledFile>();
  const setAside = storage && settingAside(storage);
  for (const { entry, key, known, isNew } of keyed) {
    // Spread, because bytes that wait on a disk are read each time that they are asked for.
    const file = compileFile(isNew ? { ...entry } : entry, { wanted, assets, vocabulary: cache.vocabulary }, known);
    files.set(key, isNew ? ofItsOwn(file, setAside) : file);
    if (isNew) progress?.(++done, total);
  }
  cache.files = files;
  const site = siteFrom([...files.values()], now);
  const scopes: Scope[] = wanted === 'checks' ? ['build', 'check'] : ['build'];
  const messages = [
    ...[...files.values()].flatMap((file) => file.messages),
    ...[...files.values()].flatMap((file) => (wanted === 'checks' ? (file.checkMessages ?? []) : [])),
    ...scopes.flatMap((scope) => judgeSite(site, scope)),
  ];
  return { messages: inReadingOrder(messages), files };
}

/** Every file with what is known of it, in the order of the paths. */
function keyedEntries({ entries }: Pick<Sources, 'entries'>, cache: CompilationCache, wanted: Wanted) {
  // Sorted, so that the same one of two files with the same name gets the message on every disk.
  const inOrder = [...entries].sort((left, right) => byCodeUnit(left.path, right.path));
  return inOrder.map((entry) => {
    const key = fileKey(entry);
    const known = cache.files.get(key);
    return { entry, key, known, isNew: known === undefined || !isCompiled(known, wanted) };
  });
}

function siteFrom(files: readonly CompiledFile[], now: number | undefined): Site {
  const unread = files.filter(({ path, facts }) => isMarkdown(path) && facts === null).map(({ path }) => path);
  return siteOf(
    files.flatMap(({ facts }) => facts ?? []),
    { unread: new Set(unread), paths: files.map(({ path }) => path), now },
  );
}
