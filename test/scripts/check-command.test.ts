import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { articleText, contentOf } from '../site.ts';
import { stele } from './command.ts';

const faulty = articleText({ zh: '使用API时,茶壶漏水.' });
const mended = articleText({ zh: '使用 API 时，茶壶漏水。' });

describe('stele check', () => {
  it('runs the rules of style too, and fails on their warnings when it is strict', async () => {
    const content = await contentOf({ 'mcp/teapot.md': faulty });
    const { code, stderr } = await stele(['check', '--content', content]);
    expect(code).toBe(0);
    expect(stderr).toContain('warning [cjk-spacing]');
    expect((await stele(['check', '--strict', '--content', content])).code).toBe(1);
    expect(await readFile(join(content, 'mcp/teapot.md'), 'utf8')).toBe(faulty);
  });
});

describe('stele check --fix', () => {
  it('mends files in place, with their line ends, mark and mode, and leaves nothing beside them', async () => {
    const disguised = (text: string): string => `\ufeff${text.replaceAll('\n', '\r\n')}`;
    const content = await contentOf({
      'mcp/teapot.md': disguised(faulty),
      'mcp/kettle.md': articleText({ id: 'art_b' }),
    });
    const path = join(content, 'mcp/teapot.md');
    await chmod(path, 0o640);
    const untouched = await stat(join(content, 'mcp/kettle.md'));
    const { code, stdout, stderr } = await stele(['check', '--fix', '--strict', '--content', content]);
    expect(stdout).toBe('fixed mcp/teapot.md: 3 cjk-spacing\n2 files checked, no errors\n');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await readFile(path, 'utf8')).toBe(disguised(mended));
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect((await stat(join(content, 'mcp/kettle.md'))).ino).toBe(untouched.ino);
    expect(await readdir(join(content, 'mcp'))).toEqual(['kettle.md', 'teapot.md']);
    expect((await stele(['check', '--fix', '--content', content])).stdout).toContain('nothing to fix\n');
  });

  it('prints what remains, and keeps standard output for JSON', async () => {
    const content = await contentOf({ 'mcp/teapot.md': articleText({ zh: '使用API时，伺服器漏水。' }) });
    const { stdout, stderr } = await stele(['check', '--fix', '--format', 'json', '--content', content]);
    expect(JSON.parse(stdout)).toMatchObject({ warnings: 1, messages: [{ rule: 'terms' }] });
    expect(stderr).toBe('fixed mcp/teapot.md: 1 cjk-spacing\n');
  });

  it('shows with --dry-run what it would do, and writes nothing', async () => {
    const content = await contentOf({ 'mcp/teapot.md': faulty });
    const { stdout } = await stele(['check', '--dry-run', '--content', content]);
    expect(stdout).toContain('would fix mcp/teapot.md: 3 cjk-spacing\n--- mcp/teapot.md\n+++ mcp/teapot.md\n');
    expect(stdout).toContain('@@ -16 +16 @@\n-使用API时,茶壶漏水.\n+使用 API 时，茶壶漏水。\n');
    expect(await readFile(join(content, 'mcp/teapot.md'), 'utf8')).toBe(faulty);
  });

  it('says that records are stale when it changed the text that they checked', async () => {
    const content = await contentOf({ 'mcp/teapot.md': faulty });
    const { stdout: listed } = await stele(['digest', '--content', content]);
    const digest = listed.split(' ', 1)[0] ?? '';
    const verification = `[{ verifier: a penguin, result: passed, at: 2026-02-01T00:00:00Z, digest: ${digest} }]`;
    const recorded = await contentOf({
      'mcp/teapot.md': articleText({ zh: '使用API时,茶壶漏水.', fields: { verification } }),
    });
    const { stdout } = await stele(['check', '--fix', '--content', recorded]);
    expect(stdout).toContain('\nthe text of 1 article changed; their records are stale now\n');
  });

  it('never touches a file that cannot be read', async () => {
    const bytes = Buffer.concat([Buffer.from(faulty), Buffer.from([0xff])]);
    const content = await contentOf({ 'mcp/teapot.md': bytes });
    expect((await stele(['check', '--fix', '--content', content])).code).toBe(1);
    expect(await readFile(join(content, 'mcp/teapot.md'))).toEqual(bytes);
  });
});
