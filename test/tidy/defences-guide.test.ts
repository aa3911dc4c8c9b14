// The operators' guide lists every defence with its tests, as the list has them that `stele sabotage` works through.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defencesGuideFile, withDefences } from '../../scripts/defences-guide.ts';
import { defences } from '../../scripts/sabotage/defences.ts';
import { repositoryRoot } from '../site.ts';

describe('the section about defences in the operators’ guide', () => {
  it('is as `npm run defences-guide` writes it', async () => {
    const guide = await readFile(join(repositoryRoot, defencesGuideFile), 'utf8');
    expect(guide).toBe(withDefences(guide));
  });

  it('has a row for every defence in both languages, each with the paths of its test files', async () => {
    const guide = await readFile(join(repositoryRoot, defencesGuideFile), 'utf8');
    for (const half of guide.split('\n# English\n')) {
      for (const { name, tests } of defences) {
        const row = half.split('\n').filter((line) => line.startsWith(`| \`${name}\` |`));
        expect(row).toHaveLength(1);
        for (const path of tests) expect(row[0]).toContain(`\`${path}\``);
      }
    }
  });
});
