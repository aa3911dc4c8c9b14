import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSite, domainIds } from '../../../../build/edition/site-settings.ts';
import { languages, riskLevels, verificationStatuses } from '../../../../build/edition/vocabulary.ts';
import { readInput } from '../../../../server/faces/http/input.ts';
import { getArticle } from '../../../../server/operations/get-article.ts';
import { operationOf } from '../../../../server/operations/operation.ts';
import { search } from '../../../../server/operations/search.ts';

const domains = domainIds(defaultSite);

const read = (parameters: Record<string, string>) =>
  readInput(operationOf(search, defaultSite), {}, `/api/v1/search?${new URLSearchParams(parameters)}`);

/** Generates values of a parameter of `search`. `isAllowed` says whether the value is one of `values`. */
const choice = (name: string, values: readonly string[]) =>
  fc.oneof(
    fc.constantFrom(...values).map((value) => ({ name, value, isAllowed: true })),
    fc
      .string({ minLength: 1, maxLength: 12 })
      .filter((value) => !values.includes(value))
      .map((value) => ({ name, value, isAllowed: false })),
  );
const number = (name: string, most: number, least = 1) =>
  fc.integer({ min: -10, max: most + 10 }).map((value) => ({
    name,
    value: String(value),
    isAllowed: value >= least && value <= most,
  }));
const unknown = fc
  .constantFrom('colour', 'Query', 'sort', 'slug', 'q ', '茶')
  .map((name) => ({ name, value: 'x', isAllowed: false }));
const parameter = fc.oneof(
  choice('domain', domains),
  choice('status', verificationStatuses),
  choice('lang', languages),
  number('page', 1_000_000),
  number('pageSize', 100),
  number('minConfidence', 100, 0),
  choice('maxRisk', riskLevels),
  unknown,
);
const parameters = fc.uniqueArray(parameter, { selector: ({ name }) => name, maxLength: 6 });

describe('the input of an operation', () => {
  it('is accepted if every parameter is allowed; otherwise each invalid one is named once, and suggestions are valid', () => {
    fc.assert(
      fc.property(parameters, (given) => {
        const reading = read(Object.fromEntries(given.map(({ name, value }) => [name, value])));
        const wrong = given.filter(({ isAllowed }) => !isAllowed);
        expect(reading.ok).toBe(wrong.length === 0);
        const details = reading.ok ? [] : (reading.problem.details ?? []);
        expect(details.map((detail) => [detail.parameter, detail.given]).sort()).toEqual(
          wrong.map(({ name, value }) => [name, value]).sort(),
        );
        for (const { parameter: name, suggestion } of details) {
          if (suggestion === undefined) continue;
          const isName = suggestion in search.input.shape;
          expect(isName || read({ [name]: suggestion }).ok, `${name}: ${suggestion}`).toBe(true);
        }
      }),
    );
  });

  it('with mistakes gets a hint at the request that was probably intended', () => {
    expect(read({ query: 'x', domain: 'tools-github', pageSize: '1000' })).toMatchObject({
      problem: {
        hint: 'Did you mean q instead of query, and domain=tools_github instead of tools-github, and pageSize=100 instead of 1000?',
      },
    });
    expect(read({ zebra: 'x' })).toMatchObject({ problem: { hint: expect.stringContaining('The parameters are q,') } });
  });

  it('never takes a path parameter from the query string', () => {
    const reading = readInput(getArticle, { slug: 'teapot' }, '/api/v1/articles/teapot?slug=other');
    expect(reading).toMatchObject({ ok: false, problem: { details: [{ parameter: 'slug', given: 'other' }] } });
  });
});
