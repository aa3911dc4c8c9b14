// Every rule has a broken site in test/fixtures/broken/<rule>/: `content/` with violations of the rule, `messages.txt` and
// `messages.zh.txt` with the exact messages for authors, and `example.json` with the fault and the remedy that the guide for
// authors shows.
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { check } from '../../build/compile.ts';
import { languages } from '../../build/edition/vocabulary.ts';
import type { Scope } from '../../build/judge.ts';
import { inLocale, type Message, type Place } from '../../build/messages.ts';
import { readContent } from '../../build/read.ts';
import { reportText } from '../../build/report.ts';
import { rules } from '../../build/rules/table.ts';
import { copyOf, fixtures } from '../site.ts';

/** Rules that run only in `stele check` need the scope `check`; all others are tested with the rules of a build. */
const scopeOf = (name: string): Scope =>
  rules.find((rule) => rule.name === name)?.onlyInCheck === true ? 'check' : 'build';

/** The date at which the broken sites are checked. */
const now = Date.UTC(2026, 5, 1);

const brokenSites = join(fixtures, 'broken');
const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();

/** Functions by rule. Each adds files that cannot or should not be in a repository to the copy of a broken site. */
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
      'star-chart': `${'`a` *b* '.repeat(250)}\n\n`.repeat(72),
      'long-story': `\n${'Once *upon a [time, '.repeat(2100)}`,
    };
    for (const [name, tail] of Object.entries(tails))
      await appendFile(join(content, `scenarios/${name}.md`), `\n${tail}`);
    const fields = join(content, 'scenarios/many-fields.md');
    await writeFile(fields, (await readFile(fields, 'utf8')).replace('---\n', `---\n${'# Later.\n'.repeat(4000)}`));
  },
  'case-collision': async (content) => {
    // Each name differs from the name of a file in the repository only in case or in its Unicode form. The repository cannot contain
    // both names, because on some file systems they are the same.
    for (const name of ['teapot.TXT', 'cafe\u0301.txt', 'LICENCE']) await writeFile(join(content, name), 'tea\n');
  },
};

async function growTo(path: string, bytes: number): Promise<void> {
  const { size } = await stat(path);
  await appendFile(path, `${'x'.repeat(998)}\n\n`.repeat(Math.ceil(bytes / 1000)).slice(0, bytes - size));
}

/** A copy of the broken site of a rule, with its additions. */
async function brokenCopy(name: string): Promise<string> {
  const copy = await copyOf(join(brokenSites, name, 'content'));
  await additions[name]?.(copy);
  return copy;
}

/** The messages of the named rule and of all rules of a build. Rules that run only in `check` are tested with their own sites. */
async function messagesIn(content: string, name: string): Promise<Message[]> {
  const { messages } = check({ entries: await readContent(content), now }, scopeOf(name));
  const others = rules.filter((rule) => rule.onlyInCheck === true && rule.name !== name).map((rule) => rule.name);
  return messages.filter(({ rule }) => !others.includes(rule));
}

/** The quoted JSON strings in a message, which must be the same in both languages. */
const valuesIn = (sentence: string): string[] => sentence.match(/"(?:[^"\\]|\\.)*"/g) ?? [];

const names = rules.map(({ name }) => name);
const goldens = { zh: 'messages.zh.txt', en: 'messages.txt' } as const;

it('every rule has a fixture site that violates it, and every such site belongs to a rule', async () => {
  expect([...names].sort()).toEqual(await namesIn(brokenSites));
});

it.each(rules)(
  'the rule $name reports exactly the faults of its fixture site, the same in both languages',
  async ({ name, severity, about }) => {
    const messages = await messagesIn(await brokenCopy(name), name);
    for (const locale of languages) {
      const told = reportText(messages, { locale, pathPrefix: '', frames: false, textOf: () => undefined });
      expect(`${told}\n`).toBe(await readFile(join(brokenSites, name, goldens[locale]), 'utf8'));
    }
    for (const said of messages.flatMap(({ found, expected, advice }) => [found, expected, advice])) {
      expect(inLocale(said, 'zh')).toMatch(/\p{Script=Han}/u);
      expect(inLocale(said, 'zh')).not.toBe(inLocale(said, 'en'));
      expect(valuesIn(inLocale(said, 'zh'))).toEqual(valuesIn(inLocale(said, 'en')));
    }
    expect(messages.filter((message) => message.severity !== severity || message.rule !== name)).toEqual([]);
    // A broken site shows several variants of the fault in at least two files.
    expect(new Set(messages.map(({ path }) => path)).size).toBeGreaterThan(1);
    expect(inLocale(about, 'en')).toMatch(/^[A-Z].*\.$/);
    expect(inLocale(about, 'zh')).toMatch(/\p{Script=Han}.*。$/u);
  },
);

const inWords = z.strictObject({ zh: z.string().regex(/\p{Script=Han}/u), en: z.string().min(1) });
/** A fault and its remedy: wrong and right lines, or a new file name, or a description if lines cannot show the fault. */
const exampleSchema = z.union([
  z.strictObject({ file: z.string(), wrong: z.string().min(1), right: z.string() }),
  z.strictObject({ file: z.string(), rename: z.string().min(1) }),
  z.strictObject({ file: z.string(), wrong: inWords, right: inWords }),
]);
type Example = z.infer<typeof exampleSchema>;

async function exampleOf(name: string): Promise<Example> {
  return exampleSchema.parse(JSON.parse(await readFile(join(brokenSites, name, 'example.json'), 'utf8')));
}

/** Applies the remedy to a copy of the broken site. Returns the first and the last line of the fault in its file. */
async function mend(content: string, example: Example): Promise<{ first: number; last: number }> {
  const path = join(content, example.file);
  if ('rename' in example) {
    await mkdir(dirname(join(content, example.rename)), { recursive: true });
    await rename(path, join(content, example.rename));
    return { first: 1, last: 1 };
  }
  const { wrong, right } = example;
  if (typeof wrong !== 'string' || typeof right !== 'string') throw new Error('an example in words cannot be applied');
  const [before, ...others] = (await readFile(path, 'utf8')).split(wrong);
  // The excerpt must occur exactly once, because a second occurrence would be ambiguous.
  if (before === undefined || others.length !== 1)
    throw new Error(`the excerpt does not occur exactly once in ${example.file}`);
  await writeFile(path, before + right + others.join(''));
  const first = before.split('\n').length;
  return { first, last: first + wrong.split('\n').length - 1 };
}

/** The text of a message without its line number, because a remedy may move lines. */
const saying = ({ path, rule, found, advice }: Message): string =>
  `${path} [${rule}] ${inLocale(found, 'en')} ${inLocale(advice, 'en')}`;

it.each(names)(
  'the example of %s shows a fault of its fixture site and a remedy that causes no new fault',
  async (name) => {
    const example = await exampleOf(name);
    const excerpts = 'rename' in example ? [example.rename] : [example.wrong, example.right];
    const lines = excerpts.flatMap((text) => (typeof text === 'string' ? text : text.en).split('\n'));
    // The guide for authors has room for short examples only.
    expect(lines.length).toBeLessThanOrEqual(12);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    const copy = await brokenCopy(name);
    const before = await messagesIn(copy, name);
    const ofFile = before.filter(({ path, rule }) => path === example.file && rule === name);
    if ('wrong' in example && typeof example.wrong !== 'string') {
      expect(ofFile).not.toEqual([]);
      return;
    }
    const { first, last } = await mend(copy, example);
    const isShown = ({ line }: Place): boolean => line >= first && line <= last;
    const shown = ofFile.filter(({ place, counterpart }) => isShown(place) || (counterpart && isShown(counterpart)));
    expect(shown).not.toEqual([]);
    const allowed = before.filter((message) => !shown.includes(message)).map(saying);
    for (const said of (await messagesIn(copy, name)).map(saying)) {
      expect(allowed).toContain(said);
      allowed.splice(allowed.indexOf(said), 1);
    }
  },
);
