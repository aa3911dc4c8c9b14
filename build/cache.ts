// The build cache holds records of compiled files and of packs, and the outcome of the last build. The key of a record is a hash of
// all its inputs. The cache only saves time: an edition has the same bytes without the cache, and the folder of the cache may be
// deleted at any time.
// This module does not import the compiler, so that a build without changes finishes at once.
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { byCodeUnit, sha256 } from './edition/hash.ts';
import type { Message } from './messages.ts';
import type { Sources } from './source/entry.ts';

/**
 * Thrown when a record that the build relies on was removed or damaged during the build. The build then starts again with an
 * empty cache.
 */
export class LostRecord extends Error {}

/**
 * The kinds of records. `file`: a compiled file. `bodies`: the bodies of a compiled file. `search`: the search terms of a compiled
 * file. `pack`: the locations of the bodies in a pack. `check`: the messages about a file from all rules. `build`: the messages
 * about a file from the rules of a build.
 */
export type RecordKind = 'file' | 'bodies' | 'search' | 'pack' | 'check' | 'build';
type RecordName = `${string}.${RecordKind}`;

export class BuildCache {
  readonly #folder: string | undefined;
  /** Records that are not on disk: those passed to `hold`, and those that could not be written. Without a folder, none is on disk. */
  readonly #inMemory = new Map<string, Buffer>();
  /** Keys of the records that this build has read or written. The records of one file share a key. */
  readonly #used = new Set<string>();

  /** @param folder see `cacheFolder`. Without a folder, records stay in memory. */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /** Reads a record. Undefined when the record is missing or damaged. */
  read<Value>(name: RecordName): Value | undefined {
    const onDisk = this.#folder === undefined ? undefined : join(this.#folder, name);
    const record = this.#inMemory.get(name) ?? (onDisk === undefined ? undefined : readIfPresent(onDisk));
    if (record === undefined || !digestOf(record.subarray(digestBytes)).equals(record.subarray(0, digestBytes)))
      return undefined;
    this.#used.add(keyOf(name));
    // Copy the bytes, because the typed arrays in the result are views of them.
    return deserialize(Buffer.from(record.subarray(digestBytes))) as Value;
  }

  /** Whether the record exists. It may be damaged. */
  has(name: RecordName): boolean {
    return this.#inMemory.has(name) || (this.#folder !== undefined && existsSync(join(this.#folder, name)));
  }

  /** Reads a record that must exist. Throws a LostRecord when it is missing or damaged. */
  readKnown<Value>(name: RecordName): Value {
    const value = this.read<Value>(name);
    if (value === undefined) throw new LostRecord(`the record ${name} of the cache is gone or damaged`);
    return value;
  }

  write(name: RecordName, value: unknown): void {
    const record = recordOf(value);
    this.#used.add(keyOf(name));
    const isOnDisk = this.#folder !== undefined && replaceFile(this.#folder, name, record);
    if (!isOnDisk) this.#inMemory.set(name, record);
  }

  /** Like `write`, but keeps the record in memory, so that later builds do not see it. */
  hold(name: RecordName, value: unknown): void {
    this.#inMemory.set(name, recordOf(value));
  }

  /** Removes the records of these kinds that this build did not use, and the least recently used cache folders. */
  prune(kinds: readonly RecordKind[]): void {
    if (this.#folder === undefined) return;
    try {
      for (const name of readdirSync(this.#folder)) {
        const isOurs = kinds.some((kind) => name.endsWith(`.${kind}`));
        if (isOurs && !this.#used.has(keyOf(name))) rmSync(join(this.#folder, name), { force: true });
      }
      pruneFolders(this.#folder);
    } catch {
      // An error is ignored: a cache that cannot be pruned only takes disk space.
    }
  }

  clear(): void {
    this.#inMemory.clear();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The key in a record's name: the part before the kind. */
const keyOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/** The length of the SHA-256 at the start of each record. The SHA-256 is that of the bytes that follow it. */
const digestBytes = 32;
const digestOf = (content: Buffer): Buffer => createHash('sha256').update(content).digest();

function recordOf(value: unknown): Buffer {
  const content = serialize(value);
  return Buffer.concat([digestOf(content), content]);
}

const folderName = /^[0-9a-f]{64}$/;
/** The number of cache folders that are kept. Each is for another content folder or another version of the compiler. */
const foldersMax = 8;

/** Replaces a file atomically. Returns false when writing fails; the old file is then unchanged. */
function replaceFile(folder: string, name: string, content: string | Uint8Array): boolean {
  const waiting = join(folder, `.${randomUUID()}.${name}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(waiting, content);
    renameSync(waiting, join(folder, name));
    return true;
  } catch {
    return false;
  }
}

/** Removes cache folders except this one and the most recently used others. Other files in the same place are not touched. */
function pruneFolders(folder: string): void {
  const now = new Date();
  utimesSync(folder, now, now);
  const all = dirname(folder);
  const dated = readdirSync(all, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && folderName.test(entry.name))
    .map(({ name }) => ({ name, time: statSync(join(all, name)).mtimeMs }))
    .sort((left, right) => right.time - left.time);
  for (const { name } of dated.slice(foldersMax)) rmSync(join(all, name), { recursive: true, force: true });
}

/**
 * The cache folder for this compiler, Node and content, below `node_modules/.cache/stele/` of a project. Its name contains a hash
 * of the compiler's files, the installed dependencies and the version of Node.
 */
export function cacheFolder(projectFolder: string, contentFolder: string): string {
  const compiler = fileURLToPath(new URL('.', import.meta.url));
  const own = readdirSync(compiler, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(js|tsx?)$/.test(path))
    .sort(byCodeUnit)
    .map((path) => sha256(readFileSync(join(compiler, path))));
  // The lock file lists the installed packages. A folder that npm does not manage has none.
  const dependencies = sha256(readIfPresent(join(projectFolder, 'package-lock.json')) ?? '');
  const name = sha256([process.version, dependencies, sha256(contentFolder), ...own].join('\n'));
  return join(projectFolder, 'node_modules', '.cache', 'stele', name);
}

/** The content of a file. Undefined when it cannot be read. */
function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** The result of a build. While its edition is served and intact, a build of the same sources has nothing to do. */
export interface Outcome {
  /** The hash of the inputs, see `sourcesKey`. */
  sources: string;
  buildId: string;
  articles: number;
  messages: Message[];
}

const outcomeFile = 'outcome';

/** A hash of all inputs of a build except the compiler: every entry of the content folder, every asset and the day. */
export function sourcesKey({ entries, assets, day }: Sources): string {
  const lines = entries
    .map(({ path, kind, size, bytes }) => `${path}\0${kind}\0${size ?? ''}\0${sha256(bytes)}`)
    .sort(byCodeUnit);
  return sha256([day ?? '', ...lines, ...assets.map(({ name, bytes }) => `${name}\0${sha256(bytes)}`)].join('\n'));
}

/** The outcome of the last build. Undefined when that build had other sources. */
export function readOutcome(folder: string, sources: string): Outcome | undefined {
  try {
    const [hash, json = ''] = readFileSync(join(folder, outcomeFile), 'utf8').split('\n', 2);
    const outcome = sha256(json) === hash ? (JSON.parse(json) as Outcome) : undefined;
    return outcome?.sources === sources ? outcome : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the outcome of a build. A failure is ignored, because it only makes the next build slower. */
export function writeOutcome(folder: string, outcome: Outcome): void {
  const json = JSON.stringify(outcome);
  replaceFile(folder, outcomeFile, `${sha256(json)}\n${json}`);
}
