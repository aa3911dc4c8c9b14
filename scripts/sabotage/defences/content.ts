// Defences of the compiler against what lies in a content folder.
import type { Defence } from '../defence.ts';

const message = {
  zh: '一条带文件、行和列的错误；什么也不构建',
  en: 'an error with file, line and column; nothing is built',
};
const rules = 'test/build/rules.test.ts';

export const contentDefences: readonly Defence[] = [
  {
    name: 'yaml-alone',
    does: {
      zh: 'front matter 只读 YAML，从不当作代码运行',
      en: 'front matter is read as YAML alone, and never run as code',
    },
    seen: message,
    tests: ['test/build/source/front-matter.test.ts'],
    removals: [
      {
        file: 'build/source/front-matter.ts',
        text: "if (engine !== '' && engine !== 'yaml') {",
        without: "if (engine === 'never') {",
      },
    ],
  },
  {
    name: 'bounded-aliases',
    does: {
      zh: 'YAML 的别名至多 50 个，展开也有上限',
      en: 'at most 50 aliases in YAML, and a bound for what they expand to',
    },
    seen: message,
    tests: ['test/build/source/front-matter.test.ts'],
    removals: [
      {
        file: 'build/source/yaml.ts',
        text: 'if (aliases.length > aliasCountMax)',
        without: 'if (aliases.length > 1_000_000)',
      },
    ],
  },
  {
    name: 'bounded-work',
    does: {
      zh: '太大、太复杂或嵌套太深的文件在解析之前被拒绝',
      en: 'files that are too large, too complex or too deeply nested are refused before they are parsed',
    },
    seen: message,
    tests: [rules, 'test/build/read.test.ts'],
    removals: [
      {
        file: 'build/rules/complexity.ts',
        text: 'bytes.length > articleBytesMax) return [];',
        without: 'bytes.length >= 0) return [];',
      },
      {
        file: 'build/rules/nesting.ts',
        text: '    deepPlaces.map((place) => ({',
        without: '    deepPlaces.slice(0, 0).map((place) => ({',
      },
      {
        file: 'build/rules/file-size.ts',
        text: 'size <= articleBytesMax) return [];',
        without: 'size >= 0) return [];',
      },
      {
        file: 'build/read.ts',
        text: 'return size > articleBytesMax ? { ...nothing, size }',
        without: 'return size > 5 * articleBytesMax ** 2 ? { ...nothing, size }',
      },
    ],
  },
  {
    name: 'plain-files',
    does: {
      zh: '不跟随链接，不打开设备和管道；文件夹之外的东西读不到',
      en: 'links are not followed, devices and pipes not opened; nothing outside the folder is read',
    },
    seen: message,
    tests: [rules, 'test/build/read.test.ts'],
    removals: [
      {
        file: 'build/rules/plain-files.ts',
        text: "    kind === 'file'\n",
        without: "    kind === 'file' || kind === 'symlink'\n",
      },
      {
        file: 'build/read.ts',
        text: '...(entry.isFile() ? contentOf(join(root, path)) : nothing)',
        without: "...(kindOf(entry) === 'special' ? nothing : contentOf(join(root, path)))",
      },
    ],
  },
  {
    name: 'visible-text',
    does: {
      zh: '看不见的字符、控制字符和不是 UTF-8 的字节被拒绝',
      en: 'invisible characters, control characters and bytes that are not UTF-8 are refused',
    },
    seen: message,
    tests: [rules],
    removals: [
      {
        file: 'build/rules/invisible-characters.ts',
        text: '...writtenCharacters(draft, forbidden).map((found) => ({',
        without: '...writtenCharacters(draft, forbidden).slice(0, 0).map((found) => ({',
      },
      {
        file: 'build/rules/control-characters.ts',
        text: '...writtenCharacters(draft, forbidden).map(',
        without: '...writtenCharacters(draft, forbidden).slice(0, 0).map(',
      },
      {
        file: 'build/rules/utf-8.ts',
        text: 'isUtf8(bytes)) return [];',
        without: 'bytes.length >= 0) return [];',
      },
    ],
  },
  {
    name: 'distinct-names',
    does: {
      zh: '两个文件的名字只有大小写或 Unicode 写法不同时被拒绝，slug 与 id 只能出现一次',
      en: 'two names that differ only in case or in how Unicode writes them are refused, and so is a slug or id that comes twice',
    },
    seen: message,
    tests: [rules],
    removals: [
      {
        file: 'build/rules/case-collision.ts',
        text: '    collisionsAmong(paths).map(({ path, other }) => ({',
        without: '    collisionsAmong(paths).slice(0, 0).map(({ path, other }) => ({',
      },
      {
        file: 'build/rules/unique-slug.ts',
        text: '      return others.map(({ path, place, as }) => ({',
        without: '      return others.slice(0, 0).map(({ path, place, as }) => ({',
      },
    ],
  },
  {
    name: 'orders-to-models',
    does: {
      zh: '写给模型的指令、形似字母和会运行代码的链接，`check` 会指出',
      en: '`check` tells of instructions to models, look-alike letters and links that run code',
    },
    seen: { zh: '一条带文件、行和列的错误', en: 'an error with file, line and column' },
    tests: [rules],
    removals: [
      {
        file: 'build/rules/model-instructions.ts',
        text: '    passagesOf(draft).flatMap((passage) =>',
        without: '    passagesOf(draft).slice(0, 0).flatMap((passage) =>',
      },
      {
        file: 'build/rules/link-schemes.ts',
        text: 'return nodesIn(draft.tree.children).flatMap(',
        without: 'return nodesIn(draft.tree.children).slice(0, 0).flatMap(',
      },
    ],
  },
];
