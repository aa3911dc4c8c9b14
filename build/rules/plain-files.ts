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
            found: foundKinds[kind],
            expected: 'a plain file',
            advice:
              kind === 'missing'
                ? {
                    zh: '请用 UTF-8 命名，并在没有人移动文件时编译。',
                    en: 'Give it a name in UTF-8, and build when nobody moves files.',
                  }
                : 'Put a copy of the file here; links and devices are never followed.',
          },
        ],
};

const foundKinds = {
  symlink: 'a symbolic link',
  special: 'neither a file nor a folder',
  missing: { zh: '一个按其名称找不到的条目', en: 'an entry that its name does not lead to' },
};
