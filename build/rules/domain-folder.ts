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
  about: 'The folder of an article is its domain.',
  check({ path, kind }) {
    const { folder } = splitPath(path);
    if (kind !== 'file' || !isMarkdown(path) || folders.includes(folder)) return [];
    // `mcp/drafts` most likely means `mcp`.
    const likely = closest(folder, folders) ?? folders.find((known) => folder.startsWith(`${known}/`));
    return [
      {
        place: startOfFile,
        found: folder === '' ? 'a Markdown file outside every domain folder' : `the folder ${show(folder)}`,
        expected: `one of ${folders.join(', ')}`,
        advice:
          likely === undefined ? 'Move the file into the folder of its domain.' : `Move the file into ${likely}/.`,
      },
    ];
  },
};
