// Shared by the commands that read content: their options, reading the content folder, and printing messages.

import { relative, resolve } from 'node:path';
import { Option } from 'commander';
import type { Bilingual, Language } from '../build/edition/vocabulary.ts';
import { inLocale, type Message, printable } from '../build/messages.ts';
import { readContent, withProductGuides } from '../build/read.ts';
import { reportJson, reportText } from '../build/report.ts';
import type { SourceEntry } from '../build/source/entry.ts';
import type { CommandIo } from './command-io.ts';
import { localeOf } from './locale.ts';
import { defaultContentFolder, defaultEditionFolder, packageRoot } from './package-root.ts';

export const contentOption = (): Option =>
  new Option('--content <folder>', 'the folder with the articles').default(defaultContentFolder, 'content');

/** `--edition`: the folder to which `build` wrote. A relative path refers to the current folder. */
export const editionOption = ({ cwd }: CommandIo): Option =>
  new Option('--edition <folder>', 'the folder that build wrote to')
    .argParser((folder) => resolve(cwd, folder))
    .default(defaultEditionFolder, 'dist/edition');

export const formatOption = (): Option =>
  new Option('--format <format>', 'how messages are printed').choices(['text', 'json']).default('text');

export const quietOption = (besides = ''): Option => new Option('--quiet', `print messages${besides} and nothing else`);

/** A mistake of the operator, printed as one sentence without a stack. */
export class UsageError extends Error {
  readonly sentence: string | Bilingual;

  constructor(sentence: string | Bilingual) {
    super(inLocale(sentence, 'en'));
    this.sentence = sentence;
  }
}

export async function readContentFolder({ cwd }: CommandIo, folder: string): Promise<SourceEntry[]> {
  try {
    return await readContent(resolve(cwd, folder));
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      throw new UsageError({
        zh: `找不到内容文件夹 ${folder}；用 --content 指定一个`,
        en: `there is no content folder at ${folder}; name one with --content`,
      });
    }
    throw error;
  }
}

/** The input of a build: the content folder, and the product's own guides if the site shows them. */
export const readSources = async (io: CommandIo, folder: string): Promise<SourceEntry[]> =>
  withProductGuides(await readContentFolder(io, folder), packageRoot);

/**
 * Returns a predicate that selects the named files, or all files if none is named. A name is a path relative to the current folder
 * or to the content folder; throws a usage error for an unknown one.
 */
export function askedFor(
  { cwd }: CommandIo,
  named: readonly string[],
  content: string,
  entries: readonly SourceEntry[],
): (path: string) => boolean {
  if (named.length === 0) return () => true;
  const known = new Set(entries.map(({ path }) => path));
  const asked = new Set<string>();
  for (const name of named) {
    const path = [relative(resolve(cwd, content), resolve(cwd, name)), name].find((candidate) => known.has(candidate));
    if (path === undefined) {
      throw new UsageError({
        zh: `${content} 中没有文件 ${name}；请写相对于当前文件夹或 ${content} 的路径；不写文件名就选中全部文件`,
        en: `there is no file ${name} in ${content}; give a path relative to the current folder or to ${content}, or name no file to select all`,
      });
    }
    asked.add(path);
  }
  return (path) => asked.has(path);
}

export interface MessageOutput {
  content: string;
  format: string;
  locale: Language;
}

/** The path of the content folder relative to the current folder; put before paths of content files. */
export function pathPrefixOf({ cwd }: CommandIo, content: string): string {
  const prefix = relative(cwd, resolve(cwd, content));
  return prefix === '' ? '' : `${prefix}/`;
}

/** Prints messages: as JSON on standard output, or as text on standard error. A terminal also shows the lines of the source. */
export function printMessages(
  io: CommandIo,
  messages: readonly Message[],
  entries: readonly SourceEntry[],
  { content, format, locale }: MessageOutput,
): void {
  const pathPrefix = pathPrefixOf(io, content);
  if (format === 'json') {
    io.stdout.write(`${reportJson(messages, { pathPrefix, locale })}\n`);
    return;
  }
  const named = new Map(entries.map((entry) => [entry.path, entry]));
  const textOf = (path: string): string | undefined => {
    const bytes = named.get(path)?.bytes;
    return bytes === undefined || bytes.length === 0 ? undefined : new TextDecoder().decode(bytes);
  };
  const frames = io.stderr.isTTY === true;
  if (messages.length > 0) io.stderr.write(`${reportText(messages, { locale, pathPrefix, frames, textOf })}\n`);
}

/** A sentence that says why the system cannot read or write a file; undefined for errors that do not concern a file. */
export function fileFaultOf(error: unknown): string | Bilingual | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error) || !('path' in error)) return undefined;
  const { code, syscall } = error;
  const path = printable(String(error.path));
  const reason = fileFaults[String(code)] ?? { zh: '系统拒绝了', en: 'the system refused' };
  return {
    zh: `无法对 ${path} 执行 ${syscall}：${reason.zh}（${code}）`,
    en: `cannot ${syscall} ${path}: ${reason.en} (${code})`,
  };
}

const fileFaults: { readonly [Code in string]?: Bilingual } = {
  EACCES: { zh: '当前用户没有权限', en: 'the current user has no permission' },
  EPERM: { zh: '当前用户没有权限', en: 'the current user has no permission' },
  EROFS: { zh: '文件系统是只读的', en: 'the file system is read-only' },
  ENOSPC: { zh: '磁盘已满', en: 'the disk is full' },
  ENOTDIR: { zh: '路径中的一部分是文件，不是文件夹', en: 'a part of the path is a file, not a folder' },
  EISDIR: { zh: '它是一个文件夹', en: 'it is a folder' },
  EEXIST: { zh: '它已经存在', en: 'it already exists' },
  ENOENT: { zh: '它不存在', en: 'it does not exist' },
  ENAMETOOLONG: { zh: '路径太长', en: 'its path is too long' },
  ELOOP: { zh: '链接绕成了圈', en: 'its symbolic links form a loop' },
};

/** Runs a command's action so that a usage mistake ends in one line and exit code 2. */
export function reportingMistakes<Arguments extends unknown[]>(
  io: CommandIo,
  action: (io: CommandIo, ...given: Arguments) => Promise<void>,
) {
  return async (...given: Arguments): Promise<void> => {
    try {
      await action(io, ...given);
    } catch (error) {
      const sentence = error instanceof UsageError ? error.sentence : fileFaultOf(error);
      if (sentence === undefined) throw error;
      // `printable` escapes control characters, because the sentence may quote untrusted text such as a file name.
      const lines = `stele: ${inLocale(sentence, localeOf(given, io.env))}`.split('\n').map(printable);
      io.stderr.write(`${lines.join('\n')}\n`);
      io.exitCode = 2;
    }
  };
}
