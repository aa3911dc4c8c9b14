// Compares editions that are compiled, published and read back from disk.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ArticleChange, type ArticleSnapshot, differenceBetween } from '../../../build/edition/difference.ts';
import { readSnapshots } from '../../../scripts/edition-history.ts';
import { pointedAt } from '../../server/edition-folder.ts';
import { type ArticleParts, articleText, contentOf, publishFolder } from '../../site.ts';
import { publishedWith } from '../sources.ts';

type Files = Record<string, string>;

async function snapshotsOf(files: Files): Promise<ArticleSnapshot[]> {
  const out = await publishFolder(await contentOf(files));
  return readSnapshots(out, await pointedAt(out));
}

const teapot = (parts: ArticleParts = {}): Files => ({ 'mcp/teapot.md': articleText(parts) });
const kettle = { 'agent/kettle.md': articleText({ id: 'art_kettle', enTitle: 'Kettle' }) };

const difference = async (before: Files, after: Files) =>
  differenceBetween(await snapshotsOf(before), await snapshotsOf(after));

/** The change of the one changed article. Fails if any other article differs. */
function onlyChange({ added, removed, changed }: ReturnType<typeof differenceBetween>): ArticleChange {
  expect([added, removed, changed.length]).toEqual([[], [], 1]);
  const [only] = changed;
  if (only === undefined) throw new Error('nothing changed');
  return only;
}
const change = async (before: ArticleParts, after: ArticleParts): Promise<ArticleChange> =>
  onlyChange(await difference(teapot(before), teapot(after)));

const digestOf = (parts: ArticleParts): string => publishedWith(parts).digest;
const record = (digest: string, result = 'passed', notes = 'Poured.'): string =>
  `[{ verifier: Li Wei, result: ${result}, at: 2026-05-01T00:00:00Z, notes: ${notes}, digest: ${digest} }]`;

describe('the difference between two editions', () => {
  let plain: ArticleSnapshot[];
  beforeAll(async () => {
    plain = await snapshotsOf({ ...teapot(), ...kettle });
  });

  it('lists added and removed articles', async () => {
    const { added, removed, changed } = await difference(teapot(), kettle);
    expect(added).toMatchObject([{ id: 'art_kettle', domain: 'agent', slug: 'kettle', title: { en: 'Kettle' } }]);
    expect(removed).toMatchObject([{ id: 'art_teapot', domain: 'mcp', slug: 'teapot' }]);
    expect(changed).toEqual([]);
  });

  const questions = (zh: string, en: string): ArticleParts => ({
    zh: `## 原因\n\n水会沿着壶嘴流下来。\n\n## 问答\n\n### 为什么？\n\n${zh}`,
    en: `## Cause\n\nWater clings to the spout.\n\n## Q&A\n\n### Why?\n\n${en}`,
  });
  const field = (name: string, value: string): ArticleParts => ({ fields: { [name]: value } });

  it.each<[string, ArticleParts, object]>([
    ['the title', { zhTitle: '水壶', enTitle: 'Pot' }, { part: 'title', languages: ['zh', 'en'] }],
    ['the summary', field('summary', '{ zh: 水。, en: Why a teapot drips. }'), { part: 'summary', languages: ['zh'] }],
    ['the body', { en: '## Cause\n\nSurface tension.' }, { part: 'content', languages: ['en'] }],
    ['the questions', questions('水。', 'Water.'), { part: 'qa', languages: ['zh', 'en'] }],
    ['the author', field('author', 'Li Wei'), { part: 'author' }],
    ['the tags', field('tags', '[kitchen, tea]'), { part: 'tags' }],
    ['the keywords', field('keywords', '[]'), { part: 'keywords' }],
    ['the risk level', field('riskLevel', 'high'), { part: 'riskLevel' }],
    ['the creation date', field('createdAt', '2025-01-01T00:00:00Z'), { part: 'createdAt' }],
    ['the publication date', field('publishedAt', '2026-01-02T01:00:00Z'), { part: 'publishedAt' }],
    ['the update date', field('updatedAt', '2026-02-01T00:00:00Z'), { part: 'updatedAt' }],
    ['the related articles', field('related', '[art_kettle]'), { part: 'relatedArticles' }],
    ['the aliases', field('aliases', '[pot]'), { part: 'aliases' }],
  ])('lists a change of %s, in both directions', async (_what, parts, expected) => {
    const edited = await snapshotsOf({ ...teapot(parts), ...kettle });
    expect(onlyChange(differenceBetween(plain, edited))).toMatchObject({ parts: [expected], trustReason: null });
    expect(onlyChange(differenceBetween(edited, plain)).parts).toEqual([expected]);
  });

  it('matches an article by its id when its slug and domain change', async () => {
    const moved = { 'agent/pot.md': articleText({ fields: { aliases: '[teapot]' } }) };
    const { added, removed, changed } = await difference(teapot(), moved);
    expect([added, removed]).toEqual([[], []]);
    expect(changed).toMatchObject([
      {
        before: { domain: 'mcp', slug: 'teapot' },
        after: { domain: 'agent', slug: 'pot' },
        parts: [{ part: 'slug' }, { part: 'domain' }, { part: 'aliases' }],
      },
    ]);
  });

  it('does not list an article if only the title of its related article changed', async () => {
    const related = { 'agent/kettle.md': articleText({ id: 'art_kettle', fields: { related: '[art_teapot]' } }) };
    const { changed } = await difference({ ...teapot(), ...related }, { ...teapot({ enTitle: 'Pot' }), ...related });
    expect(changed.map(({ after }) => after.slug)).toEqual(['teapot']);
  });
});

describe('the change of status and score', () => {
  const checked: ArticleParts = { fields: { verification: record(digestOf({})) } };
  const edited: ArticleParts = { ...checked, en: '## Cause\n\nSurface tension.' };

  it('an edit makes a verified article unverified, and restoring the text makes it verified again', async () => {
    const { before, after, parts, trustReason } = await change(checked, edited);
    expect([before.verificationStatus, before.confidenceScore > 60]).toEqual(['verified', true]);
    expect([after.verificationStatus, after.confidenceScore, trustReason]).toEqual(['unverified', 30, 'text']);
    // The record did not change, but the edited text makes it stale.
    expect(parts).toEqual([{ part: 'content', languages: ['en'] }]);
    expect((await change(edited, checked)).trustReason).toBe('text-restored');
  });

  it('the reason is `records` when a record is added or its result or digest changes', async () => {
    const stale: ArticleParts = { fields: { verification: record(`sha256-${'0'.repeat(64)}`) } };
    for (const [before, after] of [
      [{}, checked],
      [checked, { fields: { verification: record(digestOf({}), 'partial') } }],
      [stale, checked],
    ] as const) {
      expect(await change(before, after)).toMatchObject({
        parts: [{ part: 'verificationRecords' }],
        trustReason: 'records',
      });
    }
  });

  it('the reason is `text-and-records` when both the text and the records changed', async () => {
    const parts: ArticleParts = { en: '## Cause\n\nSurface tension.' };
    const again: ArticleParts = { ...parts, fields: { verification: record(digestOf(parts), 'partial') } };
    expect((await change(checked, again)).trustReason).toBe('text-and-records');
  });

  it('the reason is `computation` when the score changed without a change in any part of the article that callers can see', async () => {
    const verification = record(digestOf({})).replace(' }]', ', examples: { ran: 9, failed: 0, skipped: 0 } }]');
    expect(await change(checked, { fields: { verification } })).toMatchObject({
      parts: [],
      trustReason: 'computation',
    });
  });
});
