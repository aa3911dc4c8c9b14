// Random calls of every operation, page and tool: mostly what a caller could mean, sometimes what nobody should send. Parameters
// come from the table of operations, so that one without values here fails.
import fc from 'fast-check';
import { Converter } from 'opencc-js/cn2t';
import { z } from 'zod';
import { domains, languages, riskLevels, verificationStatuses } from '../../../build/edition/vocabulary.ts';
import { argumentsOf, parameterOf, tools } from '../../../server/faces/mcp/tools.ts';
import type { Operation } from '../../../server/operations/operation.ts';
import { parameterSynonyms } from '../../../server/operations/parameters.ts';
import { operations } from '../../../server/operations/table.ts';
import type { Facts } from './facts.ts';

export interface HttpCall {
  kind: 'http';
  path: string;
  headers: Record<string, string>;
}
export interface ToolCall {
  kind: 'tool';
  tool: string;
  arguments: Record<string, unknown>;
}
export interface ResourceCall {
  kind: 'resource';
  uri: string;
}
export type Call = HttpCall | ToolCall | ResourceCall;

const odd = fc.oneof(
  fc.constantFrom(
    '0',
    '-1',
    '1.5',
    '999999',
    '1000001',
    'true',
    'zh-CN',
    'Verified',
    'tools-github',
    'xml',
    '%',
    '&',
    '#',
  ),
  fc.constantFrom('?', '+', '\u0000', '😀', "'", 'ﬃ', 'constructor', '../..', '<b>', '', ' ', '茶'.repeat(257)),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const often = (...values: readonly string[]) =>
  fc.oneof({ weight: 29, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: odd });
/** One of a list, or what stands in for it where an edition has none. */
const anyOf = (values: readonly string[], instead: string) =>
  fc.constantFrom(...(values.length > 0 ? values : [instead]));

const toTraditional = Converter({ from: 'cn', to: 't' });
const misspelt = (word: string): string => {
  const characters = [...word];
  const at = Math.floor(characters.length / 2);
  return [...characters.slice(0, at), ...characters.slice(at + 1)].join('');
};
const changed = (values: fc.Arbitrary<string>) =>
  fc.tuple(
    values,
    fc.constantFrom(misspelt, (text: string) => `${text}-x`),
  );

function valuesOf(facts: Facts): Readonly<Record<string, fc.Arbitrary<string>>> {
  const slug = anyOf(facts.slugs, 'teapot');
  const word = anyOf(facts.words, 'teapot');
  const anchor = anyOf(facts.anchors, 'cause');
  const held = fc.tuple(anyOf(facts.held, 'teapot@0123456789ab'), fc.constantFrom(0, 0, 12)).map(([entry, digits]) => {
    const [name = '', digest = ''] = entry.split('@');
    return digits === 0 ? entry : `${name}@${digest.slice('sha256-'.length, 'sha256-'.length + digits)}`;
  });
  const outdated = fc.oneof(slug, anyOf(facts.otherNames, 'art_teapot')).map((name) => `${name}@0123456789ab`);
  return {
    q: fc.oneof(
      { weight: 4, arbitrary: word },
      { weight: 2, arbitrary: fc.tuple(word, word).map((words) => words.join(' ')) },
      { weight: 2, arbitrary: word.map(misspelt) },
      { weight: 1, arbitrary: word.map((text) => toTraditional(text).toUpperCase()) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('什么是{}？', 'how do I {}?'), word)
          .map(([form, text]) => form.replace('{}', () => text)),
      },
      { weight: 2, arbitrary: fc.constantFrom('xyzzyplugh', 'qqqqqqqq 茶', '？', 'tools/list', '企鹅') },
      { weight: 1, arbitrary: odd },
    ),
    domain: often(...domains),
    status: often(...verificationStatuses),
    minConfidence: often('0', '50', '81', '100'),
    maxRisk: often(...riskLevels),
    lang: often(...languages),
    page: often('1', '2', '3', '7', '1000000'),
    pageSize: often('1', '3', '20', '100'),
    facets: often('true', 'false'),
    snippet: often('true', 'false'),
    format: often('json', 'markdown'),
    section: fc.oneof({ weight: 6, arbitrary: anchor }, { weight: 2, arbitrary: anchor.map(misspelt) }, odd),
    maxTokens: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.oneof(fc.integer({ min: 50, max: 600 }), fc.integer({ min: 50, max: 20_000 })).map(String),
      },
      { weight: 1, arbitrary: odd },
    ),
    since: fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .tuple(anyOf(facts.buildIds, '0'.repeat(64)), fc.constantFrom(12, 20, 64))
          .map(([id, length]) => id.slice(0, length)),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom('1970-01-01', '2026-02-15', '2026-01-01T00:00:00Z', '2099-12-31', '0123456789ab'),
      },
      { weight: 1, arbitrary: odd },
    ),
    have: fc.oneof(
      {
        weight: 6,
        arbitrary: fc
          .array(
            fc.oneof(
              held,
              outdated,
              held.map((entry) => `${entry}#cause`),
            ),
            { minLength: 1, maxLength: 5 },
          )
          .map(String),
      },
      { weight: 1, arbitrary: odd },
    ),
    slug: fc.oneof(
      { weight: 8, arbitrary: slug },
      { weight: 2, arbitrary: anyOf(facts.otherNames, 'art_teapot') },
      { weight: 2, arbitrary: changed(slug).map(([name, change]) => change(name)) },
      { weight: 1, arbitrary: odd },
    ),
  };
}

/** Values for some of the parameters: those that are needed nearly always, of the others a few. */
function given(input: z.ZodObject, names: readonly string[], facts: Facts): fc.Arbitrary<[string, string][]> {
  const values = valuesOf(facts);
  const needed = names.filter((name) => !z.object({ [name]: input.shape[name] }).safeParse({}).success);
  const others = names.filter((name) => !needed.includes(name));
  const chosen = fc.tuple(
    fc.oneof({ weight: 19, arbitrary: fc.constant(needed) }, { weight: 1, arbitrary: fc.constant<string[]>([]) }),
    fc.subarray(others, { maxLength: Math.min(4, others.length) }),
  );
  return chosen.chain((parts) =>
    fc.tuple(
      ...parts.flat().map((name) => {
        const value = values[name];
        if (value === undefined) throw new Error(`no values are known for the parameter ${name}`);
        return value.map((text): [string, string] => [name, text]);
      }),
    ),
  );
}

const rawPair = fc.constantFrom('q=a&q=b', 'q=%ff', 'q[]=a', '__proto__=x', 'page=', 'lang', '&&', 'x=1');
const extra = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(parameterSynonyms)).map((name) => `${name}=1`) },
  { weight: 1, arbitrary: rawPair },
);

/** What callers say they want to read, in which language, and who they are. */
const headers = fc.record(
  {
    accept: fc.constantFrom(
      '*/*',
      'application/json',
      'text/markdown',
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'text/markdown;q=0.5, application/json;q=0.4',
      'image/png',
    ),
    'accept-language': fc.constantFrom('*', 'en', 'zh-TW, en;q=0.5', 'de'),
    'x-agent-id': fc.oneof(
      { weight: 9, arbitrary: fc.constant('crawler') },
      { weight: 1, arbitrary: fc.constant('no such id!') },
    ),
  },
  { requiredKeys: ['accept'] },
);

function ofOperation(operation: Operation, facts: Facts): fc.Arbitrary<HttpCall> {
  const names = Object.keys(operation.input.shape);
  const inPath = names.filter((name) => operation.path.includes(`{${name}}`));
  const inQuery = names.filter((name) => !inPath.includes(name));
  const path = given(operation.input, inPath, facts).map((pairs) =>
    pairs.reduce(
      (text, [name, value]) => text.replace(`{${name}}`, () => encodeURIComponent(value)),
      `/api/v1${operation.path}`,
    ),
  );
  return fc.tuple(path, given(operation.input, inQuery, facts), extra, headers).map(([target, pairs, more, sent]) => {
    const query = [new URLSearchParams(pairs).toString(), more].filter((text) => text !== '').join('&');
    return { kind: 'http', path: `${target}${query === '' ? '' : `?${query}`}`, headers: sent };
  });
}

function ofPages(facts: Facts): fc.Arbitrary<HttpCall> {
  const { q, slug, page } = valuesOf(facts) as Record<'q' | 'slug' | 'page', fc.Arbitrary<string>>;
  const language = fc.constantFrom('', '/zh', '/en');
  const path = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...facts.paths) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(language, slug, fc.constantFrom('', '.md', '/'))
        .map(([before, name, after]) => `${before}/articles/${encodeURIComponent(name)}${after}`),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(language, q, page)
        .map(([before, text, number]) => `${before}/?${new URLSearchParams({ q: text, page: number })}`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '/zh',
        '/docs/',
        '/en/docs/nothing',
        '/domains/none',
        '/nothing',
        '/api',
        '/api/v1',
        '/api/v1/',
        '/api/v1/nothing',
        '/api/v1/openapi.json',
        '/api/v1/openapi.json?x=1',
        '/llms/none.txt',
      ),
    },
  );
  return fc.tuple(path, headers).map(([target, sent]) => ({ kind: 'http', path: target, headers: sent }));
}

function ofTools(facts: Facts): fc.Arbitrary<ToolCall | ResourceCall> {
  const calls = tools.map((tool) => {
    const names = argumentsOf(tool).map((argument) => parameterOf(tool, argument));
    return given(tool.operation.input, names, facts).map((pairs): ToolCall => {
      const written = pairs.map(([name, text]): [string, unknown] => {
        const argument = argumentsOf(tool).find((known) => parameterOf(tool, known) === name) ?? name;
        return [
          argument,
          /^\d{1,7}$/.test(text) ? Number(text) : /^(?:true|false)$/.test(text) ? text === 'true' : text,
        ];
      });
      return { kind: 'tool', tool: tool.name, arguments: Object.fromEntries(written) };
    });
  });
  const { slug } = valuesOf(facts) as Record<'slug', fc.Arbitrary<string>>;
  const resource = slug.map(
    (name): ResourceCall => ({ kind: 'resource', uri: `kb://articles/${encodeURIComponent(name)}` }),
  );
  return fc.oneof({ weight: 5, arbitrary: fc.oneof(...calls) }, { weight: 1, arbitrary: resource });
}

export interface Choice {
  seed: number;
  count: number;
  /** Of the calls of the API; all operations without it. */
  only?: readonly Operation[];
}

/** So many calls, always the same ones for a seed. What has more parameters is asked more often. */
export function randomCalls(facts: Facts, { seed, count, only = operations }: Choice): Call[] {
  const asked = only.map((operation) => ({
    weight: 1 + Object.keys(operation.input.shape).length,
    arbitrary: ofOperation(operation, facts),
  }));
  const call: fc.Arbitrary<Call> = fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...asked) },
    { weight: 2, arbitrary: ofPages(facts) },
    { weight: 2, arbitrary: ofTools(facts) },
  );
  return fc.sample(call, { seed, numRuns: count });
}
