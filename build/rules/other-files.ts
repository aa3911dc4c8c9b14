import { show, startOfFile } from '../messages.ts';
import { isMarkdown, splitPath } from '../source/entry.ts';
import type { EntryRule } from './rule.ts';

export const otherFiles: EntryRule = {
  stage: 'entry',
  name: 'other-files',
  severity: 'warning',
  about: 'Only Markdown files are compiled; anything else among them is probably a mistake.',
  check({ path, kind }) {
    const { folder, name } = splitPath(path);
    if (kind !== 'file' || folder === '' || isMarkdown(path)) return [];
    return [
      {
        place: startOfFile,
        found: `the file ${show(name)}, which is not compiled`,
        expected: 'files that end in .md',
        advice: /\.(markdown|mdx?|txt)$/i.test(name)
          ? 'Rename it to end in .md.'
          : 'Keep it outside the content folder.',
      },
    ];
  },
};
