import { describe, expect, it } from 'vitest';
import { compile } from '../../../build/compile.ts';
import { readAssets } from '../../../build/read.ts';
import type { SourceEntry } from '../../../build/source/entry.ts';
import { hostileQueries } from '../../../scripts/eval/hostile-queries.ts';
import { originalSlug, replicated, varied } from '../../../scripts/eval/replicas.ts';
import { queryLengthMax, queryText } from '../../../server/operations/parameters.ts';
import { readQuery } from '../../../server/search/query.ts';
import { articleText, repositoryRoot } from '../../site.ts';

const entry = (path: string, text: string): SourceEntry => ({ path, kind: 'file', bytes: Buffer.from(text) });
const entries = [
  entry('mcp/teapot.md', articleText({ fields: { aliases: '[old-teapot]', related: '[art_kettle]' } })),
  entry(
    'agent/kettle.md',
    articleText({ id: 'art_kettle', fields: { aliases: '\n  - old-kettle\n  - older-kettle' } }),
  ),
];

describe('replicas', () => {
  it('compile, each under an id and a slug of its own', async () => {
    const { messages, edition } = compile({
      entries: replicated(entries, 7),
      assets: await readAssets(repositoryRoot),
    });
    expect(messages.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(edition?.manifest.articles).toBe(7);
  });

  it('have words of their own when they are varied, at the end of both languages; the originals stay as they are', async () => {
    const copies = varied(replicated(entries, 7));
    expect(copies.slice(0, 2)).toEqual(entries);
    const { messages } = compile({ entries: copies, assets: await readAssets(repositoryRoot) });
    expect(messages.filter(({ severity }) => severity === 'error')).toEqual([]);
    const added = copies.slice(2).map(({ bytes }) => Buffer.from(bytes).toString('utf8'));
    for (const text of added)
      expect(text).toMatch(/\p{Script=Han}{2}，[^#]+\n\n# English\n[\s\S]+\n\n[a-z]+, [a-z, ]+\n$/u);
    expect(new Set(added.map((text) => text.split('\n').at(-2))).size).toBe(added.length);
  });

  it('lead back to their originals', () => {
    const slugs = replicated(entries, 6).map(({ path }) => path.replace(/^.*\/|\.md$/g, ''));
    expect(slugs).toEqual([
      'teapot',
      'kettle',
      'teapot-replica1',
      'kettle-replica1',
      'teapot-replica2',
      'kettle-replica2',
    ]);
    expect(new Set(slugs.map(originalSlug))).toEqual(new Set(['teapot', 'kettle']));
  });

  it('are none when there are enough articles already', () => {
    expect(replicated(entries, 2)).toEqual(entries);
  });
});

describe('hostile queries', () => {
  const queries = hostileQueries([
    articleText(),
    articleText({ zh: '## 原因\n\n水水水。', en: '## Cause\n\nSurface tension.' }),
  ]);

  it('are queries that the API takes, and as long as it allows or nearly so', () => {
    expect(queries.filter(({ q }) => !queryText.safeParse(q).success)).toEqual([]);
    const giants = queries.filter(({ q }) => [...q.normalize('NFKC')].length === queryLengthMax);
    expect(giants.length).toBeGreaterThan(5);
  });

  it('hold something to search for, but for pictures and punctuation', () => {
    const empty = queries.filter(({ q }) => readQuery(q).terms.length === 0).map(({ name }) => name);
    expect(['punctuation', 'pictures']).toEqual(expect.arrayContaining(empty));
  });

  it('are the same every time', () => {
    expect(hostileQueries(['a pot of tea'])).toEqual(hostileQueries(['a pot of tea']));
  });
});
