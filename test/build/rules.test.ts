// Every rule has a broken site in test/fixtures/broken/<rule>/: `content/` with the rule's faults, `messages.txt` with
// what an author reads about them, word for word.
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, type Scope } from '../../build/compile.ts';
import { inLocale } from '../../build/messages.ts';
import { readContent } from '../../build/read.ts';
import { reportText } from '../../build/report.ts';
import { rules } from '../../build/rules/table.ts';
import { compileFolder, copyOf, fixtures, repositoryRoot } from '../site.ts';

/** A rule of `check` is tried with every rule, one of the build with those of the build. */
const scopeOf = (name: string): Scope =>
  rules.find((rule) => rule.name === name)?.onlyInCheck === true ? 'check' : 'build';

const brokenSites = join(fixtures, 'broken');
const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();

/** What cannot or should not lie in a repository is added to the copy that is compiled. */
const additions: Record<string, (content: string) => Promise<void>> = {
  'plain-files': async (content) => {
    await mkdir(join(content, 'skill'));
    execFileSync('mkfifo', [join(content, 'skill/pipe.md')]);
  },
  'file-size': async (content) => {
    const sizes = {
      'mcp/teapot-encyclopedia.md': 262_145,
      'agent/penguin-saga.md': 300_000,
      'guides/endless-guide.md': 1_000_000,
      'foundation/just-fits.md': 262_144,
    };
    for (const [path, bytes] of Object.entries(sizes)) await growTo(join(content, path), bytes);
  },
  complexity: async (content) => {
    const tails = {
      'endless-diary': 'Tea.\n\n'.repeat(10_000),
      'thousand-teas': '- Tea\n'.repeat(4200),
      'star-chart': '`a` b\n\n'.repeat(9000) + '*a*\n\n'.repeat(400) + '`b` '.repeat(27_000),
      'long-story': `\n${'Once *upon a [time, '.repeat(1000)}`,
    };
    for (const [name, tail] of Object.entries(tails))
      await appendFile(join(content, `scenarios/${name}.md`), `\n${tail}`);
    const fields = join(content, 'scenarios/many-fields.md');
    await writeFile(fields, (await readFile(fields, 'utf8')).replace('---\n', `---\n${'# Later.\n'.repeat(1000)}`));
  },
  'case-collision': async (content) => {
    // The second of each pair would be the first on some disks, and could not be checked out there.
    for (const name of ['teapot.TXT', 'cafe\u0301.txt', 'LICENCE']) await writeFile(join(content, name), 'tea\n');
  },
};

async function growTo(path: string, bytes: number): Promise<void> {
  const { size } = await stat(path);
  await appendFile(path, 'x'.repeat(bytes - size));
}

describe('a rule', () => {
  it('has a broken site, and every broken site has its rule', async () => {
    expect(await namesIn(brokenSites)).toEqual(rules.map(({ name }) => name).sort());
  });

  it('is in the table when its file is in build/rules, and has the name of its file', async () => {
    const files = await namesIn(join(repositoryRoot, 'build/rules'));
    const expected = files.filter((name) => name !== 'rule.ts' && name !== 'table.ts');
    expect(rules.map(({ name }) => `${name}.ts`).sort()).toEqual(expected);
  });

  it('says in a sentence what it protects', () => {
    for (const { about } of rules) expect(inLocale(about, 'en')).toMatch(/^[A-Z].*\.$/);
  });

  it.each(rules.map(({ name }) => name))('%s tells authors of every fault in its broken site', async (name) => {
    const copy = await copyOf(join(brokenSites, name, 'content'));
    await additions[name]?.(copy);
    const { messages } = check({ entries: await readContent(copy) }, scopeOf(name));
    const told = reportText(messages, { locale: 'en', pathPrefix: '', frames: false, textOf: () => undefined });
    expect(`${told}\n`).toBe(await readFile(join(brokenSites, name, 'messages.txt'), 'utf8'));
  });

  it.each(rules)(
    '$name is alone with its faults: $severity messages of its own and no others',
    async ({ name, severity }) => {
      const lines = (await readFile(join(brokenSites, name, 'messages.txt'), 'utf8')).trimEnd().split('\n');
      const told = lines.slice(0, -1);
      expect(told.filter((line) => !line.includes(` ${severity} [${name}] `))).toEqual([]);
      // Several variants of the fault, in several files.
      const files = new Set(told.map((line) => line.split(':', 1)[0]));
      expect(files.size).toBeGreaterThan(1);
    },
  );

  it('is broken by every error of its site: no edition comes of it', async () => {
    for (const { name, severity, onlyInCheck } of rules) {
      const { edition } = await compileFolder(join(brokenSites, name, 'content'));
      const made = edition === undefined ? 'refused' : 'made';
      // These faults are only in the copies.
      const isWhole = ['file-size', 'case-collision'].includes(name);
      expect(`${name} ${made}`).toBe(
        `${name} ${severity === 'warning' || onlyInCheck || isWhole ? 'made' : 'refused'}`,
      );
    }
  });
});
