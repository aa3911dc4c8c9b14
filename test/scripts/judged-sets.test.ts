import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtures, repositoryRoot } from '../site.ts';

const contentKinds = {
  question: 20,
  keyword: 12,
  identifier: 20,
  typo: 8,
  traditional: 8,
  fullwidth: 6,
  mixed: 10,
  qa: 10,
  tag: 5,
  'authored-keyword': 8,
  long: 8,
  short: 8,
};
const atLeast: Record<string, Record<string, number>> = {
  'content.dev': contentKinds,
  'content.test': contentKinds,
  'corpus/identifiers': { identifier: 100 },
  'corpus/intents.dev': { intent: 120 },
  'corpus/intents.test': { intent: 120 },
};
const files = Object.keys(atLeast);

interface Judged {
  q: string;
  lang: string;
  relevantSlugs: string[];
  kind: string;
}

async function queriesOf(file: string): Promise<Judged[]> {
  const text = await readFile(join(fixtures, 'judged', `${file}.jsonl`), 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Judged]));
}

/** The slugs of the articles in the folders of a content folder. */
async function slugsOf(folder: string): Promise<Set<string>> {
  const paths = await readdir(folder, { recursive: true });
  const articles = paths.filter((path) => path.endsWith('.md') && !path.startsWith('guides'));
  return new Set(articles.map((path) => basename(path, '.md')));
}

const plain = (query: string): string => query.toLowerCase().replace(/\s+/g, ' ');

describe.each(files)('%s', (file) => {
  it('holds well-formed queries, each once', async () => {
    const queries = await queriesOf(file);
    for (const query of queries) {
      expect(Object.keys(query)).toEqual(['q', 'lang', 'relevantSlugs', 'kind']);
      expect(query.q, query.q).toMatch(/^\S(.*\S)?$/u);
      expect(query.q.length, query.q).toBeLessThanOrEqual(256);
      expect(['zh', 'en', 'mixed'], query.q).toContain(query.lang);
      expect(query.relevantSlugs.length, query.q).toBeGreaterThan(0);
      expect(new Set(query.relevantSlugs).size, query.q).toBe(query.relevantSlugs.length);
    }
    expect(new Set(queries.map(({ q }) => plain(q))).size).toBe(queries.length);
  });

  it('has enough of every kind, and no other kind', async () => {
    const counts: Record<string, number> = {};
    for (const { kind } of await queriesOf(file)) counts[kind] = (counts[kind] ?? 0) + 1;
    expect(Object.keys(counts).sort()).toEqual(Object.keys(atLeast[file] ?? {}).sort());
    for (const [kind, minimum] of Object.entries(atLeast[file] ?? {})) {
      expect(counts[kind], kind).toBeGreaterThanOrEqual(minimum);
    }
  });
});

it.each(['content', 'corpus/intents'])('%s: no query stands in both halves', async (name) => {
  const held = new Set((await queriesOf(`${name}.test`)).map(({ q }) => plain(q)));
  expect((await queriesOf(`${name}.dev`)).map(({ q }) => q).filter((q) => held.has(plain(q)))).toEqual([]);
});

it('corpus/intents: the halves ask about different articles', async () => {
  const held = new Set((await queriesOf('corpus/intents.test')).map(({ relevantSlugs }) => relevantSlugs[0]));
  const asked = (await queriesOf('corpus/intents.dev')).map(({ relevantSlugs }) => relevantSlugs[0]);
  expect(asked.filter((slug) => held.has(slug))).toEqual([]);
});

it.each(['content.dev', 'content.test'])('%s: asks about every article of content/ and no other', async (file) => {
  const asked = (await queriesOf(file)).flatMap(({ relevantSlugs }) => relevantSlugs);
  expect([...new Set(asked)].sort()).toEqual([...(await slugsOf(join(repositoryRoot, 'content')))].sort());
});

it('corpus: every slug is that of a real article', async ({ skip }) => {
  const corpus = join(repositoryRoot, '../shared/corpus/articles');
  if (!existsSync(corpus)) {
    const reason = 'there is no corpus at ../shared/corpus beside the repository';
    console.warn(`not checked: ${reason}`);
    skip(reason);
  }
  const known = await slugsOf(corpus);
  for (const file of files.filter((name) => name.startsWith('corpus-'))) {
    const asked = (await queriesOf(file)).flatMap(({ relevantSlugs }) => relevantSlugs);
    expect(asked.filter((slug) => !known.has(slug))).toEqual([]);
  }
});
