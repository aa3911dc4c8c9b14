// The entries of a content folder as plain data, so that the compiler itself touches no disk.
import { sha256 } from '../edition/hash.ts';
import type { Replacement } from '../messages.ts';

/** One entry of the content folder. `path` is relative to it, with `/`. */
export interface SourceEntry {
  path: string;
  /** Symbolic links and devices are reported, never followed or opened; `missing` means that the listed name cannot be opened. */
  kind: 'file' | 'symlink' | 'special' | 'missing';
  /** The content of a file; empty when the file is too large for an article. */
  bytes: Uint8Array;
  /** The file's size on disk, if known: larger than `bytes` when it was not read. */
  size?: number;
}

const hashes = new WeakMap<SourceEntry, string>();

/**
 * SHA-256 of the content, in hexadecimal. Computed once for each entry, because it is needed several times, and lazily loaded bytes
 * are read from disk each time. `content` are the bytes, if available.
 */
export function contentHash(entry: SourceEntry, content?: Uint8Array): string {
  const known = hashes.get(entry);
  if (known !== undefined) return known;
  const hash = sha256(content ?? entry.bytes);
  hashes.set(entry, hash);
  return hash;
}

/** The size of the largest article. */
export const articleBytesMax = 256 * 1024;

/** A file that pages need besides the articles, such as the style sheet. */
export interface Asset {
  name: string;
  bytes: Uint8Array;
}

export interface Sources {
  entries: readonly SourceEntry[];
  assets: readonly Asset[];
  /**
   * The present time, in milliseconds since 1970, for rules against future dates; without it they do not run. It affects messages
   * only, never the bytes of an edition.
   */
  now?: number | undefined;
  /** The day of the edition, `YYYY-MM-DD`, from which the age of records is counted; default: see `dayOf`. */
  day?: string | undefined;
}

/**
 * The day of an edition: the requested one, else the newest date in the front matter, so that the same sources give the same bytes.
 */
export function dayOf({ day, entries }: Pick<Sources, 'day' | 'entries'>): string {
  return day ?? entries.map(newestDayIn).reduce((newest, own) => (own > newest ? own : newest), '1970-01-01');
}

/** Does not parse the front matter, because a build does this for every file, changed or not. */
function newestDayIn({ path, bytes }: SourceEntry): string {
  if (!isMarkdown(path)) return '';
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('\n---', 3);
  const frontMatter = decoder.decode(bytes.subarray(0, Math.max(0, end)));
  const days = [...frontMatter.matchAll(/\b(?:createdAt|publishedAt|updatedAt|at):\s*["']?(\d{4}-\d{2}-\d{2})T/g)];
  return (
    days
      .map(([, found = '']) => found)
      .sort()
      .at(-1) ?? ''
  );
}

export const guidesFolder = 'guides';
/** At the top of the content folder. */
export const siteFileName = 'site.yaml';

/** The folder and the file name of an entry; the folder is empty for an entry at the top. */
export function splitPath(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf('/');
  return { folder: slash === -1 ? '' : path.slice(0, slash), name: path.slice(slash + 1) };
}

const decoder = new TextDecoder('utf-8');

/** The text of a file: LF line ends, no byte order mark. */
export function decoded(bytes: Uint8Array): string {
  // TextDecoder drops one byte order mark at the start.
  return decoder.decode(bytes).replace(/\r\n?/g, '\n');
}

/** The bytes of a file with replacements in order, whose offsets are those of its text: LF line ends, no byte order mark. */
export function withReplacements(bytes: Uint8Array, replacements: readonly Replacement[]): Uint8Array {
  const original = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const lineEnd = /\r\n?|\n/.exec(original)?.[0] ?? '\n';
  // Every CRLF before an offset, and the byte order mark, shift it in the original.
  const markLength = original.startsWith('\ufeff') ? 1 : 0;
  const pairs = [...original.matchAll(/\r\n/g)].map(({ index }, before) => index - markLength - before);
  let passed = 0;
  const originalOffset = (offset: number): number => {
    while ((pairs[passed] ?? Number.POSITIVE_INFINITY) < offset) passed += 1;
    return offset + markLength + passed;
  };
  let text = '';
  let at = 0;
  for (const { start, end, replacement } of replacements) {
    text += original.slice(at, originalOffset(start)) + replacement.replaceAll('\n', lineEnd);
    at = originalOffset(end);
  }
  return new TextEncoder().encode(text + original.slice(at));
}

export const isMarkdown = (path: string): boolean => path.endsWith('.md');

/** The slug in a file's name. */
export const slugOf = (path: string): string => splitPath(path).name.replace(/\.md$/, '');
