import { describe, expect, it } from 'vitest';
import { groupsOf } from '../../../scripts/eval/groups.ts';
import { isBadLine, type JudgedQuery, type QuerySet, readQuerySet } from '../../../scripts/eval/queries.ts';

const good = '{"q":"tea","lang":"en","relevantSlugs":["teapot"]}';

function setOf(text: string, file = 'vue.anchor.en.jsonl'): QuerySet {
  const read = readQuerySet(text, file);
  if (isBadLine(read)) throw new Error(JSON.stringify(read));
  return read;
}

describe('a file of judged queries', () => {
  it('names its set, and the kind of queries that do not name their own', () => {
    expect(setOf(good)).toMatchObject({ name: 'vue.anchor', queries: [{ kind: 'anchor', language: 'en' }] });
    expect(setOf(good, 'some/where/content.dev.jsonl')).toMatchObject({
      name: 'content.dev',
      queries: [{ kind: 'content.dev' }],
    });
    const named = '{"q":"茶","lang":"zh","relevantSlugs":["a","b","a"],"kind":"title","eqTitle":true,"split":"test"}';
    expect(setOf(named).queries).toEqual([
      { q: '茶', language: 'zh', relevant: ['a', 'b'], kind: 'title', isTitle: true, half: 'test' },
    ]);
  });

  it('may have empty lines, Windows line ends and a byte order mark', () => {
    expect(setOf(`\uFEFF${good}\r\n\r\n${good}\r\n`).queries).toHaveLength(2);
  });

  it('has all queries about one article in one half, in whatever language', () => {
    const halves = ['zh', 'en'].map(
      (lang) => setOf(`{"q":"茶","lang":"${lang}","relevantSlugs":["teapot"]}`).queries[0]?.half,
    );
    expect(halves[0]).toBe(halves[1]);
    const many = Array.from({ length: 100 }, (_, index) => good.replace('teapot', `slug-${index}`)).join('\n');
    const inDev = setOf(many).queries.filter(({ half }) => half === 'dev').length;
    expect(inDev).toBeGreaterThan(30);
    expect(inDev).toBeLessThan(70);
  });

  it.each([
    [
      '{"q":"tea"',
      '"{\\"q\\":\\"tea\\""',
      'one JSON object, such as {"q":"how to retry","lang":"en","relevantSlugs":["retries"]}',
    ],
    ['["tea"]', '["tea"]', 'one JSON object, such as {"q":"how to retry","lang":"en","relevantSlugs":["retries"]}'],
    ['{"query":"tea"}', 'no q', 'the query, as a text that is not empty'],
    ['{"q":" "}', 'q is " "', 'the query, as a text that is not empty'],
    ['{"q":"tea","lang":"fr"}', 'lang is "fr"', 'one of "zh", "en", "mixed"'],
    ['{"q":"tea","lang":"en"}', 'no relevantSlugs', 'a list of one slug or more'],
    ['{"q":"tea","lang":"en","relevantSlugs":[]}', 'relevantSlugs is []', 'a list of one slug or more'],
    ['{"q":"tea","lang":"en","relevantSlugs":[7]}', 'relevantSlugs is [7]', 'a list of one slug or more'],
    [good.replace('}', ',"kind":7}'), 'kind is 7', 'a text, or nothing'],
    [good.replace('}', ',"eqTitle":"yes"}'), 'eqTitle is "yes"', 'true, false or nothing'],
    [good.replace('}', ',"split":"train"}'), 'split is "train"', 'one of "dev", "test", or nothing'],
  ])('is refused for %j', (line, found, expected) => {
    expect(readQuerySet(`${good}\n\n${line}\n`, 'x.jsonl')).toEqual({ line: 3, found, expected });
  });

  it('is refused without any query', () => {
    expect(readQuerySet('\n', 'x.jsonl')).toMatchObject({ line: 1, found: 'no query' });
  });
});

describe('groups', () => {
  const query = (more: Partial<JudgedQuery>): JudgedQuery => ({
    q: 'tea',
    language: 'en',
    relevant: ['teapot'],
    kind: 'anchor',
    isTitle: false,
    half: 'dev',
    ...more,
  });
  const names = (sets: QuerySet[]) =>
    groupsOf(sets).map(({ level, name, language, members }) => [level, name, language, members.join(' ')].join(': '));

  it('are the sets, then the kinds over all sets, Chinese first', () => {
    const sets = [
      { name: 'vue', file: 'a', queries: [query({}), query({ language: 'zh' })] },
      { name: 'dify', file: 'b', queries: [query({})] },
    ];
    expect(names(sets)).toEqual([
      'set: vue: zh: 1',
      'set: vue: en: 0',
      'set: dify: en: 2',
      'kind: anchor: zh: 1',
      'kind: anchor: en: 0 2',
    ]);
  });

  it('show queries that are titles apart from those that are not', () => {
    const sets = [{ name: 'vue', file: 'a', queries: [query({ isTitle: true }), query({}), query({ kind: 'title' })] }];
    expect(names(sets)).toEqual([
      'set: vue: en: 0 1 2',
      'kind: anchor: en: 0 1',
      'kind: anchor eqTitle:true: en: 0',
      'kind: anchor eqTitle:false: en: 1',
      'kind: title: en: 2',
    ]);
  });

  it('takes all queries of a file to be of the half that its name says, unless a line says another', () => {
    const line = '{"q":"tea","lang":"mixed","relevantSlugs":["teapot"]}';
    for (const half of ['dev', 'test'] as const) {
      const set = readQuerySet(`${line}\n${line.replace('}', ',"split":"dev"}')}`, `own.${half}.jsonl`);
      expect('queries' in set && set.queries.map((query) => query.half)).toEqual([half, 'dev']);
    }
  });
});
