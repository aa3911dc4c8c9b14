// Compares the guide to the rules with the rules and their tested examples.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '../../build/rules/table.ts';
import { rulesGuide, rulesGuideFile } from '../../scripts/rules-guide.ts';
import { repositoryRoot } from '../site.ts';

describe('the guide to the rules', () => {
  it('equals the output of `npm run rules-guide`', async () => {
    expect(await readFile(join(repositoryRoot, rulesGuideFile), 'utf8')).toBe(await rulesGuide());
  });

  it('shows every rule once per language, with a wrong example, its message and a right example', async () => {
    const guide = await readFile(join(repositoryRoot, rulesGuideFile), 'utf8');
    const sections = guide.split(/^### (?=[a-z0-9-]+$)/m).slice(1);
    const halves = [sections.slice(0, rules.length), sections.slice(rules.length)];
    const names = (half: readonly string[]): string[] => half.map((section) => section.split('\n', 1)[0] ?? '').sort();
    for (const half of halves) expect(names(half)).toEqual(rules.map(({ name }) => name).sort());
    for (const section of halves[0] ?? []) expect(section).toMatch(/错误写法：[\s\S]*消息：[\s\S]*正确写法：/);
    for (const section of halves[1] ?? []) expect(section).toMatch(/Wrong:[\s\S]*Message:[\s\S]*Right:/);
    for (const section of sections) expect(section).toContain(`[${section.split('\n', 1)[0]}]`);
  });
});
