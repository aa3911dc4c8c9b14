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
            found:
              kind === 'symlink'
                ? { zh: '符号链接', en: 'a symbolic link' }
                : { zh: '既不是文件也不是文件夹的条目', en: 'neither a file nor a folder' },
            expected: { zh: '普通文件', en: 'a plain file' },
            advice: {
              zh: '在这里放一份文件的副本；链接和设备一律不读取。',
              en: 'Put a copy of the file here; links and devices are never followed.',
            },
          },
        ],
};
