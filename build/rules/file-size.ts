import { startOfFile } from '../messages.ts';
import { isMarkdown } from '../source/entry.ts';
import type { EntryRule } from './rule.ts';

const bytesMax = 256 * 1024;

export const fileSize: EntryRule = {
  stage: 'entry',
  name: 'file-size',
  severity: 'error',
  unreadable: true,
  about: 'An article is of a size that a reader can take in and a build can check in no time.',
  check({ path, kind, bytes }) {
    if (kind !== 'file' || !isMarkdown(path) || bytes.length <= bytesMax) return [];
    return [
      {
        place: startOfFile,
        found: `a file of ${bytes.length} bytes`,
        expected: `at most ${bytesMax} bytes (256 KiB)`,
        advice: 'Split it into several articles that link to each other.',
      },
    ];
  },
};
