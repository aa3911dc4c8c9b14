import { startOfFile } from '../messages.ts';
import { articleBytesMax, isMarkdown } from '../source/entry.ts';
import type { EntryRule } from './rule.ts';

export const fileSize: EntryRule = {
  stage: 'entry',
  name: 'file-size',
  severity: 'error',
  unreadable: true,
  about: {
    zh: '文章的篇幅以读者读得完、构建能很快检查完为限。',
    en: 'An article is of a size that a reader can take in and a build can check in no time.',
  },
  check({ path, kind, bytes, size = bytes.length }) {
    if (kind !== 'file' || !isMarkdown(path) || size <= articleBytesMax) return [];
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
