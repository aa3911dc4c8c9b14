// Tests the rules about verification records: `future-record` checks the time of a record, `stale-record` its digest. The exact
// messages are in test/fixtures/broken.
import { describe, expect, it } from 'vitest';
import { BuildCache } from '../../../build/cache.ts';
import { check, compile } from '../../../build/compile.ts';
import { fixAll } from '../../../build/fixes.ts';
import { staleRecord } from '../../../build/rules/records.ts';
import { presentDigest } from '../../../build/trust/digest.ts';
import { openWorkshop } from '../../../scripts/dev/workshop.ts';
import { type ArticleParts, articleText, contentOf } from '../../site.ts';
import { draftOf, draftWith, entryOf, messagesOf } from '../sources.ts';

const recordOf = (verifier: string, digest?: string, at = '2026-05-01T00:00:00Z'): string =>
  `{ verifier: ${verifier}, result: passed, at: ${at}${digest === undefined ? '' : `, digest: ${digest}`} }`;
/** An article with these records, one per line, starting on line 13. */
const recorded = (records: string[], parts: ArticleParts = {}): string => {
  const verification = `\n${records.map((one) => `  - ${one}`).join('\n')}`;
  return articleText({ ...parts, fields: { ...parts.fields, verification } });
};

describe('the rule future-record', () => {
  const at = Date.UTC(2030, 0, 2);
  const day = 24 * 60 * 60 * 1000;
  const text = recorded([recordOf('ann', undefined, '2030-01-02T00:00:00Z')]);
  const assets = [{ name: 'site.css', bytes: Buffer.from('p {}') }];
  const sources = { entries: [entryOf(text)], assets };
  const errorsOf = (messages: readonly { rule: string; severity: string }[]): string[] =>
    messages.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);

  it('is evaluated for each build, even with a cache, and changes no byte of an edition', () => {
    const cache = new BuildCache();
    const ids = [at - 2 * day, at, undefined, at - 2 * day, at].flatMap((now) => {
      const { messages, edition } = compile({ ...sources, now }, { cache });
      const expected = now !== undefined && now < at ? ['future-record'] : [];
      expect(errorsOf(messages)).toEqual(expected);
      expect(errorsOf(check({ ...sources, now }, 'check', { cache }).messages)).toEqual(expected);
      return edition?.buildId ?? [];
    });
    expect(new Set(ids).size).toBe(1);
  });

  it('still reports its error after `--fix` corrected something else in the file', () => {
    const entries = [entryOf(recorded([recordOf('ann')], { zh: '用API。', en: 'With an API.' }))];
    const { messages, fixed } = fixAll(entries, { now: 0 });
    expect(fixed).toHaveLength(1);
    expect(errorsOf(messages)).toEqual(['future-record']);
  });

  it('reports a record from the future as an error in `stele dev` too, which uses the current time', async () => {
    const text = recorded([recordOf('ann', undefined, '9999-01-01T00:00:00Z')]);
    const workshop = openWorkshop(await contentOf({ 'mcp/teapot.md': text }), assets, new BuildCache());
    expect(errorsOf((await workshop.round()).messages)).toEqual(['future-record']);
  });
});

describe('the rule stale-record', () => {
  const earlier = `sha256-${'0'.repeat(64)}`;
  const linesTold = (text: string, path?: string): number[] =>
    staleRecord.check(draftOf(text, path)).map(({ place }) => place.line);

  it('depends on the file of the article only, whether or not a linked article exists', () => {
    const linked = { en: 'See [x](kettle.md).' };
    const text = recorded([recordOf('ann', presentDigest(draftWith(linked)))], linked);
    const kettle = { 'mcp/kettle.md': articleText({ id: 'art_kettle' }) };
    for (const files of [{ 'mcp/teapot.md': text }, { 'mcp/teapot.md': text, ...kettle }])
      expect(messagesOf(files).filter(({ rule }) => rule === staleRecord.name)).toEqual([]);
  });

  it('reports nothing in guides, or while errors in the file make its text uncertain', () => {
    const stale = recorded([recordOf('ann', earlier)]);
    expect(linesTold(stale)).toEqual([13]);
    for (const text of [
      stale.replace('# English', '## English'),
      stale.replace('riskLevel: low', 'riskLevel: hot'),
      `${stale}\n## Q&A\n\n### Why?\n\nBecause.\n`,
      `${stale}\n${'> '.repeat(80)}deep\n`,
    ])
      expect(linesTold(text)).toEqual([]);
    expect(linesTold(stale, 'guides/teapot.md')).toEqual([]);
  });
});
