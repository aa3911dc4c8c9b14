// A test that fails once and passes when it is tried again does not fail the run, but it is told, with what it saw.
import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repositoryRoot, temporaryFolder } from './site.ts';

async function runOf(tests: string): Promise<string> {
  const folder = await temporaryFolder();
  await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'));
  const reporter = JSON.stringify(join(repositoryRoot, 'test', 'second-tries.ts'));
  await writeFile(
    join(folder, 'vitest.config.ts'),
    `import { SecondTries } from ${reporter};
     export default { test: { retry: 1, reporters: [new SecondTries()] } };`,
  );
  await writeFile(join(folder, 'some.test.ts'), `import { expect, test } from 'vitest';\nlet tries = 0;\n${tests}`);
  const vitest = join(repositoryRoot, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { ...process.env, NO_COLOR: '1' };
  return (await promisify(execFile)(process.execPath, [vitest, 'run', '--root', folder], { env })).stdout;
}

test('what passed only when tried again is told with what it saw, and nothing else is', async () => {
  const said = await runOf(`
    test('passes', () => expect(1).toBe(1));
    test('passes late', () => { tries += 1; expect(tries, 'how often it was tried').toBe(2); });`);
  expect(said).toMatch(/^Passed only when tried again: 1$/m);
  expect(said).toMatch(/^ {2}some\.test\.ts > passes late$/m);
  expect(said).toMatch(/^ {6}how often it was tried: expected 1 to be 2/m);
  expect(said).not.toMatch(/> passes$/m);
});

test('nothing is said where every test passed at once', async () => {
  expect(await runOf(`test('passes', () => expect(1).toBe(1));`)).not.toContain('tried again');
});
