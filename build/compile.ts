// The compiler turns sources into messages and an edition. It is pure: it uses no clock, no randomness, and no disk except the
// given cache. It compiles each file separately, then checks the files against each other, and assembles the edition if there are
// no errors. It returns all messages at once.
import { assemble, type Edition } from './assemble.ts';
import { BuildCache } from './cache.ts';
import { type CheckedFile, checkFile, compileFile, fileKey, knownCheck, knownFile } from './compiled-file.ts';
import { byCodeUnit } from './edition/hash.ts';
import type { NamedDomain } from './edition/result-words.ts';
import { defaultSite, domainIds } from './edition/site-settings.ts';
import { judgeSite, type Scope } from './judge.ts';
import { hasErrors, inReadingOrder, type Message } from './messages.ts';
import { type PageBase, publishAssets } from './pages/assets.ts';
import { trustGuide } from './pages/trust-panel.tsx';
import { dayOf, guidesFolder, isMarkdown, type SourceEntry, type Sources } from './source/entry.ts';
import { siteOf } from './source/site.ts';
import { siteSettingsIn } from './source/site-file.ts';

export interface Compilation {
  /** Sorted by file, place and rule. */
  messages: Message[];
  /** Undefined when any message is an error. */
  edition: Edition | undefined;
}

export interface Options {
  /** Stores the compiled files and supplies those of earlier builds. */
  cache?: BuildCache;
  /** Called after each compiled file with the number of files compiled so far and their total. Files from the cache do not count. */
  progress?: ((done: number, total: number) => void) | undefined;
}

/** Checks the sources with the rules of a build. If there are no errors, makes the edition. */
export function compile(sources: Sources, { cache = new BuildCache(), progress }: Options = {}): Compilation {
  const { base, ...publishing } = publishingOf(sources);
  const day = dayOf(sources);
  const files = eachFile(sources.entries, {
    known: (entry) => knownFile(cache, fileKey(entry, base), day),
    make: (entry) => compileFile(entry, base, { cache, day }),
    progress,
  });
  const messages = allMessages(files, ['build'], sources);
  if (hasErrors(messages)) return { messages, edition: undefined };
  const articles = files.flatMap(({ key, output }) =>
    output && 'article' in output ? [{ key, ...output.article }] : [],
  );
  const guides = files
    .flatMap(({ output }) => (output && 'guide' in output ? [output.guide] : []))
    .sort((left, right) => left.fields.order - right.fields.order || byCodeUnit(left.slug, right.slug));
  return { messages, edition: assemble({ articles, guides, ...publishing, base, cache }) };
}

interface EachFile<File> extends Pick<Options, 'progress'> {
  known: (entry: SourceEntry) => File | undefined;
  make: (entry: SourceEntry) => File;
}

/**
 * Files are processed in path order, whatever the order in which the disk lists them. Thus the message about a duplicate name
 * always names the same file.
 */
function eachFile<File>(entries: readonly SourceEntry[], { known, make, progress }: EachFile<File>): File[] {
  const files = [...entries]
    .sort((left, right) => byCodeUnit(left.path, right.path))
    .map((entry) => ({ entry, file: known(entry) }));
  const total = files.filter(({ file }) => file === undefined).length;
  let done = 0;
  return files.map(({ entry, file }) => {
    if (file !== undefined) return file;
    const made = make(entry);
    progress?.(++done, total);
    return made;
  });
}

/**
 * The parts of an edition that depend on the whole site: the inputs that all pages share, the published assets and the site
 * settings.
 */
export function publishingOf({ entries, assets: given }: Sources) {
  // The default stands in for a site file with errors, which stop the build anyway.
  const settings = siteSettingsIn(entries) ?? defaultSite;
  const { name, tagline, sources } = settings;
  const domains = settings.domains.map((domain): NamedDomain => ({ id: domain.id, name: domain.name }));
  const assets = publishAssets(given, domains);
  const base: PageBase = {
    ...assets.addresses,
    site: { name, tagline, domains, sources },
    hasTrustGuide: entries.some(({ path }) => path === `${guidesFolder}/${trustGuide}.md`),
  };
  return { base, assets, settings };
}

export interface Checked {
  /** Sorted by file, place and rule. */
  messages: Message[];
  files: CheckedFile[];
}

/** Runs the rules of a build. If the scope is `check`, runs all rules. Makes no edition. */
export function check(
  { entries, now }: Pick<Sources, 'entries' | 'now'>,
  scope: Scope = 'build',
  { cache = new BuildCache(), progress }: Options = {},
): Checked {
  const files = eachFile(entries, {
    known: (entry) => knownCheck(cache, fileKey(entry), scope),
    make: (entry) => checkFile(entry, scope, cache),
    progress,
  });
  return { files, messages: allMessages(files, scope === 'check' ? ['build', 'check'] : ['build'], { entries, now }) };
}

/** The messages about single files, and the messages of the rules that compare files. */
function allMessages(
  files: readonly CheckedFile[],
  scopes: readonly Scope[],
  { entries, now }: Pick<Sources, 'entries' | 'now'>,
): Message[] {
  const unread = files.filter(({ path, facts }) => isMarkdown(path) && facts === null).map(({ path }) => path);
  const settings = siteSettingsIn(entries);
  const site = siteOf(
    files.flatMap(({ facts }) => facts ?? []),
    { unread: new Set(unread), paths: files.map(({ path }) => path), domains: settings && domainIds(settings), now },
  );
  return inReadingOrder([
    ...files.flatMap(({ messages }) => messages),
    ...scopes.flatMap((scope) => judgeSite(site, scope)),
  ]);
}
