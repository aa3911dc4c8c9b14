// What the commands that read content share: the options, the reading, and how messages are shown.
import { relative, resolve } from 'node:path';
import { Option } from 'commander';
import { type Message, printable } from '../build/messages.ts';
import { readContent } from '../build/read.ts';
import { reportJson, reportText } from '../build/report.ts';
import type { SourceEntry } from '../build/source/entry.ts';
import { defaultContentFolder } from './package-root.ts';

export const contentOption = (): Option =>
  new Option('--content <folder>', 'the folder with the articles').default(defaultContentFolder, 'content');

export const formatOption = (): Option =>
  new Option('--format <format>', 'how messages are printed').choices(['text', 'json']).default('text');

/** A mistake of the operator's, told in one sentence instead of a stack. */
export class UsageError extends Error {}

export async function readContentFolder(folder: string): Promise<SourceEntry[]> {
  try {
    return await readContent(resolve(folder));
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      throw new UsageError(`there is no content folder at ${folder}; name one with --content`);
    }
    throw error;
  }
}

export interface MessageOutput {
  content: string;
  format: string;
}

/** Prints messages: as JSON on standard output, or as text on standard error with frames when it is a terminal. */
export function printMessages(
  messages: readonly Message[],
  entries: readonly SourceEntry[],
  { content, format }: MessageOutput,
): void {
  const prefix = relative(process.cwd(), resolve(content));
  const pathPrefix = prefix === '' ? '' : `${prefix}/`;
  if (format === 'json') {
    process.stdout.write(`${reportJson(messages, { pathPrefix, locale: 'en' })}\n`);
    return;
  }
  const texts = new Map(entries.map(({ path, bytes }) => [path, bytes]));
  const textOf = (path: string): string | undefined => {
    const bytes = texts.get(path);
    return bytes === undefined || bytes.length === 0 ? undefined : new TextDecoder().decode(bytes);
  };
  if (messages.length > 0)
    process.stderr.write(
      `${reportText(messages, { locale: 'en', pathPrefix, frames: process.stderr.isTTY, textOf })}\n`,
    );
}

/** What the system would not do with a file or folder, as a sentence; undefined for anything else. */
function fileFaultOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error) || !('path' in error)) return undefined;
  const reasons: { readonly [code: string]: string } = {
    EACCES: 'this user may not',
    EPERM: 'this user may not',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of the path is a file, not a folder',
    EISDIR: 'it is a folder',
    EEXIST: 'it is there already',
    ENOENT: 'it is not there',
    ENAMETOOLONG: 'its path is too long',
    ELOOP: 'its links lead in a circle',
  };
  const reason = reasons[String(error.code)] ?? 'the system refused';
  return `cannot ${error.syscall} ${printable(String(error.path))}: ${reason} (${error.code})`;
}

/** Runs a command's action so that a usage mistake ends in one line and exit code 2. */
export function reportingMistakes<Arguments extends unknown[]>(action: (...given: Arguments) => Promise<void>) {
  return async (...given: Arguments): Promise<void> => {
    try {
      await action(...given);
    } catch (error) {
      const sentence = error instanceof UsageError ? error.message : fileFaultOf(error);
      if (sentence === undefined) throw error;
      process.stderr.write(`stele: ${sentence}\n`);
      process.exitCode = 2;
    }
  };
}
