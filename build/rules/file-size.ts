import { startOfFile } from '../messages.ts';
import { articleBytesMax, isMarkdown } from '../source/entry.ts';
import type { EntryRule } from './rule.ts';

export const fileSize: EntryRule = {
  stage: 'entry',
  name: 'file-size',
  severity: 'error',
  unreadable: true,
  about: 'An article is of a size that a reader can take in and a build can check in no time.',
  check({ path, kind, bytes, size = bytes.length }) {
    if (kind !== 'file' || !isMarkdown(path) || size <= articleBytesMax) return [];
    return [
      {
        place: startOfFile,
        found: `a file of ${size} bytes`,
        expected: `at most ${articleBytesMax} bytes (256 KiB)`,
        advice: 'Split it into several articles that link to each other.',
      },
    ];
  },
};
