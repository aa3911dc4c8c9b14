import { describe, expect, it } from 'vitest';
import { staleRecord } from '../../../build/rules/stale-record.ts';
import { presentDigest } from '../../../build/trust/digest.ts';
import { type ArticleParts, articleText } from '../../site.ts';
import { draftOf, draftWith, messagesOf } from '../sources.ts';

const present = presentDigest(draftWith({}));
const earlier = `sha256-${'0'.repeat(64)}`;
const recordOf = (verifier: string, digest: string | undefined, at = '2026-05-01T00:00:00Z'): string =>
  `{ verifier: ${verifier}, result: passed, at: ${at}${digest === undefined ? '' : `, digest: ${digest}`} }`;
/** An article with these records, one on each line from the 13th. */
const recorded = (records: string[], parts: ArticleParts = {}): string =>
  articleText({
    ...parts,
    fields: { ...parts.fields, verification: `\n${records.map((one) => `  - ${one}`).join('\n')}` },
  });
const linesTold = (text: string, path?: string): number[] =>
  staleRecord.check(draftOf(text, path)).map(({ place }) => place.line);

describe('stale-record', () => {
  it('tells of each verifier whose records are all about earlier texts, at its newest one', () => {
    const records = [
      recordOf('ann', earlier, '2026-03-01T00:00:00Z'),
      recordOf('ann', earlier, '2026-02-01T00:00:00Z'),
      recordOf('ben', earlier),
      recordOf('ben', earlier),
      recordOf('cat', present),
    ];
    expect(linesTold(recorded(records))).toEqual([13, 16]);
  });

  it('is content with a verifier that has one current record, and with records that name no text', () => {
    const old = recordOf('ann', earlier, '2026-06-01T00:00:00Z');
    expect(linesTold(recorded([recordOf('ann', present), old, recordOf('ben', undefined)]))).toEqual([]);
  });

  it('says nothing when only tags and dates were changed, and speaks when a letter of the text was', () => {
    const records = [recordOf('ann', present)];
    expect(linesTold(recorded(records, { fields: { tags: '[other]', updatedAt: '2026-09-01T00:00:00Z' } }))).toEqual(
      [],
    );
    expect(linesTold(recorded(records, { enTitle: 'Teapots' }))).toEqual([13]);
  });

  it('depends on the file alone: that a link leads nowhere changes no digest', () => {
    const linked = articleText({ en: 'See [x](kettle.md).' });
    const digest = presentDigest(draftOf(linked));
    const text = recorded([recordOf('ann', digest)], { en: 'See [x](kettle.md).' });
    const kettle = { 'mcp/kettle.md': articleText({ id: 'art_kettle' }) };
    const told = [{ 'mcp/teapot.md': text }, { 'mcp/teapot.md': text, ...kettle }].map((files) =>
      messagesOf(files).filter(({ rule }) => rule === staleRecord.name),
    );
    expect(told).toEqual([[], []]);
  });

  it('is silent while errors leave in doubt what the text is, and in guides', () => {
    const stale = recorded([recordOf('ann', earlier)]);
    expect(linesTold(stale)).toEqual([13]);
    for (const text of [
      stale.replace('# English', '## English'),
      stale.replace('riskLevel: low', 'riskLevel: hot'),
      `${stale}\n## Q&A\n\n### Why?\n\nBecause.\n`,
      `${stale}\n${'> '.repeat(80)}deep\n`,
    ])
      expect(linesTold(text)).toEqual([]);
    expect(linesTold(stale, 'kitchen/teapot.md')).toEqual([]);
    expect(linesTold(stale, 'guides/teapot.md')).toEqual([]);
  });
});
