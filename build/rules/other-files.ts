import { show, startOfFile } from '../messages.ts';
import { isMarkdown, splitPath } from '../source/entry.ts';
import type { EntryRule } from './rule.ts';

export const otherFiles: EntryRule = {
  stage: 'entry',
  name: 'other-files',
  severity: 'warning',
  about: {
    zh: '只有 Markdown 文件会被编译；混在其中的其他文件多半是放错了。',
    en: 'Only Markdown files are compiled; anything else among them is probably a mistake.',
  },
  check({ path, kind }) {
    const { folder, name } = splitPath(path);
    if (kind !== 'file' || folder === '' || isMarkdown(path)) return [];
    return [
      {
        place: startOfFile,
        found: { zh: `不会被编译的文件 ${show(name)}`, en: `the file ${show(name)}, which is not compiled` },
        expected: { zh: '以 .md 结尾的文件', en: 'files that end in .md' },
        advice: /\.(markdown|mdx?|txt)$/i.test(name)
          ? { zh: '改名，让它以 .md 结尾。', en: 'Rename it to end in .md.' }
          : { zh: '把它放到内容文件夹之外。', en: 'Keep it outside the content folder.' },
      },
    ];
  },
};
