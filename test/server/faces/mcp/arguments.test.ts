import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domains, languages, riskLevels, verificationStatuses } from '../../../../build/edition/vocabulary.ts';
import { readArguments } from '../../../../server/faces/mcp/calls.ts';
import { argumentsOf, tools } from '../../../../server/faces/mcp/tools.ts';
import { getContext } from '../../../../server/operations/get-context.ts';
import { parameterSynonyms } from '../../../../server/operations/parameters.ts';

const [search, fetch] = tools;
if (search === undefined || fetch === undefined) throw new Error('there are two tools');

/** Arguments as the schema of `search` allows them. */
const right = fc.record(
  {
    q: fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.normalize('NFKC').trim() !== ''),
    domain: fc.constantFrom(...domains),
    status: fc.constantFrom(...verificationStatuses),
    lang: fc.constantFrom(...languages),
    maxRisk: fc.constantFrom(...riskLevels),
    minConfidence: fc.integer({ min: 0, max: 100 }),
    page: fc.integer({ min: 1, max: 1_000_000 }),
    pageSize: fc.integer({ min: 1, max: 100 }),
    facets: fc.boolean(),
    snippet: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe('arguments that the schema allows', () => {
  it('are the input of the operation, with its defaults', () => {
    fc.assert(
      fc.property(right, (given) => {
        const reading = readArguments(search, given);
        const q = given.q === undefined ? {} : { q: given.q.normalize('NFKC').trim() };
        const defaults = { page: 1, pageSize: 20, facets: false, snippet: false };
        expect(reading).toEqual({ ok: true, operation: search.operation, input: { ...defaults, ...given, ...q } });
      }),
    );
  });
});

describe('a budget of tokens', () => {
  it.each([
    [{ q: 'tea', maxTokens: 300 }],
    [{ question: 'tea', max_tokens: '300' }],
    [{ query: 'tea', budget: 300, page: null }],
  ])('asks for the passages themselves: %o', (given) => {
    const reading = readArguments(search, given);
    expect(reading).toMatchObject({ ok: true, operation: getContext, input: { q: 'tea', maxTokens: 300 } });
  });

  it('needs a question, and takes nothing that is only for lists', () => {
    for (const given of [{ maxTokens: 300 }, { q: 'tea', maxTokens: 300, page: 2 }, { q: 'tea', maxTokens: 10 }])
      expect(readArguments(search, given).ok).toBe(false);
    expect(readArguments(search, { q: 'tea', maxTokens: null }).ok).toBe(true);
  });
});

describe('arguments under other names', () => {
  const known = argumentsOf(search);
  const synonyms = Object.entries(parameterSynonyms).filter(([, meant]) => known.includes(meant));
  /** The name that a model writes for a right one. */
  const written = (name: string): fc.Arbitrary<string> =>
    fc.constantFrom(
      name,
      name.toUpperCase(),
      ...synonyms.flatMap(([synonym, meant]) => (meant === name ? [synonym] : [])),
    );

  it('are understood as those under the right names', () => {
    const renamed = right.chain((given) =>
      fc
        .tuple(
          ...Object.entries(given).map(([name, value]) =>
            fc.tuple(written(name), fc.constantFrom(value, String(value))),
          ),
        )
        .map((entries) => ({ given, other: Object.fromEntries(entries as [string, unknown][]) })),
    );
    fc.assert(
      fc.property(renamed, ({ given, other }) => {
        expect(readArguments(search, other)).toEqual(readArguments(search, given));
      }),
    );
  });

  it('never take the place of one under its own name', () => {
    const reading = readArguments(search, { query: 'kettle', q: 'teapot' });
    expect(reading).toMatchObject({
      ok: false,
      problem: { details: [{ parameter: 'query', given: 'kettle', allowed: 'nothing else beside q, which it means' }] },
    });
    expect(readArguments(search, { query: 'teapot', q: 'teapot' }).ok).toBe(true);
  });
});

describe('values in another spelling', () => {
  it.each([
    [{ domain: 'MCP' }, { domain: 'mcp' }],
    [{ domain: ['mcp'] }, { domain: 'mcp' }],
    [{ lang: 'zh-CN' }, { lang: 'zh' }],
    [{ status: 'passed' }, { status: 'verified' }],
    [{ snippet: 'True' }, { snippet: true }],
    [{ facets: 1 }, { facets: true }],
    [{ q: 'x', domain: null, status: '', page: undefined }, { q: 'x' }],
  ])('%j are %j', (given, meant) => {
    expect(readArguments(search, given)).toEqual(readArguments(search, meant));
    expect(readArguments(search, given).ok).toBe(true);
  });

  it.each([
    ['teapot', 'teapot'],
    [' teapot ', 'teapot'],
    ['kb://articles/teapot', 'teapot'],
    ['http://127.0.0.1:8080/api/v1/articles/teapot?format=markdown', 'teapot'],
    ['https://kb.example.org/zh/articles/teapot.md#why', 'teapot'],
    ['art_teapot', 'art_teapot'],
  ])('the article %s is %s', (id, slug) => {
    expect(readArguments(fetch, { id })).toMatchObject({ ok: true, input: { slug } });
  });
});

describe('arguments that mean nothing', () => {
  it.each([
    ['an unknown name', { colour: 'green' }, { parameter: 'colour', given: 'green' }],
    ['a name that is nearly one', { domian: 'mcp' }, { parameter: 'domian', suggestion: 'domain' }],
    ['a number out of bounds', { limit: 500 }, { parameter: 'pageSize', given: '500', suggestion: '100' }],
    ['a fraction', { page: 1.5 }, { parameter: 'page', given: '1.5' }],
    ['several values', { domain: ['mcp', 'agent'] }, { parameter: 'domain', given: null }],
    ['an object', { q: { text: 'x' } }, { parameter: 'q', given: null }],
    ['a key', { colour: `stele_abcdefghjkmn_${'x'.repeat(43)}` }, { parameter: 'colour', given: 'stele_…' }],
  ])('are named: %s', (_title, given, detail) => {
    const reading = readArguments(search, given);
    expect(reading).toMatchObject({ ok: false, problem: { code: 'VALIDATION_ERROR', details: [detail] } });
  });

  it('are answered, whatever they are', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (given) => {
        const reading = readArguments(search, given);
        if (!reading.ok) expect(reading.problem.details?.length).toBeGreaterThan(0);
      }),
    );
  });
});
