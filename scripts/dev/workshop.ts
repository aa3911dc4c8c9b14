// Recompiles the content incrementally in memory and opens the resulting edition, so that it can be served. It publishes nothing; only
// `stele build` writes editions to disk.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildCache } from '../../build/cache.ts';
import { compile } from '../../build/compile.ts';
import { sha256 } from '../../build/edition/hash.ts';
import { isReadable, judgeDraft, judgeEntry } from '../../build/judge.ts';
import type { Message } from '../../build/messages.ts';
import { readContent, withProductGuides } from '../../build/read.ts';
import { readDraft } from '../../build/source/draft.ts';
import { type Asset, isMarkdown, type SourceEntry } from '../../build/source/entry.ts';
import { editionInMemory } from '../../server/edition-files.ts';
import { type Library, openLibrary } from '../../server/library.ts';
import { packageRoot } from '../package-root.ts';

export interface Round {
  /** Undefined if the content has errors or has not changed. */
  library: Library | undefined;
  /** Messages of the rules that `stele build` applies. `checksOf` returns those that only `stele check` applies. */
  messages: Message[];
  entries: readonly SourceEntry[];
  /** The paths of entries added, changed or removed since the last round. */
  changed: string[];
}

export interface RoundOptions {
  progress?: (done: number, total: number) => void;
}

export interface Workshop {
  /** Reads all content and compiles what has changed since the last round. */
  round(options?: RoundOptions): Promise<Round>;
}

export function openWorkshop(content: string, assets: readonly Asset[], cache: BuildCache): Workshop {
  let hashes: ReadonlyMap<string, string> | undefined;
  return {
    async round({ progress } = {}) {
      const entries = await withProductGuides(await readContent(content), packageRoot);
      const before = hashes;
      const now = new Map(entries.map(({ path, kind, bytes }) => [path, `${kind} ${sha256(bytes)}`]));
      const changed = before === undefined ? [] : differing(before, now);
      if (before !== undefined && changed.length === 0) return { library: undefined, messages: [], entries, changed };
      hashes = now;
      const { edition, messages } = compile(
        { entries, assets, now: Date.now() },
        { cache, ...(progress && { progress }) },
      );
      return {
        library: edition === undefined ? undefined : await openLibrary(editionInMemory(edition)),
        messages,
        entries,
        changed,
      };
    },
  };
}

/** Messages about the changed files, from the rules that only `stele check` applies. */
export function checksOf({ entries, changed }: Round): Message[] {
  const written = entries.filter(({ path }) => changed.includes(path) && isMarkdown(path));
  const readable = written.filter((entry) => isReadable(judgeEntry(entry, 'build')));
  return readable.flatMap((entry) => judgeDraft(readDraft(entry), 'check'));
}

function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

/** A library without articles, which is served until the content compiles for the first time. */
export async function emptyLibrary(assets: readonly Asset[]): Promise<Library> {
  const { edition } = compile({ entries: [], assets });
  if (edition === undefined) throw new Error('an edition without articles does not compile');
  return openLibrary(editionInMemory(edition));
}

/** Reads a file of `scripts/dev/` that is sent to the browser. */
export function readClientFile(packageRoot: string, name: string): Promise<string> {
  return readFile(join(packageRoot, 'scripts', 'dev', name), 'utf8');
}
