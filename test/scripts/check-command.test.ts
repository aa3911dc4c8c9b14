import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishedWith } from '../build/sources.ts';
import { articleText, contentOf, repositoryRoot } from '../site.ts';
import { stele } from './command.ts';

const en = 'Used with an API, a teapot drips.';
const faulty = articleText({ zh: '使用API时,茶壶漏水.', en });
const mended = articleText({ zh: '使用 API 时，茶壶漏水。', en });
/** The path of the teapot article in messages, relative to the repository. */
const teapotIn = (content: string): string => relative(repositoryRoot, join(content, 'mcp/teapot.md'));

const drifted = articleText({ zh: '见[茶壶](https://tea.example)。', en: 'A teapot drips.' });

it('stele check also runs the style rules, and with --strict ends with 1 on their warnings', async () => {
  const content = await contentOf({ 'mcp/teapot.md': faulty });
  const { code, stderr } = await stele(['check', '--content', content]);
  expect(code).toBe(0);
  expect(stderr).toContain('warning [cjk-spacing]');
  expect((await stele(['check', '--strict', '--content', content])).code).toBe(1);
  expect(await readFile(join(content, 'mcp/teapot.md'), 'utf8')).toBe(faulty);
});

describe('stele check with file names as arguments', () => {
  it('reports only on the named files, and still resolves links to other articles', async () => {
    const content = await contentOf({
      'mcp/teapot.md': articleText({ zh: '见[水壶](kettle.md)。', en: 'See the [kettle](kettle.md).' }),
      'mcp/kettle.md': articleText({ id: 'art_b', fields: { riskLevel: 'boiling' } }),
    });
    for (const name of ['mcp/teapot.md', teapotIn(content)]) {
      const fine = { code: 0, stdout: '1 file checked, no errors\n', stderr: '' };
      expect(await stele(['check', name, '--content', content])).toEqual(fine);
    }
    const { code, stderr } = await stele(['check', 'mcp/kettle.md', '--content', content]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /kettle\.md:8:12 error \[front-matter-schema\].*\n1 error, 0 warnings\n1 of the errors would stop a build\n$/,
    );
  });

  it('with --fix fixes only the named files', async () => {
    const content = await contentOf({ 'mcp/teapot.md': faulty, 'mcp/kettle.md': faulty.replace('teapot', 'b') });
    expect((await stele(['check', 'mcp/teapot.md', '--fix', '--content', content])).code).toBe(0);
    expect(await readFile(join(content, 'mcp/teapot.md'), 'utf8')).toBe(mended);
    expect(await readFile(join(content, 'mcp/kettle.md'), 'utf8')).toContain('使用API时,');
  });

  it('refuses a name that is not a content file', async () => {
    const content = await contentOf({ 'mcp/teapot.md': faulty });
    const stderr = `stele: there is no file mcp/coffee.md in ${content}; give a path relative to the current folder or to ${content}, or name no file to select all\n`;
    expect(await stele(['check', 'mcp/coffee.md', '--content', content])).toMatchObject({ code: 2, stderr });
  });

  it('states in its last line that the errors would not stop a build, if none of them would', async () => {
    const content = await contentOf({ 'mcp/teapot.md': drifted });
    expect((await stele(['check', '--content', content])).stderr).toMatch(/\nnone of the errors stops a build\n$/);
  });
});

describe('stele check --fix', () => {
  it('fixes files in place, and keeps their line ends, byte order mark and mode', async () => {
    const disguised = (text: string): string => `\ufeff${text.replaceAll('\n', '\r\n')}`;
    const content = await contentOf({
      'mcp/teapot.md': disguised(faulty),
      'mcp/kettle.md': articleText({ id: 'art_b' }),
    });
    const path = join(content, 'mcp/teapot.md');
    await chmod(path, 0o640);
    const untouched = await stat(join(content, 'mcp/kettle.md'));
    const { code, stdout, stderr } = await stele(['check', '--fix', '--strict', '--content', content]);
    expect(stdout).toBe(`fixed ${teapotIn(content)}: 3 cjk-spacing\n2 files checked, no errors\n`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await readFile(path, 'utf8')).toBe(disguised(mended));
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect((await stat(join(content, 'mcp/kettle.md'))).ino).toBe(untouched.ino);
    expect(await readdir(join(content, 'mcp'))).toEqual(['kettle.md', 'teapot.md']);
    expect((await stele(['check', '--fix', '--content', content])).stdout).toContain('nothing to fix\n');
  });

  it('prints remaining messages as JSON on standard output, and the list of fixes on standard error', async () => {
    const content = await contentOf({ 'mcp/teapot.md': articleText({ zh: '使用API时，伺服器漏水。', en }) });
    const { stdout, stderr } = await stele(['check', '--fix', '--format', 'json', '--content', content]);
    expect(JSON.parse(stdout)).toMatchObject({ warnings: 1, messages: [{ rule: 'terms' }] });
    expect(stderr).toBe(`fixed ${teapotIn(content)}: 1 cjk-spacing\n`);
  });

  it('reports that records became stale when it changed a verified text', async () => {
    const zh = '使用API时,茶壶漏水.';
    const recorded = (id: string, digest: string): string => {
      const verification = `[{ verifier: a penguin, result: passed, at: 2026-02-01T00:00:00Z, digest: ${digest} }]`;
      return articleText({ id, zh, en, fields: { verification } });
    };
    const content = await contentOf({
      'mcp/teapot.md': recorded('art_teapot', publishedWith({ zh, en }).digest),
      'mcp/stale.md': recorded('art_stale', `sha256-${'0'.repeat(64)}`),
      'mcp/none.md': articleText({ id: 'art_none', zh, en }),
    });
    const { stdout } = await stele(['check', '--fix', '--content', content]);
    expect(stdout).toContain('\nthe text of 1 article changed; their verification records are stale now\n');
  });

  it('does not change a file that is not valid UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(faulty), Buffer.from([0xff])]);
    const content = await contentOf({ 'mcp/teapot.md': bytes });
    expect((await stele(['check', '--fix', '--content', content])).code).toBe(1);
    expect(await readFile(join(content, 'mcp/teapot.md'))).toEqual(bytes);
  });
});

it('differences between the languages are errors in stele check, but warnings with --imported', async () => {
  const content = await contentOf({ 'mcp/teapot.md': drifted });
  const strict = await stele(['check', '--content', content]);
  expect(strict.code).toBe(1);
  expect(strict.stderr).toContain(' error [parity-links] ');
  const imported = await stele(['check', '--content', content, '--imported']);
  expect(imported.code).toBe(0);
  expect(imported.stderr).toContain(' warning [parity-links] ');
});
