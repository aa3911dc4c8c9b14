// Rules about files: which files the content folder may contain, and the names, slugs and ids of articles.
import { isUtf8 } from 'node:buffer';
import { closest } from '../edition/closest.ts';
import { slugLengthMax, slugPattern } from '../edition/vocabulary.ts';
import { type Place, show, startOfFile } from '../messages.ts';
import {
  articleBytesMax,
  guidesFolder,
  isMarkdown,
  type SourceEntry,
  siteFileName,
  slugOf,
  splitPath,
} from '../source/entry.ts';
import type { Claim } from '../source/site.ts';
import type { EntryRule, Rule, SiteRule } from './rule.ts';

const isArticleFile = ({ kind, path }: SourceEntry): boolean => kind === 'file' && isMarkdown(path);

/** Whether the build reads the entry as text. */
const isTextFile = (entry: SourceEntry): boolean =>
  isArticleFile(entry) || (entry.kind === 'file' && entry.path === siteFileName);

const plainFiles: EntryRule = {
  stage: 'entry',
  name: 'plain-files',
  severity: 'error',
  unreadable: true,
  about: {
    zh: '内容只由普通文件组成，因此构建不会读取内容文件夹之外的任何东西。',
    en: 'Content is made of plain files, so that a build reads nothing from outside the content folder.',
  },
  check({ kind }) {
    if (kind === 'file') return [];
    const found = {
      symlink: { zh: '符号链接', en: 'a symbolic link' },
      special: { zh: '既不是文件也不是文件夹的条目', en: 'an entry that is neither a file nor a folder' },
      missing: { zh: '一个无法用其名称打开的条目', en: 'an entry that could not be opened under its name' },
    }[kind];
    const advice =
      kind === 'missing'
        ? {
            zh: '它的名称不是有效的 UTF-8，请改名；或者构建时它被移走，请重新构建。',
            en: 'Either its name is not valid UTF-8 (rename it), or it was moved during the build (build again).',
          }
        : {
            zh: '在这里放一份文件的副本；链接和设备一律不读取。',
            en: 'Put a copy of the file here; links and devices are never followed.',
          };
    return [{ place: startOfFile, found, expected: { zh: '普通文件', en: 'a plain file' }, advice }];
  },
};

const fileSize: EntryRule = {
  stage: 'entry',
  name: 'file-size',
  severity: 'error',
  unreadable: true,
  about: {
    zh: '文章的篇幅以读者读得完、构建能很快检查完为限。',
    en: 'An article is short enough to be read by people and checked quickly by a build.',
  },
  check(entry) {
    const { size = entry.bytes.length } = entry;
    if (!isTextFile(entry) || size <= articleBytesMax) return [];
    return [
      {
        place: startOfFile,
        found: { zh: `大小为 ${size} 字节的文件`, en: `a file of ${size} bytes` },
        expected: {
          zh: `不超过 ${articleBytesMax} 字节（256 KiB）的文件`,
          en: `at most ${articleBytesMax} bytes (256 KiB)`,
        },
        advice: { zh: '把它拆成几篇互相链接的文章。', en: 'Split it into several articles that link to each other.' },
      },
    ];
  },
};

const utf8: EntryRule = {
  stage: 'entry',
  name: 'utf-8',
  severity: 'error',
  unreadable: true,
  about: {
    zh: '每篇文章都是 UTF-8（RFC 3629）编码，因此不会丢失字符，也不必猜测字符。',
    en: 'Every article is UTF-8 (RFC 3629), so that no character is lost or guessed.',
  },
  check(entry) {
    if (!isTextFile(entry) || isUtf8(entry.bytes)) return [];
    return [
      {
        place: firstBadByte(entry.bytes),
        found: { zh: '不是 UTF-8 的字节', en: 'bytes that are not UTF-8' },
        expected: { zh: '以 UTF-8 编码的文件', en: 'a file encoded as UTF-8' },
        advice: {
          zh: '把文件另存为 UTF-8；它现在可能是 GB 18030、Big5 或 UTF-16 编码。',
          en: 'Save the file as UTF-8; it may be in GB 18030, Big5 or UTF-16 now.',
        },
      },
    ];
  },
};

function firstBadByte(bytes: Uint8Array): Place {
  // Latin-1 keeps every byte. In UTF-8, no byte of a longer character equals a line break, so lines are split correctly.
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split(/\r\n?|\n/);
  const encoded = lines.map((line) => Buffer.from(line, 'latin1'));
  const bad = encoded.findIndex((line) => !isUtf8(line));
  return { line: bad + 1, column: new TextDecoder().decode(encoded[bad]).indexOf('\ufffd') + 1 };
}

const otherFiles: EntryRule = {
  stage: 'entry',
  name: 'other-files',
  severity: 'warning',
  about: {
    zh: '只有 Markdown 文件会被编译；混在其中的其他文件多半是放错了。',
    en: 'Only Markdown files are compiled; anything else among them is probably a mistake.',
  },
  check({ path, kind }) {
    const { folder, name } = splitPath(path);
    if (kind !== 'file' || folder === '' || isMarkdown(path)) return [];
    return [
      {
        place: startOfFile,
        found: { zh: `不会被编译的文件 ${show(name)}`, en: `the file ${show(name)}, which is not compiled` },
        expected: { zh: '以 .md 结尾的文件', en: 'files that end in .md' },
        advice: /\.(markdown|mdx?|txt)$/i.test(name)
          ? { zh: '改名，让它以 .md 结尾。', en: 'Rename it to end in .md.' }
          : { zh: '把它放到内容文件夹之外。', en: 'Keep it outside the content folder.' },
      },
    ];
  },
};

const domainFolder: SiteRule = {
  stage: 'site',
  name: 'domain-folder',
  severity: 'error',
  about: { zh: '文章所在的文件夹就是它的领域。', en: 'The folder of an article is its domain.' },
  check({ files, domains }) {
    if (domains === undefined) return [];
    const folders: readonly string[] = [...domains, guidesFolder];
    return files.flatMap(({ path }) => {
      const { folder } = splitPath(path);
      if (folders.includes(folder)) return [];
      // A subfolder such as `mcp/drafts` probably means the domain `mcp`.
      const likely = closest(folder, folders) ?? folders.find((known) => folder.startsWith(`${known}/`));
      return {
        path,
        place: startOfFile,
        found:
          folder === ''
            ? { zh: '不在任何领域文件夹中的 Markdown 文件', en: 'a Markdown file outside every domain folder' }
            : { zh: `文件夹 ${show(folder)}`, en: `the folder ${show(folder)}` },
        expected: { zh: `以下文件夹之一：${folders.join('、')}`, en: `one of ${folders.join(', ')}` },
        advice:
          likely === undefined
            ? { zh: '把文件移到所属领域的文件夹中。', en: 'Move the file into the folder of its domain.' }
            : { zh: `把文件移到 ${likely}/ 中。`, en: `Move the file into ${likely}/.` },
      };
    });
  },
};

export const slug: EntryRule = {
  stage: 'entry',
  name: 'slug',
  severity: 'error',
  about: {
    zh: '文章的文件名就是它的 slug，是文章地址的一部分。',
    en: 'The file name of an article is its slug, a part of its address.',
  },
  check(entry) {
    const name = slugOf(entry.path);
    const isLong = name.length > slugLengthMax;
    if (!isArticleFile(entry) || (slugPattern.test(name) && !isLong)) return [];
    const suggestion = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, slugLengthMax)
      .replaceAll(/^-|-$/g, '');
    const shown = show(`${name}.md`);
    return [
      {
        place: startOfFile,
        found: {
          zh: `文件名 ${shown}${isLong ? `，共 ${name.length} 个字符` : ''}`,
          en: `the file name ${shown}${isLong ? `, ${name.length} characters` : ''}`,
        },
        expected: {
          zh: `用单个连字符连接的小写单词（a–z、0–9），至多 ${slugLengthMax} 个字符`,
          en: `lower-case words (a–z, 0–9) joined by single hyphens, at most ${slugLengthMax} characters`,
        },
        advice:
          suggestion === ''
            ? { zh: '给文件改名。', en: 'Rename the file.' }
            : { zh: `把文件改名为 ${suggestion}.md。`, en: `Rename the file to ${suggestion}.md.` },
      },
    ];
  },
};

const caseCollision: SiteRule = {
  stage: 'site',
  name: 'case-collision',
  severity: 'error',
  about: {
    zh: '任何两个文件的名称不得只在大小写或 Unicode 写法上有差别：在 macOS 和 Windows 上它们会是同一个文件。',
    en: 'No two file names differ only in case or in Unicode normalization: on macOS and Windows they would name one file.',
  },
  check({ paths }) {
    const firsts = new Map<string, string>();
    return paths.flatMap((path) => {
      // Names are compared in upper case, as NTFS does. Upper case also makes both small sigmas of Greek equal.
      const folded = path.normalize('NFC').toUpperCase().normalize('NFC');
      const other = firsts.get(folded) ?? path;
      firsts.set(folded, other);
      if (other === path) return [];
      return {
        path,
        place: startOfFile,
        found: {
          zh: `文件 ${show(path)}，它与 ${show(other)} 只有大小写或 Unicode 写法之别`,
          en: `the file ${show(path)}, which differs from ${show(other)} only in case or in Unicode normalization`,
        },
        expected: { zh: '在任何系统上都不相同的名称', en: 'names that differ on every system' },
        advice: { zh: '把其中一个改名，或者合并两个文件。', en: 'Rename one of them, or join the two.' },
      };
    });
  },
};

const uniqueId: SiteRule = {
  stage: 'site',
  name: 'unique-id',
  severity: 'error',
  about: { zh: '一个 id 永远只属于一篇文章。', en: 'An id belongs to one article forever.' },
  check: ({ ids }) =>
    [...ids].flatMap(([id, [first, ...others]]) =>
      others.map(({ path, place }) => ({
        path,
        place,
        found: {
          zh: `id ${show(id)}，而 ${first?.path} 已经用了它`,
          en: `the id ${show(id)}, which ${first?.path} has already`,
        },
        expected: { zh: '每篇文章各有自己的 id', en: 'an id of its own for every article' },
        advice: {
          zh: '给较新的那篇换一个 id；`npm run new` 会生成新的。',
          en: 'Give the newer article a new id; `npm run new` makes one.',
        },
      })),
    ),
};

const uniqueSlug: SiteRule = {
  stage: 'site',
  name: 'unique-slug',
  severity: 'error',
  about: {
    zh: '一个 slug 或别名只通向一篇文章，不论它在哪个领域。',
    en: 'A slug or alias leads to one article, whatever its domain.',
  },
  check: ({ names }) =>
    [...names].flatMap(([name, claims]) => {
      // A file name takes precedence over an alias, so the alias is reported.
      const isAlias = ({ as }: Claim): number => (as === 'alias' ? 1 : 0);
      const [first, ...others] = [...claims].sort((left, right) => isAlias(left) - isAlias(right));
      const owned = first?.as === 'slug' ? { zh: ' slug', en: 'the slug' } : { zh: '别名', en: 'an alias' };
      return others.map(({ path, place, as }) => ({
        path,
        place,
        found: {
          zh: `${as === 'slug' ? 'slug' : '别名'} ${show(name)}，它已经是 ${first?.path} 的${owned.zh}`,
          en: `the ${as} ${show(name)}, which is ${owned.en} of ${first?.path} already`,
        },
        expected: { zh: '在所有领域中都唯一的 slug 和别名', en: 'slugs and aliases that are unique over all domains' },
        advice:
          as === 'alias'
            ? { zh: '去掉这个别名。', en: 'Remove the alias.' }
            : {
                zh: '给文件改名；旧名字若已发布，就作为别名保留。',
                en: 'Rename the file, and keep the old name as an alias if it was published.',
              },
      }));
    }),
};

export const fileRules: readonly Rule[] = [
  plainFiles,
  fileSize,
  utf8,
  otherFiles,
  domainFolder,
  slug,
  caseCollision,
  uniqueId,
  uniqueSlug,
];
