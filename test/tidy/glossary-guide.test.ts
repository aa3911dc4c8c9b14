// Compares the guide to the glossary with the terms that `stele check` uses.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { glossary } from '../../build/rules/glossary.ts';
import { glossaryGuide, glossaryGuideFile } from '../../scripts/glossary-guide.ts';
import { repositoryRoot } from '../site.ts';

describe('the guide to the glossary', () => {
  it('equals the output of `npm run glossary-guide`', async () => {
    expect(await readFile(join(repositoryRoot, glossaryGuideFile), 'utf8')).toBe(glossaryGuide());
  });

  it('shows every term with all its forms to avoid, in both languages', () => {
    const [zh = '', en = ''] = glossaryGuide().split('# English');
    for (const { en: name, avoid } of glossary) {
      for (const half of [zh, en]) {
        const row = half.split('\n').find((line) => line.startsWith(`| ${name} |`));
        for (const form of avoid) expect(row).toContain(`\`${form}\``);
        expect(row).toBeDefined();
      }
    }
  });

  it('lists each term only once, and each form to avoid only once', () => {
    const names = glossary.map(({ en }) => en);
    expect(new Set(names).size).toBe(names.length);
    const forms = glossary.flatMap(({ avoid }) => avoid);
    expect(new Set(forms).size).toBe(forms.length);
  });
});
