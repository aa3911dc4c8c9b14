import { describe, expect, it } from 'vitest';
import { check } from '../../../build/compile.ts';
import { sha256 } from '../../../build/edition/hash.ts';
import { halfOf } from '../../../scripts/eval/corpus.ts';
import { entryOf } from '../../build/sources.ts';
import { articleText } from '../../site.ts';

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

const entries = names.map((name) => entryOf(articleAbout(name), `mcp/${name}.md`));

describe('halfOf', () => {
  it('keeps the articles whose slug has a SHA-256 that begins with 0 to 7', () => {
    const paths = names.filter(isIn).map((name) => `mcp/${name}.md`);
    expect(halfOf(entries).map(({ path }) => path)).toEqual(paths);
    expect(paths.length).toBeLessThan(names.length);
  });

  it('turns links to dropped articles into text, removes their ids from `related`, and keeps all other links', () => {
    const half = halfOf(entries);
    const text = Buffer.from(half.find(({ path }) => path === `mcp/${inside}.md`)?.bytes ?? []).toString();
    expect(text).toContain('related: []\n---');
    const line = `[in](${alsoInside}.md) and out, [site](https://example.com/x.md).`;
    expect(text.match(/\[in\]\(.*$/gm)).toEqual([line, line]);
    expect(check({ entries: half }).messages.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
