// Two generations of the same articles: every answer of a server shows which one it is made of, and a mixture is seen.
import { describe, expect, it } from 'vitest';
import { compile } from '../../../build/compile.ts';
import { readAssets } from '../../../build/read.ts';
import { publishEdition } from '../../../build/write.ts';
import {
  type Generation,
  generations,
  generationsIn,
  markers,
  mixedFault,
  ofGeneration,
} from '../../../scripts/stress/generations.ts';
import { entryOf } from '../../build/sources.ts';
import { startServer } from '../../server.ts';
import { articleText, repositoryRoot, temporaryFolder } from '../../site.ts';

const buildIds: Record<Generation, string> = { 0: 'a'.repeat(64), 1: 'b'.repeat(64) };

describe('an answer', () => {
  it('is of the generation whose word, time or edition it holds', () => {
    expect(generationsIn({ text: `about the ${markers[0]}` }, buildIds)).toEqual([0]);
    expect(generationsIn({ text: '{"updatedAt":"2026-01-03T00:00:59Z"}' }, buildIds)).toEqual([1]);
    expect(generationsIn({ text: '- **Updated At**: 2026-01-03T00:00:58Z' }, buildIds)).toEqual([0]);
    expect(generationsIn({ text: `edition ${buildIds[1].slice(0, 12)}` }, buildIds)).toEqual([1]);
    expect(generationsIn({ text: 'about nothing' }, buildIds)).toEqual([]);
  });

  it('is mixed when it holds something of both', () => {
    const ofBoth = [
      `${markers[0]} and ${markers[1]}`,
      `{"updatedAt":"2026-01-03T00:00:58Z"},{"updatedAt":"2026-01-03T00:00:59Z"}`,
      `${markers[0]} in the edition ${buildIds[1].slice(0, 12)}`,
    ];
    for (const text of ofBoth) expect(mixedFault({ text }, buildIds)).toContain('aaaaaaaaaaaa and bbbbbbbbbbbb');
    expect(mixedFault({ text: `${markers[0]}, ${markers[0]}` }, buildIds)).toBeUndefined();
  });

  it('is mixed when the index of one generation found the articles of the other', () => {
    const text = `{"items":[{"updatedAt":"2026-01-03T00:00:58Z"}],"nextStep":"GET /api/v1/search?q=${markers[1]}"}`;
    expect(mixedFault({ text, searched: 1 }, buildIds)).toBeDefined();
    expect(mixedFault({ text, searched: 0 }, buildIds)).toBeUndefined();
    // Nothing found, and the word repeated.
    expect(mixedFault({ text: `{"items":[],"q":"${markers[1]}"}`, searched: 1 }, buildIds)).toBeUndefined();
  });
});

it('a server shows one generation in everything, and finds its word and not the other', async () => {
  const folder = await temporaryFolder();
  const assets = await readAssets(repositoryRoot);
  const ids = { ...buildIds };
  const slugs = ['teapot', 'kettle'];
  for (const generation of generations) {
    const entries = slugs.map((slug) =>
      entryOf(ofGeneration(articleText({ id: `art_${slug}` }), generation), `mcp/${slug}.md`),
    );
    const { edition, messages } = compile({ entries, assets });
    if (edition === undefined) throw new Error(JSON.stringify(messages));
    ids[generation] = edition.buildId;
    await publishEdition(folder, edition, { keep: 2 });
  }
  // The one that was published last.
  const server = await startServer(folder);
  const paths = ['/api/v1/search', '/api/v1/articles/teapot', '/api/v1/articles/teapot?format=markdown&lang=zh'];
  for (const path of [...paths, '/en/articles/kettle', '/zh/articles/kettle.md', '/zh/'])
    expect(generationsIn({ text: await (await server.get(path)).text() }, ids), path).toEqual([1]);
  for (const searched of generations) {
    const { body } = await server.json(`/api/v1/search?q=${markers[searched]}`);
    expect(body.data.pagination.total).toBe(searched === 1 ? slugs.length : 0);
  }
});
