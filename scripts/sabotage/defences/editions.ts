// Defences of the edition that is served.
import type { Defence } from '../defence.ts';

const refused = {
  zh: '启动时退出码 2 和文件名；运行时旧版本继续服务，`refusedEdition` 写着文件名',
  en: 'at the start exit code 2 and the name of the file; while serving the old edition, and the name in `refusedEdition`',
};

export const editionDefences: readonly Defence[] = [
  {
    name: 'verified-bytes',
    does: {
      zh: '版本的每个字节都按清单里的 SHA-256 校验过才使用，清单也校验自己',
      en: 'every byte of an edition is verified by the SHA-256 in its manifest before it is used, and the manifest verifies itself',
    },
    seen: refused,
    tests: ['test/server/edition-files.test.ts'],
    removals: [
      {
        file: 'server/edition-files.ts',
        text: 'if (found.sha256() !== expected.sha256)',
        without: "if (expected.sha256 === '')",
      },
      {
        file: 'server/edition-files.ts',
        text: 'if (reading.manifest.buildId !== buildId)',
        without: "if (reading.manifest.buildId === '')",
      },
    ],
  },
  {
    name: 'verified-bodies',
    does: {
      zh: '正文留在磁盘上，每次读出都按指纹校验；启动时先校验整个版本；超过 64 MiB 的，其余部分在单独的线程里校验',
      en: 'what stays on disk is verified by its fingerprint whenever it is read; a start verifies the whole edition first, or of one of more than 64 MiB the rest in a thread',
    },
    seen: {
      zh: '`500 INTERNAL_ERROR`，从不是错误的字节；启动时退出码 2 和文件名',
      en: '`500 INTERNAL_ERROR`, and never a wrong byte; at the start exit code 2 and the name of the file',
    },
    tests: ['test/server/packs.test.ts', 'test/server/opening/open-edition.test.ts'],
    removals: [
      {
        file: 'server/packs.ts',
        text: 'fingerprint(content) === expected)',
        without: "expected !== '')",
      },
      {
        file: 'server/opening/open-edition.ts',
        text: 'const edition = await readEdition(editionFolder, buildId);',
        without: 'const edition = await readEdition(editionFolder, buildId, 0);',
      },
    ],
  },
  {
    name: 'edition-paths',
    does: {
      zh: '清单不能让服务器读取版本之外的文件',
      en: 'no manifest can have the server read a file outside the edition',
    },
    seen: refused,
    tests: ['test/server/library.test.ts'],
    removals: [
      {
        file: 'server/edition-files.ts',
        text: 'if (!pathPattern.test(path)) throw',
        without: "if (path === '') throw",
      },
    ],
  },
  {
    name: 'earlier-texts',
    does: {
      zh: '引用的旧文本读出时按指纹校验',
      en: 'a cited text of an earlier edition is verified by its fingerprint when it is read',
    },
    seen: { zh: '`404 NOT_FOUND`，从不是别的文本', en: '`404 NOT_FOUND`, and never another text' },
    tests: ['test/server/operations/found-text.test.ts', 'test/server/history.test.ts'],
    removals: [
      {
        file: 'server/earlier-texts.ts',
        text: 'if (found !== undefined && fingerprint(found) === expected) return found;',
        without: "if (found !== undefined && expected !== '') return found;",
      },
      {
        file: 'server/snapshots.ts',
        text: 'if (isInside && bytesRead === length && fingerprint(buffer) === expected) return buffer;',
        without: "if (isInside && bytesRead === length && expected !== '') return buffer;",
      },
    ],
  },
  {
    name: 'matching-analyser',
    does: {
      zh: '由别的文本分析程序构建的版本，或者搜不到自己文章的版本，被拒绝',
      en: 'an edition of another text analyser, or one whose search does not find its own article, is refused',
    },
    seen: refused,
    tests: ['test/server/library.test.ts'],
    removals: [
      {
        file: 'server/library.ts',
        text: 'if (version !== analyserVersion || hash !== analyserHash()) {',
        without: "if (version !== analyserVersion || hash === '' || analyserHash() === '') {",
      },
      {
        file: 'server/library.ts',
        text: '  if (canary === null) return;',
        without: "  if (canary === null || canary.slug !== '') return;",
      },
    ],
  },
  {
    name: 'whole-publication',
    does: {
      zh: '构建在任何时刻中断，提供的仍是完整的版本',
      en: 'a build that ends at any moment leaves a whole edition served',
    },
    seen: { zh: '旧版本，或者完整的新版本', en: 'the old edition, or the whole new one' },
    tests: ['test/build/write.test.ts', 'test/build/write-crash.test.ts'],
    removals: [
      {
        file: 'build/write.ts',
        text: '  if (isNew) await writeEdition(target, edition, served);\n',
        without:
          '  await pointTo(outFolder, edition.buildId);\n  if (isNew) await writeEdition(target, edition, served);\n',
      },
    ],
  },
];
