// The build cache: one record per compiled file and per pack, keyed by all of its inputs, and the outcome of the last build. It
// only saves time: an edition has the same bytes without it, and its folder is safe to delete. It does not load the compiler, so
// that a build without changes finishes at once.
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
import { contentHash, type Sources } from './source/entry.ts';

/** A required record was removed or damaged meanwhile: the build starts again with an empty cache. */
export class LostRecord extends Error {}

/**
 * The content of a record: a compiled file, its bodies, its terms; the places of bodies in a pack; a file after `check`, or after
 * the rules of a build.
 */
export type RecordKind = 'file' | 'bodies' | 'search' | 'pack' | 'check' | 'build';
type RecordName = `${string}.${RecordKind}`;

export class BuildCache {
  readonly #folder: string | undefined;
  /** Records that are not on disk: all of them without a folder, otherwise those that could not be written. */
  readonly #inMemory = new Map<string, Buffer>();
  /** Keys of the records read or written: all records of a file share one of them. */
  readonly #used = new Set<string>();

  /** @param folder see `cacheFolder`; without it records stay in memory */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /** Undefined when the record is missing or damaged. */
  read<Value>(name: RecordName): Value | undefined {
    const record = this.#inMemory.get(name) ?? this.#readFile(name);
    if (record === undefined || !digestOf(record.subarray(digestBytes)).equals(record.subarray(0, digestBytes)))
      return undefined;
    this.#used.add(keyOf(name));
    // A copy, because numbers of a record are views of its bytes.
    return deserialize(Buffer.from(record.subarray(digestBytes))) as Value;
  }

  /** Whether the record exists, damaged or not. */
  has(name: RecordName): boolean {
    return this.#inMemory.has(name) || (this.#folder !== undefined && existsSync(join(this.#folder, name)));
  }

  /** Throws a LostRecord where `read` returns undefined. */
  readKnown<Value>(name: RecordName): Value {
    const value = this.read<Value>(name);
    if (value === undefined) throw new LostRecord(`the record ${name} of the cache is gone or damaged`);
    return value;
  }

  write(name: RecordName, value: unknown): void {
    const record = recordOf(value);
    this.#used.add(keyOf(name));
    if (!this.#writeFile(name, record)) this.#inMemory.set(name, record);
  }

  /** Like `write`, for this build only. */
  hold(name: RecordName, value: unknown): void {
    this.#inMemory.set(name, recordOf(value));
  }

  /** Removes unused records of these kinds, and the least recently used caches. */
  prune(kinds: readonly RecordKind[]): void {
    if (this.#folder === undefined) return;
    try {
      for (const name of readdirSync(this.#folder)) {
        const isOurs = kinds.some((kind) => name.endsWith(`.${kind}`));
        if (isOurs && !this.#used.has(keyOf(name))) rmSync(join(this.#folder, name), { force: true });
      }
      pruneFolders(this.#folder);
    } catch {
      // A cache that cannot be pruned only takes space.
    }
  }

  clear(): void {
    this.#inMemory.clear();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #readFile(name: string): Buffer | undefined {
    if (this.#folder === undefined) return undefined;
    try {
      return readFileSync(join(this.#folder, name));
    } catch {
      return undefined;
    }
  }

  #writeFile(name: string, record: Buffer): boolean {
    return this.#folder !== undefined && replaceFile(this.#folder, name, record);
  }
}

/** The part of a record's name before its kind. */
const keyOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/** A record begins with the SHA-256 of its content. */
const digestBytes = 32;
const digestOf = (content: Buffer): Buffer => createHash('sha256').update(content).digest();

function recordOf(value: unknown): Buffer {
  const content = serialize(value);
  return Buffer.concat([digestOf(content), content]);
}

const folderName = /^[0-9a-f]{64}$/;
/** The number of caches of other contents and compilers that are kept. */
const foldersMax = 8;

/** False when writing fails; the old file is then unchanged. */
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

/** Keeps this cache and the most recently used others. Other files beside them are left alone. */
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
 * The cache folder for this compiler, Node and content, below `node_modules/.cache/stele/` of a project. Its name depends on the
 * compiler's files, the installed dependencies and the version of Node.
 */
export function cacheFolder(projectFolder: string, contentFolder: string): string {
  const compiler = fileURLToPath(new URL('.', import.meta.url));
  const own = readdirSync(compiler, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(js|tsx?)$/.test(path))
    .sort(byCodeUnit)
    .map((path) => sha256(readFileSync(join(compiler, path))));
  const dependencies = sha256(lockFileOf(projectFolder));
  const name = sha256([process.version, dependencies, sha256(contentFolder), ...own].join('\n'));
  return join(projectFolder, 'node_modules', '.cache', 'stele', name);
}

/** npm's record of the installed packages; empty in a folder that npm does not manage. */
function lockFileOf(projectFolder: string): Buffer {
  try {
    return readFileSync(join(projectFolder, 'package-lock.json'));
  } catch {
    return Buffer.alloc(0);
  }
}

/** The result of a build. A build of the same sources has nothing to do while its edition is current and intact. */
export interface Outcome {
  /** See `sourcesKey`. */
  sources: string;
  buildId: string;
  articles: number;
  messages: Message[];
}

const outcomeFile = 'outcome';

/** A key of all build inputs except the compiler: every entry and every asset. */
export function sourcesKey({ entries, assets, day }: Sources): string {
  const lines = entries
    .map((entry) => `${entry.path}\0${entry.kind}\0${entry.size ?? ''}\0${contentHash(entry)}`)
    .sort(byCodeUnit);
  return sha256([day ?? '', ...lines, ...assets.map(({ name, bytes }) => `${name}\0${sha256(bytes)}`)].join('\n'));
}

/** The last outcome, if it belongs to these sources. */
export function readOutcome(folder: string, sources: string): Outcome | undefined {
  try {
    const [hash, json = ''] = readFileSync(join(folder, outcomeFile), 'utf8').split('\n', 2);
    const outcome = sha256(json) === hash ? (JSON.parse(json) as Outcome) : undefined;
    return outcome?.sources === sources ? outcome : undefined;
  } catch {
    return undefined;
  }
}

/** A build succeeds even if this cannot be written. */
export function writeOutcome(folder: string, outcome: Outcome): void {
  const json = JSON.stringify(outcome);
  replaceFile(folder, outcomeFile, `${sha256(json)}\n${json}`);
}
