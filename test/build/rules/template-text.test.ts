// The rule reports text of the template of `stele new` that the author did not replace.
import { describe, expect, it } from 'vitest';
import { defaultSite } from '../../../build/edition/site-settings.ts';
import { judgeDraft } from '../../../build/judge.ts';
import { templateCode, templateTag, templateTexts } from '../../../build/rules/unfinished.ts';
import { type Draft, readDraft } from '../../../build/source/draft.ts';
import { nodesIn, placeOf, plainText } from '../../../build/source/markdown.ts';
import { newEntry } from '../../../scripts/article-template.ts';
import { draftOf } from '../sources.ts';

const entry = newEntry(
  { domain: 'mcp', slug: 'kettle' },
  { id: 'art_new', now: new Date('2026-05-01T10:00:00Z'), site: defaultSite },
);
const scaffold = readDraft(entry);

const told = (draft: Draft): string[] =>
  judgeDraft(draft, 'build')
    .filter(({ rule }) => rule === 'template-text')
    .map(({ place }) => `${place.line}:${place.column}`)
    .sort();

describe('the rule template-text', () => {
  it('reports all text and code of a new article, except the answers, which another rule reports', () => {
    const written = nodesIn(scaffold.tree.children)
      .filter((node) => node.type === 'code' || (node.type === 'paragraph' && plainText([node]).trim() !== 'TODO'))
      .map((node) => placeOf(node))
      .map(({ line, column }) => `${line}:${column}`);
    expect(written).toHaveLength(10);
    expect(told(scaffold)).toEqual(expect.arrayContaining(written));
    // The rule also reports five values in the front matter: two titles, two summaries and the tag.
    expect(told(scaffold)).toHaveLength(written.length + 5);
  });

  const texts = [
    ...Object.values(templateTexts).flatMap((ofLanguage) => Object.values(ofLanguage)),
    `[${templateTag}]`,
    templateCode,
  ];

  it.each(texts)('stops reporting «%s» once it is replaced', (text) => {
    const replaced = scaffold.text.replace(text, text === `[${templateTag}]` ? '[tea]' : 'tea');
    expect(replaced).not.toBe(scaffold.text);
    const before = told(scaffold);
    const after = told(draftOf(replaced, entry.path));
    expect(before).toEqual(expect.arrayContaining(after));
    expect(after).toHaveLength(before.length - 1);
  });
});
