import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commandsIn, readGuide } from '../contract/guide.ts';
import { repositoryRoot, temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

const given = ['--name-zh', '茶馆', '--name-en', 'Tea House', '--domains', 'brewing, leaves', '--locale', 'en'];

describe('stele init', () => {
  it('writes a knowledge base that depends on the package from which the command ran', async () => {
    const cwd = await temporaryFolder();
    const { code, stdout, stderr } = await stele(['init', 'tea', ...given], {}, { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('next: cd tea && npm install && npm run build && npm start');
    const entries = await readdir(join(cwd, 'tea'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    expect(files.sort().join(' ')).toBe(
      '.dockerignore .gitignore Dockerfile README.md compose.yaml content.yml package.json site.yaml write-an-article.md',
    );
    const { dependencies, name } = JSON.parse(await readFile(join(cwd, 'tea', 'package.json'), 'utf8'));
    expect(name).toBe('tea-house');
    expect(join(cwd, 'tea', dependencies.stele.replace('file:', ''))).toBe(repositoryRoot.replace(/\/$/, ''));
    const site = parse(await readFile(join(cwd, 'tea', 'content', 'site.yaml'), 'utf8'));
    const domains = [{ id: 'brewing' }, { id: 'leaves' }];
    expect(site).toMatchObject({ name: { zh: '茶馆', en: 'Tea House' }, domains });
  });

  it('writes a first article that passes check --strict and build', async () => {
    const cwd = await temporaryFolder();
    await stele(['init', '.', ...given], {}, { cwd });
    const run = (...words: string[]) => stele(words, {}, { cwd });
    expect(await run('check', '--strict', '--content', 'content')).toMatchObject({ code: 0, stderr: '' });
    expect((await run('build', '--content', 'content', '--out', 'out')).code).toBe(0);
    expect((await run('ask', 'how do I add an article', '--edition', 'out')).stdout).toContain('Write an article');
  });

  it('writes nothing when a file exists already, and names the file', async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, 'tea'));
    await writeFile(join(cwd, 'tea', 'package.json'), '{}');
    const stderr = expect.stringContaining('these files exist already: tea/package.json. Nothing was written');
    expect(await stele(['init', 'tea', ...given], {}, { cwd })).toMatchObject({ code: 2, stderr });
    expect(await readdir(join(cwd, 'tea'))).toEqual(['package.json']);
  });

  it('accepts as --package a version, a folder or a tarball, and copies the tarball', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'stele-9.tgz'), 'packed');
    const specOf = async (dir: string, spec: string): Promise<unknown> => {
      await stele(['init', dir, '--package', spec, ...given], {}, { cwd });
      return JSON.parse(await readFile(join(cwd, dir, 'package.json'), 'utf8')).dependencies.stele;
    };
    expect(await specOf('a', '9.0.0')).toBe('9.0.0');
    expect(await specOf('b', 'stele-9.tgz')).toBe('file:stele-9.tgz');
    expect(await readFile(join(cwd, 'b', 'stele-9.tgz'), 'utf8')).toBe('packed');
    await mkdir(join(cwd, 'd'));
    await writeFile(join(cwd, 'd', 'stele-9.tgz'), 'of the user');
    const { stderr } = await stele(['init', 'd', '--package', 'stele-9.tgz', ...given], {}, { cwd });
    expect(stderr).toContain('these files exist already: d/stele-9.tgz');
    await mkdir(join(cwd, 'checkout'));
    expect(await specOf('c', 'checkout')).toBe('file:../checkout');
  });

  it.each(['Brewing', '9lives', 'a-b', 'x'.repeat(33)])('refuses %s as the id of a domain', async (id) => {
    const cwd = await temporaryFolder();
    const { code, stderr } = await stele(['init', 'tea', '--domains', id, '--locale', 'en'], {}, { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`"${id}" is not a valid domain id`)]);
    expect(await readdir(cwd)).toEqual([]);
  });

  it('has a guide whose commands succeed, in both languages', async () => {
    const root = await temporaryFolder();
    let cwd = join(root, 'stele');
    await mkdir(cwd);
    await writeFile(join(cwd, 'stele-9.tgz'), 'packed');
    /** These commands install, serve or run examples. The test of the packed package runs them. */
    const triedElsewhere = ['npm install', 'npm pack', 'npm start', 'npm run dev', 'npm run verify'];
    const folders: Record<string, string[]> = {
      init: [],
      build: ['--content', 'content', '--out', 'dist/edition'],
      ask: ['--edition', 'dist/edition'],
    };
    for (const words of commandsIn(await readGuide('own-knowledge-base'))) {
      const [program, , name = '', , ...given] = words;
      const line = words.join(' ');
      if (program === 'cd') cwd = join(cwd, words[1] ?? '');
      else if (!triedElsewhere.includes(line)) {
        const expanded = given.map((word) => word.replace('stele-*.tgz', 'stele-9.tgz'));
        const all = [name, ...expanded, ...(folders[name] ?? ['--content', 'content'])];
        // With --strict the warnings of a new article are errors.
        const code = line === 'npm run check -- --strict' ? 1 : 0;
        expect(await stele(all, {}, { cwd }), line).toMatchObject({ code });
        const scripts = JSON.parse(await readFile(join(root, 'tea', 'package.json'), 'utf8')).scripts;
        expect(scripts).toHaveProperty(name === 'init' ? 'start' : name);
      }
    }
  });
});
