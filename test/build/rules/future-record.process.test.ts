import { describe, expect, it } from 'vitest';
import { emptyCache } from '../../../build/compilation-cache.ts';
import { check, compile } from '../../../build/compile.ts';
import { fixAll } from '../../../build/fixes.ts';
import { openWorkshop } from '../../../scripts/dev/workshop.ts';
import { stele } from '../../scripts/command.ts';
import { articleText, contentOf, temporaryFolder } from '../../site.ts';
import { entryOf } from '../sources.ts';

const at = Date.UTC(2030, 0, 2);
const day = 24 * 60 * 60 * 1000;
const recorded = (time: string, zh = '用 API。'): string =>
  articleText({ zh, en: 'With an API.', fields: { verification: `[{ verifier: ann, result: passed, at: ${time} }]` } });
const text = recorded('2030-01-02T00:00:00Z');
const sources = { entries: [entryOf(text)], assets: [{ name: 'site.css', bytes: Buffer.from('p {}') }] };
const errorsOf = (messages: readonly { rule: string; severity: string }[]): string[] =>
  messages.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);

describe('future-record', () => {
  it('refuses a record that is more than a day ahead, and none that is less', () => {
    for (const [now, errors] of [
      [at - day - 1, ['future-record']],
      [at - day, []],
      [at, []],
      [at + 1000 * day, []],
    ] as const)
      expect(errorsOf(compile({ ...sources, now }).messages)).toEqual(errors);
  });

  it('judges no time when nobody says which it is', () => {
    expect(errorsOf(compile(sources).messages)).toEqual([]);
  });

  it('is judged anew with what earlier builds kept, in whichever order the times are', () => {
    const cache = emptyCache();
    for (const now of [at - 2 * day, at, undefined, at - 2 * day, at]) {
      const expected = now !== undefined && now < at ? ['future-record'] : [];
      expect(errorsOf(compile({ ...sources, now }, { cache }).messages)).toEqual(expected);
      expect(errorsOf(check({ ...sources, now }, 'check', { cache }).messages)).toEqual(expected);
    }
  });

  it('changes no byte of an edition, whatever the time is', () => {
    const ids = [at - day, at, undefined].map((now) => compile({ ...sources, now }).edition?.buildId);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toBeDefined();
  });

  it('leaves other records and what is no time to the schema', () => {
    const entries = [entryOf(recorded('soon')), entryOf(recorded('[2050]'), 'mcp/kettle.md')];
    expect(new Set(errorsOf(check({ entries, now: 0 }).messages))).toEqual(
      new Set(['front-matter-schema', 'unique-id']),
    );
  });

  it('stays an error of a file in which something was mended', () => {
    const entries = [entryOf(recorded('2030-01-02T00:00:00Z', '用API。'))];
    const { messages, fixed } = fixAll(entries, { now: 0 });
    expect(fixed).toHaveLength(1);
    expect(errorsOf(messages)).toEqual(['future-record']);
  });
});

describe('the commands', () => {
  it('know the time: build, check, digest and dev refuse a record of the year 9999', async () => {
    const content = await contentOf({ 'mcp/teapot.md': recorded('9999-01-01T00:00:00Z') });
    const out = await temporaryFolder();
    for (const command of [['build', '--out', out], ['check'], ['digest']]) {
      const { code, stdout, stderr } = await stele([...command, '--content', content]);
      expect([code, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining('error [future-record]')]);
    }
    const { messages } = await openWorkshop(content, sources.assets, emptyCache()).round();
    expect(errorsOf(messages)).toEqual(['future-record']);
  });
});
