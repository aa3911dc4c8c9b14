// The server caches answers. A cached answer equals the first answer to the same request.
import { afterAll, describe, expect, it } from 'vitest';
import { KeptAnswers } from '../../../../server/faces/http/kept-answers.ts';
import { answerTo } from '../../../../server/faces/http/routes.ts';
import type { Library } from '../../../../server/library.ts';
import { startServer } from '../../../server.ts';
import { getText, send } from '../../raw.ts';
import { smallEdition } from '../../small-site.ts';

const server = await startServer(await smallEdition());
afterAll(() => server.close());

const paths = [
  '/api/v1/search?q=kettle&snippet=true',
  '/api/v1/search?pageSize=2&facets=true',
  '/api/v1/articles/kettle',
  '/api/v1/articles/kettle?lang=zh',
  '/api/v1/articles/kettle?format=markdown',
  '/api/v1/articles/kettle?maxTokens=50',
  '/api/v1/context?q=kettle&maxTokens=200',
  '/api/v1/domains',
  '/api/v1/changes?since=2020-01-01',
];
/** Headers that differ in each answer. The content length differs because request ids and times compress differently. */
const passing = ['x-request-id', 'date', 'ratelimit', 'content-length'];

describe('a repeated request', () => {
  it.each(['identity', 'gzip', 'br', 'gzip, br'])(
    'gets the same answer in the coding %s, except for id, time and remaining quota',
    async (coding) => {
      const headers: [string, string][] = coding === 'identity' ? [] : [['Accept-Encoding', coding]];
      for (const path of paths) {
        const { answers } = await send(server.port, getText(path, headers).repeat(3), {
          answers: 3,
          from: `127.2.0.${coding.length}`,
        });
        const bodies = answers.map(({ text }) => text.replace(/"meta":.*/, ''));
        const heads = answers.map((answer) => [...answer.headers].filter(([name]) => !passing.includes(name)));
        const ids = answers.map((answer) => answer.header('x-request-id'));
        expect(new Set(answers.map(({ status }) => status)), path).toEqual(new Set([200]));
        expect([new Set(bodies).size, new Set(ids).size], path).toEqual([1, 3]);
        expect(heads.slice(1), path).toEqual([heads[0], heads[0]]);
        for (const { text, header } of answers)
          if (text.startsWith('{')) expect(JSON.parse(text).meta.requestId).toBe(header('x-request-id'));
      }
    },
  );
});

it('at most 32 MiB of answers are cached, and new answers evict the oldest', () => {
  const kept = new KeptAnswers();
  const library = {} as Library;
  const large = answerTo({ kind: 'data', pieces: ['x'.repeat(100_000)], tag: 'x' }, '');
  for (let index = 0; index < 1_000; index += 1) kept.put(library, `json /${index}`, large);
  const left = Array.from({ length: 1_000 }, (_, index) => kept.get(library, `json /${index}`) !== undefined);
  expect(left.filter(Boolean).length * 100_000).toBeLessThanOrEqual(32 * 2 ** 20);
  expect([left.at(0), left.at(-1)]).toEqual([false, true]);
});
