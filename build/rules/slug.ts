import { slugLengthMax, slugPattern } from '../edition/vocabulary.ts';
import { show, startOfFile } from '../messages.ts';
import { isMarkdown, slugOf } from '../source/entry.ts';
import type { EntryRule } from './rule.ts';

export const slug: EntryRule = {
  stage: 'entry',
  name: 'slug',
  severity: 'error',
  about: {
    zh: '文章的文件名就是它的 slug，是文章地址的一部分。',
    en: 'The file name of an article is its slug, a part of its address.',
  },
  check({ path, kind }) {
    const name = slugOf(path);
    if (kind !== 'file' || !isMarkdown(path) || (slugPattern.test(name) && name.length <= slugLengthMax)) return [];
    const suggestion = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, slugLengthMax)
      .replaceAll(/^-|-$/g, '');
    const shown = show(`${name}.md`);
    const isLong = name.length > slugLengthMax;
    return [
      {
        place: startOfFile,
        found: {
          zh: `文件名 ${shown}${isLong ? `，共 ${name.length} 个字符` : ''}`,
          en: `the file name ${shown}${isLong ? `, ${name.length} characters` : ''}`,
        },
        expected: {
          zh: `用单个连字符连接的小写单词（a–z、0–9），至多 ${slugLengthMax} 个字符`,
          en: `lower-case words (a–z, 0–9) joined by single hyphens, at most ${slugLengthMax} characters`,
        },
        advice:
          suggestion === ''
            ? { zh: '给文件改名。', en: 'Rename the file.' }
            : { zh: `把文件改名为 ${suggestion}.md。`, en: `Rename the file to ${suggestion}.md.` },
      },
    ];
  },
};
