import { startOfFile } from '../messages.ts';
import type { EntryRule } from './rule.ts';

export const plainFiles: EntryRule = {
  stage: 'entry',
  name: 'plain-files',
  severity: 'error',
  unreadable: true,
  about: {
    zh: '内容只由普通文件组成，因此构建不会读取内容文件夹之外的任何东西。',
    en: 'Content is made of plain files, so that a build reads nothing from outside the content folder.',
  },
  check: ({ kind }) =>
    kind === 'file'
      ? []
      : [
          {
            place: startOfFile,
            found: foundKinds[kind],
            expected: { zh: '普通文件', en: 'a plain file' },
            advice:
              kind === 'missing'
                ? {
                    zh: '请用 UTF-8 命名，并在没有人移动文件时编译。',
                    en: 'Give it a name in UTF-8, and build when nobody moves files.',
                  }
                : {
                    zh: '在这里放一份文件的副本；链接和设备一律不读取。',
                    en: 'Put a copy of the file here; links and devices are never followed.',
                  },
          },
        ],
};

const foundKinds = {
  symlink: { zh: '符号链接', en: 'a symbolic link' },
  special: { zh: '既不是文件也不是文件夹的条目', en: 'neither a file nor a folder' },
  missing: { zh: '一个按其名称找不到的条目', en: 'an entry that its name does not lead to' },
};
