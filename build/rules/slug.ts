import { slugLengthMax, slugPattern } from '../edition/vocabulary.ts';
import { show, startOfFile } from '../messages.ts';
import { isMarkdown, slugOf } from '../source/entry.ts';
import type { EntryRule } from './rule.ts';

export const slug: EntryRule = {
  stage: 'entry',
  name: 'slug',
  severity: 'error',
  about: 'The file name of an article is its slug, a part of its address.',
  check({ path, kind }) {
    const name = slugOf(path);
    if (kind !== 'file' || !isMarkdown(path) || (slugPattern.test(name) && name.length <= slugLengthMax)) return [];
    const suggestion = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, slugLengthMax)
      .replaceAll(/^-|-$/g, '');
    return [
      {
        place: startOfFile,
        found: `the file name ${show(`${name}.md`)}${name.length > slugLengthMax ? `, ${name.length} characters` : ''}`,
        expected: `lower-case words (a–z, 0–9) joined by single hyphens, at most ${slugLengthMax} characters`,
        advice: suggestion === '' ? 'Rename the file.' : `Rename the file to ${suggestion}.md.`,
      },
    ];
  },
};
