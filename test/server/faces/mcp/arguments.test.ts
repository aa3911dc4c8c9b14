import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSite, domainIds } from '../../../../build/edition/site-settings.ts';
import { languages, riskLevels, verificationStatuses } from '../../../../build/edition/vocabulary.ts';
import { readArguments } from '../../../../server/faces/mcp/calls.ts';
import { type Tool, toolOf, tools } from '../../../../server/faces/mcp/tools.ts';
import { parameterSynonyms } from '../../../../server/operations/parameters.ts';

const domains = domainIds(defaultSite);

const [search, , fetch] = tools.map((tool) => toolOf(tool, defaultSite)) as [Tool, Tool, Tool];

/** Arguments that satisfy the schema of `search`. */
const right = fc.record(
  {
    query: fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.normalize('NFKC').trim() !== ''),
    domain: fc.constantFrom(...domains),
    status: fc.constantFrom(...verificationStatuses),
    lang: fc.constantFrom(...languages),
    maxRisk: fc.constantFrom(...riskLevels),
    minConfidence: fc.integer({ min: 0, max: 100 }),
    page: fc.integer({ min: 1, max: 1_000_000 }),
    pageSize: fc.integer({ min: 1, max: 100 }),
  },
  { requiredKeys: [] },
);

const inputOf = (tool: Tool, given: Record<string, unknown>) => {
  const reading = readArguments(tool, given);
  return reading.ok ? { ...reading.input, languages: reading.languages } : reading.problem;
};

describe('arguments that the schema allows', () => {
  it('become the input of the operation, with default values and the language of the query', () => {
    fc.assert(
      fc.property(right, ({ query, ...given }) => {
        const q = query?.normalize('NFKC').trim();
        const language = given.lang ?? (/\p{Script=Han}/u.test(q ?? '') ? 'zh' : 'en');
        expect(inputOf(search, { query, ...given })).toEqual({
          ...{ page: 1, pageSize: 5, facets: false, snippet: true, languages: [language] },
          ...given,
          ...(q !== undefined && { q }),
        });
      }),
    );
  });
});

describe('a call of the tool fetch', () => {
  it.each([
    [' teapot ', { slug: 'teapot', languages: ['en'] }],
    ['teapot@0123456789ab#the-lid', { slug: 'teapot@0123456789ab#the-lid', languages: ['en', 'zh'] }],
    ['teapot@0123456789ab#壶盖', { languages: ['zh', 'en'] }],
    ['http://127.0.0.1:8080/api/v1/articles/teapot?format=markdown', { slug: 'teapot' }],
    ['https://kb.example.org/zh/articles/teapot.md#%E5%A3%B6', { slug: 'teapot', section: '壶', languages: ['zh'] }],
    ['https://kb.example.org/zh/articles/teapot#%zz', { slug: 'teapot', section: '%zz' }],
  ])('with the id %s becomes the input %j', (id, input) => {
    expect(inputOf(fetch, { id })).toMatchObject(input);
  });

  it('has a budget of 20,000 tokens, or of 800 with a query, and takes the language of the query', () => {
    expect(inputOf(fetch, { id: 'teapot' })).toMatchObject({ maxTokens: 20_000 });
    expect(inputOf(fetch, { id: 'teapot', budget: 300 })).toMatchObject({ maxTokens: 300 });
    const given = { id: 'teapot', query: '怎么烧水' };
    expect(inputOf(fetch, given)).toMatchObject({ slug: 'teapot', q: '怎么烧水', maxTokens: 800, languages: ['zh'] });
    expect(inputOf(fetch, { ...given, lang: 'en' })).toMatchObject({ languages: ['en'] });
  });
});

describe('arguments under synonyms of their names', () => {
  /** The names that models may use for an argument: its name as it is or in capital letters, its name in the API, and synonyms. */
  const written = (name: string): fc.Arbitrary<string> => {
    const parameter = name === 'query' ? 'q' : name;
    const synonyms = Object.entries(parameterSynonyms).filter(([, meant]) => meant === parameter);
    return fc.constantFrom(name, name.toUpperCase(), parameter, ...synonyms.map(([synonym]) => synonym));
  };

  it('are read like arguments under their own names', () => {
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

  it('are refused if the argument is also given under its own name with another value', () => {
    expect(inputOf(search, { q: 'kettle', query: 'teapot' })).toMatchObject({
      details: [{ parameter: 'q', given: 'kettle', allowed: 'only one of query and this name, which mean the same' }],
    });
    expect(readArguments(search, { q: 'teapot', query: 'teapot' }).ok).toBe(true);
  });
});

describe('values in another spelling', () => {
  it.each([
    [{ domain: 'MCP' }, { domain: 'mcp' }],
    [{ domain: ['mcp'] }, { domain: 'mcp' }],
    [{ lang: 'zh-CN' }, { lang: 'zh' }],
    [{ status: 'passed' }, { status: 'verified' }],
    [{ query: 'x', domain: null, status: '', page: undefined }, { query: 'x' }],
  ])('%j is read like %j', (given, meant) => {
    expect(readArguments(search, given)).toEqual(readArguments(search, meant));
    expect(readArguments(search, given).ok).toBe(true);
  });
});

describe('invalid arguments', () => {
  it.each([
    ['an unknown name', { colour: 'green' }, { parameter: 'colour', given: 'green' }],
    ['a misspelt name', { domian: 'mcp' }, { parameter: 'domian', suggestion: 'domain' }],
    ['a number out of bounds', { limit: 500 }, { parameter: 'pageSize', given: '500', suggestion: '100' }],
    ['a fraction', { page: 1.5 }, { parameter: 'page', given: '1.5' }],
    ['a list of several values', { domain: ['mcp', 'agent'] }, { parameter: 'domain', given: null }],
    ['an object', { query: { text: 'x' } }, { parameter: 'query', given: null }],
  ])('are refused with an error that names the argument: %s', (_title, given, detail) => {
    const reading = readArguments(search, given);
    expect(reading).toMatchObject({ ok: false, problem: { code: 'VALIDATION_ERROR', details: [detail] } });
  });

  it('get an error with details and cause no exception, whatever they are', () => {
    fc.assert(
      fc.property(fc.constantFrom(...tools), fc.dictionary(fc.string(), fc.anything()), (tool, given) => {
        const reading = readArguments(tool, given);
        if (!reading.ok) expect(reading.problem.details?.length).toBeGreaterThan(0);
      }),
    );
  });
});
