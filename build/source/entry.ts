// The entries of a content folder as plain data, so that the compiler itself does not access the disk.
import type { Replacement } from '../messages.ts';

/** One entry of the content folder. `path` is relative to the folder and uses `/`. */
export interface SourceEntry {
  path: string;
  /**
   * A symbolic link or a device is reported as an error and never opened. `missing` means that the folder lists the name, but
   * opening the file failed.
   */
  kind: 'file' | 'symlink' | 'special' | 'missing';
  /** The content of a file. Empty when the file is larger than an article may be. */
  bytes: Uint8Array;
  /** The size of the file on disk in bytes, if known. It exceeds the length of `bytes` when the file was too large to be read. */
  size?: number;
}

/** The maximum size of an article in bytes. */
export const articleBytesMax = 256 * 1024;

/** A file other than an article that the pages need, such as the style sheet. */
export interface Asset {
  name: string;
  bytes: Uint8Array;
}

export interface Sources {
  entries: readonly SourceEntry[];
  assets: readonly Asset[];
  /**
   * The present time in milliseconds since 1970, for rules against future dates. Without it those rules do not run. It affects
   * messages only, never the bytes of an edition.
   */
  now?: number | undefined;
  /** The day of the edition, `YYYY-MM-DD`, from which the age of records is counted. For the default see `dayOf`. */
  day?: string | undefined;
}

/**
 * The day of an edition: the requested day, or else the newest date in any front matter. Using the clock instead would give
 * different bytes for the same sources.
 */
export function dayOf({ day, entries }: Pick<Sources, 'day' | 'entries'>): string {
  return day ?? entries.map(newestDayIn).reduce((newest, own) => (own > newest ? own : newest), '1970-01-01');
}

/**
 * Finds the newest date with a pattern instead of parsing the YAML, because every build calls this for every file, even an
 * unchanged one.
 */
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
/** The name of the site file, which lies at the top of the content folder. */
export const siteFileName = 'site.yaml';

/** Splits a path into folder and file name. The folder is empty for an entry at the top. */
export function splitPath(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf('/');
  return { folder: slash === -1 ? '' : path.slice(0, slash), name: path.slice(slash + 1) };
}

const decoder = new TextDecoder('utf-8');

/** Decodes the content of a file. Line breaks become LF, and a byte order mark is removed. */
export function decoded(bytes: Uint8Array): string {
  // TextDecoder drops one byte order mark at the start.
  return decoder.decode(bytes).replace(/\r\n?/g, '\n');
}

/**
 * Applies replacements to the bytes of a file. The replacements are in order, and their offsets refer to the text that `decoded`
 * returns.
 */
export function withReplacements(bytes: Uint8Array, replacements: readonly Replacement[]): Uint8Array {
  const original = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const lineEnd = /\r\n?|\n/.exec(original)?.[0] ?? '\n';
  // `decoded` removes the byte order mark and one character of every CRLF. An offset in the original is therefore larger by the number
  // of characters removed before it.
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

/** The slug of a file: its name without `.md`. */
export const slugOf = (path: string): string => splitPath(path).name.replace(/\.md$/, '');
