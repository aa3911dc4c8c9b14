import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BuildCache, cacheFolder } from '../../build/cache.ts';
import type { CompiledFile } from '../../build/compiled-file.ts';
import { pointedAt } from '../server/edition-folder.ts';
import { articleText, contentOf, repositoryRoot, temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

const good = { 'mcp/teapot.md': articleText() };
const broken = { 'mcp/teapot.md': articleText({ fields: { riskLevel: 'boiling' } }) };

/** Marks every article in a build cache as verified, as an attacker with access to a shared cache could. */
async function forgeTrust(folder: string): Promise<void> {
  const cache = new BuildCache(folder);
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.file')) continue;
    const file = cache.read<CompiledFile>(name as `${string}.file`);
    if (file?.output && 'article' in file.output) file.output.article.row.verificationStatus = 'verified';
    cache.write(name as `${string}.file`, file);
  }
  await rm(join(folder, 'outcome'));
}

async function published() {
  const out = await temporaryFolder();
  await stele(['build', '--content', await contentOf(good), '--out', out]);
  return { out, before: await pointedAt(out) };
}

describe('stele build', () => {
  it('ignores the cache with --no-cache, so a verification status forged in the cache does not reach the edition', async () => {
    const content = await contentOf(good);
    const out = await temporaryFolder();
    const statusIn = async (): Promise<string> => {
      const file = join(out, 'editions', await pointedAt(out), 'catalogue.json');
      return JSON.parse(await readFile(file, 'utf8')).articles[0].verificationStatus;
    };
    const build = (...more: string[]) => stele(['build', '--content', content, '--out', out, ...more]);
    await build();
    const honest = await pointedAt(out);
    await forgeTrust(cacheFolder(repositoryRoot, content));
    expect(await build()).toMatchObject({ code: 0 });
    expect(await statusIn()).toBe('verified');
    const stdout = expect.stringContaining(honest.slice(0, 12));
    expect(await build('--no-cache')).toMatchObject({ code: 0, stdout });
    expect(await statusIn()).toBe('unverified');
  });

  it('publishes an edition and prints its number of articles', async () => {
    const out = await temporaryFolder();
    const stdout = expect.stringMatching(/^built edition [0-9a-f]{12} with 1 article in \d+\.\d s\n$/);
    expect(await stele(['build', '--content', await contentOf(good), '--out', out])).toMatchObject({ code: 0, stdout });
    expect((await readdir(out)).sort()).toEqual(['current', 'editions']);
  });

  it('ends with 1 on an error, prints its path:line:column, and keeps the published edition', async () => {
    const { out, before } = await published();
    const { code, stderr } = await stele(['build', '--content', await contentOf(broken), '--out', out]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\S+mcp\/teapot\.md:\d+:\d+ error \[front-matter-schema\]/);
    expect(stderr).toContain('one of low, medium, high');
    expect([await pointedAt(out), await readdir(join(out, 'editions'))]).toEqual([before, [before]]);
  });

  it('prints one JSON document with --format json', async () => {
    const places = ['--content', await contentOf(broken), '--out', await temporaryFolder()];
    const { code, stdout } = await stele(['build', ...places, '--format', 'json']);
    expect(code).toBe(1);
    const messages = [{ rule: 'front-matter-schema', line: expect.any(Number) }];
    expect(JSON.parse(stdout)).toMatchObject({ errors: 1, warnings: 0, messages });
  });

  it('keeps the number of editions that --keep gives', async () => {
    const out = await temporaryFolder();
    for (const zhTitle of ['一', '二', '三', '四']) {
      const content = await contentOf({ 'mcp/teapot.md': articleText({ zhTitle }) });
      await stele(['build', '--content', content, '--out', out, '--keep', '2']);
    }
    const kept = await readdir(join(out, 'editions'));
    expect(kept).toHaveLength(2);
    expect(kept).toContain(await pointedAt(out));
  });

  it('refuses content without an article, and leaves the published edition unchanged', async () => {
    const { out, before } = await published();
    const stderr = expect.stringMatching(/^stele: there is no article in .*; the edition that is served stays as it/);
    const content = await temporaryFolder();
    expect(await stele(['build', '--content', content, '--out', out])).toMatchObject({ code: 2, stderr });
    expect(await pointedAt(out)).toBe(before);
  });

  it('refuses to publish into the content folder', async () => {
    const content = await contentOf(good);
    const { code, stderr } = await stele(['build', '--content', content, '--out', join(content, 'mcp', 'out')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('lies inside the content folder')]);
    expect(await readdir(content)).toEqual(['mcp']);
  });

  it('reports an error of the operating system on one line', async () => {
    const content = await contentOf(good);
    const file = join(await temporaryFolder(), 'a-file');
    await writeFile(file, '');
    const { code, stderr } = await stele(['build', '--content', content, '--out', file]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^stele: cannot mkdir \S+: a part of the path is a file, not a folder \(ENOTDIR\)\n$/);
    // Node's `mkdir` with `recursive` would never return for this path.
    const none = await stele(['build', '--content', content, '--out', '/proc/nowhere']);
    expect([none.code, none.stderr]).toEqual([2, 'stele: cannot mkdir /proc/nowhere: it does not exist (ENOENT)\n']);
  });
});

describe('stele digest', () => {
  it('with --json prints an object with the digest of each article by slug', async () => {
    const { code, stdout } = await stele(['digest', '--content', await contentOf(good), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ teapot: expect.stringMatching(/^sha256-[0-9a-f]{64}$/) });
  });

  it('prints no digest for content with errors', async () => {
    const { code, stdout, stderr } = await stele(['digest', '--content', await contentOf(broken), '--json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('front-matter-schema');
  });
});
