// The compiler: sources in, messages and an edition out. Pure: no clock, no randomness, and no disk except the given cache. Each
// file is compiled separately; then the files are checked against each other, and without errors the edition is assembled. All
// messages are returned at once.
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
  /** In reading order. */
  messages: Message[];
  /** Undefined when there is an error among the messages. */
  edition: Edition | undefined;
}

export interface Options {
  /** Receives the compiled files and supplies those of earlier builds. */
  cache?: BuildCache;
  /** Called after each compiled file with the numbers of compiled files so far and in total. */
  progress?: ((done: number, total: number) => void) | undefined;
}

/** Checks the sources with the rules of a build and, without an error, makes the edition. */
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

/** By path, so that a message about duplicate names always goes to the same file, in any listing order of a disk. */
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

/** The inputs of pages, the published assets and the site settings. */
export function publishingOf({ entries, assets: given }: Sources) {
  // The default replaces a broken file, whose rule stops the build.
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
  /** In reading order. */
  messages: Message[];
  files: CheckedFile[];
}

/** Runs the rules of a build, or with `check` every rule, and makes nothing. */
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

/** The messages of the files, and of the rules that compare files. */
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
