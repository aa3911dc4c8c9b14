import { closest } from '../edition/closest.ts';
import { domains } from '../edition/vocabulary.ts';
import { show, startOfFile } from '../messages.ts';
import { guidesFolder, isMarkdown, splitPath } from '../source/entry.ts';
import type { EntryRule } from './rule.ts';

const folders: readonly string[] = [...domains, guidesFolder];

export const domainFolder: EntryRule = {
  stage: 'entry',
  name: 'domain-folder',
  severity: 'error',
  about: { zh: '文章所在的文件夹就是它的领域。', en: 'The folder of an article is its domain.' },
  check({ path, kind }) {
    const { folder } = splitPath(path);
    if (kind !== 'file' || !isMarkdown(path) || folders.includes(folder)) return [];
    // `mcp/drafts` most likely means `mcp`.
    const likely = closest(folder, folders) ?? folders.find((known) => folder.startsWith(`${known}/`));
    return [
      {
        place: startOfFile,
        found:
          folder === ''
            ? { zh: '不在任何领域文件夹中的 Markdown 文件', en: 'a Markdown file outside every domain folder' }
            : { zh: `文件夹 ${show(folder)}`, en: `the folder ${show(folder)}` },
        expected: { zh: `以下文件夹之一：${folders.join('、')}`, en: `one of ${folders.join(', ')}` },
        advice:
          likely === undefined
            ? { zh: '把文件移到所属领域的文件夹中。', en: 'Move the file into the folder of its domain.' }
            : { zh: `把文件移到 ${likely}/ 中。`, en: `Move the file into ${likely}/.` },
      },
    ];
  },
};
