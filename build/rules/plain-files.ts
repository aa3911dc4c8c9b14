import { startOfFile } from '../messages.ts';
import type { EntryRule } from './rule.ts';

export const plainFiles: EntryRule = {
  stage: 'entry',
  name: 'plain-files',
  severity: 'error',
  unreadable: true,
  about: 'Content is made of plain files, so that a build reads nothing from outside the content folder.',
  check: ({ kind }) =>
    kind === 'file'
      ? []
      : [
          {
            place: startOfFile,
            found: kind === 'symlink' ? 'a symbolic link' : 'neither a file nor a folder',
            expected: 'a plain file',
            advice: 'Put a copy of the file here; links and devices are never followed.',
          },
        ],
};
