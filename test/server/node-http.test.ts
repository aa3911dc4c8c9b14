import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '../site.ts';

/** Of what Node itself consists of, what a program had loaded at its end. */
async function loadedBy(program: string): Promise<string[]> {
  const told = `${program}; console.log(JSON.stringify(process.moduleLoadList));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', told]);
  return JSON.parse(stdout) as string[];
}

const isUndici = (name: string): boolean => name.includes('undici');
const compiled = (path: string): string => JSON.stringify(join(repositoryRoot, 'dist/js', path));

describe('a server that starts', () => {
  test('does not have Node load undici, which it has no use for', async () => {
    const loaded = await loadedBy(
      `await import(${compiled('scripts/start.js')}); await import(${compiled('scripts/serving.js')})`,
    );
    expect(loaded.filter(isUndici)).toEqual([]);
    expect(loaded.some((name) => name.endsWith(' http'))).toBe(true);
  });
});
