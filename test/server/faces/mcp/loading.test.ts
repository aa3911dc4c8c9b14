import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../../site.ts';

/** Every package that a source and what it imports need as soon as they are loaded; types and `import()` do not count. */
function packagesOf(path: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  if (seen.has(path)) return packages;
  seen.add(path);
  for (const [, what = '', from = ''] of readFileSync(path, 'utf8').matchAll(
    /^(?:import|export) ([^;]*?)\bfrom '([^']+)'/gm,
  )) {
    if (what.startsWith('type ')) continue;
    const found = from.startsWith('.') ? packagesOf(join(dirname(path), from), seen) : [from];
    for (const name of found) packages.add(name);
  }
  return packages;
}

it('costs a starting server nothing: the SDK is loaded when the first message comes', () => {
  const atStart = packagesOf(join(repositoryRoot, 'server', 'main.ts'));
  expect(atStart).toContain('express');
  expect([...atStart].filter((name) => name.startsWith('@modelcontextprotocol/'))).toEqual([]);
  const first = packagesOf(join(repositoryRoot, 'server', 'faces', 'mcp', 'handler.ts'));
  expect(first).toContain('@modelcontextprotocol/server');
});
