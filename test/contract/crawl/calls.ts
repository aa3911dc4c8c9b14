// Random calls of every operation, page and tool. Parameters come from the table of operations, so that one without values
// fails.
import fc from 'fast-check';
import { z } from 'zod';
import { argumentOf, everyTool } from '../../../server/faces/mcp/tools.ts';
import type { Operation } from '../../../server/operations/operation.ts';
import { parameterSynonyms } from '../../../server/operations/parameters.ts';
import { operations } from '../../../server/operations/table.ts';
import type { Facts } from './facts.ts';
import { valuesOf } from './values.ts';

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

/** What an agent with little room asks for: most of an article is left out. */
function ofExcerpts(facts: Facts): fc.Arbitrary<HttpCall> {
  const slug = fc.constantFrom(...facts.slugs);
  const budget = fc.integer({ min: 50, max: 600 });
  const rest = fc.constantFrom('', '&format=json', '&format=markdown', '&lang=zh', '&lang=en');
  return fc.tuple(slug, budget, rest, headers).map(([name, tokens, more, sent]) => ({
    kind: 'http',
    path: `/api/v1/articles/${name}?maxTokens=${tokens}${more}`,
    headers: sent,
  }));
}

/** A text that was cited, present or earlier, by each way in which a citation can be asked for. */
function ofCitations(facts: Facts): fc.Arbitrary<HttpCall> {
  const { slug } = valuesOf(facts) as Record<'slug', fc.Arbitrary<string>>;
  const cited = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...facts.held) },
    { weight: 1, arbitrary: slug.map((name) => `${name}@sha256-0123456789ab`) },
  );
  const rest = fc.constantFrom('', '&format=json', '&format=markdown&lang=zh', '&maxTokens=100', '&lang=en');
  const isWhole = fc.boolean();
  return fc.tuple(cited, isWhole, rest, headers).map(([citation, whole, more, sent]) => {
    const [name = '', digest = ''] = citation.split('@');
    const path = whole
      ? `/api/v1/articles/${encodeURIComponent(citation)}?${more.slice(1)}`.replace(/\?$/, '')
      : `/api/v1/articles/${encodeURIComponent(name)}?digest=${digest}${more}`;
    return { kind: 'http', path, headers: sent };
  });
}

function ofTools(facts: Facts): fc.Arbitrary<ToolCall | ResourceCall> {
  const calls = everyTool.map((tool) => {
    const names = Object.keys(tool.operation.input.shape).filter((name) => argumentOf(tool, name) !== undefined);
    return given(tool.operation.input, names, facts).map((pairs): ToolCall => {
      const written = pairs.map(([name, text]): [string, unknown] => {
        const argument = argumentOf(tool, name) ?? name;
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
  const little = fc
    .tuple(fc.constantFrom(...facts.slugs), fc.integer({ min: 50, max: 300 }))
    .map(([id, maxTokens]): ToolCall => ({ kind: 'tool', tool: 'fetch', arguments: { id, maxTokens } }));
  return fc.oneof(
    { weight: 5, arbitrary: fc.oneof(...calls) },
    { weight: 1, arbitrary: resource },
    { weight: 1, arbitrary: little },
  );
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
    { weight: 1, arbitrary: ofExcerpts(facts) },
    { weight: 1, arbitrary: ofCitations(facts) },
    { weight: 2, arbitrary: ofPages(facts) },
    { weight: 2, arbitrary: ofTools(facts) },
  );
  return fc.sample(call, { seed, numRuns: count });
}
