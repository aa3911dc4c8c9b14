import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../build/edition/hash.ts';
import { readContent } from '../../../build/read.ts';
import type { SourceEntry } from '../../../build/source/entry.ts';
import { halfOf } from '../../../scripts/eval/corpus.ts';
import { articleText, compileFolder, contentOf } from '../../site.ts';

const names = ['ant', 'bee', 'cat', 'dog', 'eel', 'fox', 'gnu', 'hen'];
const isIn = (slug: string): boolean => /^[0-7]/.test(sha256(slug));
const [inside = '', alsoInside = ''] = names.filter(isIn);
const [outside = ''] = names.filter((name) => !isIn(name));

function articleAbout(name: string): string {
  const links = (anchor: string): string =>
    `[in](${alsoInside}.md) and [out](../mcp/${outside}.md#${anchor}), [site](https://example.com/x.md).`;
  return articleText({
    id: `art_${name}`,
    zhTitle: `关于 ${name}`,
    enTitle: `About ${name}`,
    fields: name === inside ? { related: `\n  - art_${outside}\n  - art_${alsoInside}` } : {},
    ...(name === inside && { zh: `## 原因\n\n${links('原因')}`, en: `## Cause\n\n${links('cause')}` }),
  });
}

async function site(): Promise<{ entries: SourceEntry[]; folder: string }> {
  const articles = names.map((name) => [`mcp/${name}.md`, articleAbout(name)] as const);
  const folder = await contentOf(Object.fromEntries(articles));
  return { entries: await readContent(folder), folder };
}

const textOf = (entries: readonly SourceEntry[], path: string): string =>
  Buffer.from(entries.find((entry) => entry.path === path)?.bytes ?? []).toString('utf8');

describe('halfOf', () => {
  it('keeps the articles whose hashed slug begins with 0 to 7', async () => {
    const { entries } = await site();
    expect(halfOf(entries).map(({ path }) => path)).toEqual(
      entries.map(({ path }) => path).filter((path) => isIn(path.slice('mcp/'.length, -'.md'.length))),
    );
    expect(halfOf(entries).length).toBeLessThan(entries.length);
  });

  it('empties related, keeps links within the half and to other sites, and makes plain text of links to the rest', async () => {
    const text = textOf(halfOf((await site()).entries), `mcp/${inside}.md`);
    expect(text).toContain('related: []\n---');
    expect(text.match(/\[in\]\(.*$/gm)).toEqual(
      Array(2).fill(`[in](${alsoInside}.md) and out, [site](https://example.com/x.md).`),
    );
  });

  it('still compiles when the whole does', async () => {
    const { entries, folder } = await site();
    expect((await compileFolder(folder)).messages.filter(({ severity }) => severity === 'error')).toEqual([]);
    const files = halfOf(entries).map(({ path, bytes }) => [path, bytes] as const);
    const half = await contentOf(Object.fromEntries(files));
    expect((await compileFolder(half)).messages.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
