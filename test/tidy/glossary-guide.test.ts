// The guide to the glossary is what `check` holds articles against, word for word.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { glossary } from '../../build/rules/glossary.ts';
import { glossaryGuide, glossaryGuideFile } from '../../scripts/glossary-guide.ts';
import { repositoryRoot } from '../site.ts';

describe('the guide to the glossary', () => {
  it('is as `npm run glossary-guide` writes it', async () => {
    expect(await readFile(join(repositoryRoot, glossaryGuideFile), 'utf8')).toBe(glossaryGuide());
  });

  it('shows every term with all the forms that are not used, in both languages', () => {
    const [zh = '', en = ''] = glossaryGuide().split('# English');
    for (const { en: name, avoid } of glossary) {
      for (const half of [zh, en]) {
        const row = half.split('\n').find((line) => line.startsWith(`| ${name} |`));
        for (const form of avoid) expect(row).toContain(`\`${form}\``);
        expect(row).toBeDefined();
      }
    }
  });

  it('names nothing twice', () => {
    const names = glossary.map(({ en }) => en);
    expect(new Set(names).size).toBe(names.length);
    const forms = glossary.flatMap(({ avoid }) => avoid);
    expect(new Set(forms).size).toBe(forms.length);
  });
});
