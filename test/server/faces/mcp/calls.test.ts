import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { domains } from '../../../../build/edition/vocabulary.ts';
import { callFor } from '../../../../server/faces/mcp/calls.ts';
import { answerCall } from '../../../../server/faces/mcp/tool-answer.ts';
import { type SuggestedCall, tools } from '../../../../server/faces/mcp/tools.ts';
import type { Library } from '../../../../server/library.ts';
import { openShelf } from '../../../../server/shelf.ts';
import { fixtures, publishFolder } from '../../../site.ts';

let library: Library;
beforeAll(async () => {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  ({ library } = await openShelf(await publishFolder(join(fixtures, 'site')), silent));
});

const answer = ({ tool: name, arguments: given }: SuggestedCall) => {
  const tool = tools.find((known) => known.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const context = { library, origin: 'http://127.0.0.1', preferredFormat: 'json', agent: undefined } as const;
  return answerCall(tool, context, { given, noted: () => undefined });
};

describe('a suggested request', () => {
  it.each([
    ['GET /api/v1/articles/teapot', { tool: 'fetch', arguments: { id: 'teapot' } }],
    ['GET /api/v1/articles/teapot?format=markdown&lang=zh', { tool: 'fetch', arguments: { id: 'teapot', lang: 'zh' } }],
    [
      'GET /api/v1/search?q=%E8%8C%B6+x&page=2&snippet=true',
      { tool: 'search', arguments: { q: '茶 x', page: 2, snippet: true } },
    ],
    ['GET /api/v1/search', { tool: 'search', arguments: {} }],
    ['GET /api/v1/domains', undefined],
    ['GET /api/v1/openapi.json', undefined],
  ])('%s becomes a call', (request, call) => {
    expect(callFor(request)).toEqual(call);
  });

  it('that an answer names succeeds as a call, and so do those that it names in turn', () => {
    const words = fc.constantFrom('teapot', '茶壶', 'penguin', 'zzzz', 'spoon 418', '企鹅 银行');
    const asked = fc.record(
      {
        q: words,
        domain: fc.constantFrom(...domains),
        pageSize: fc.constantFrom(1, 3),
        page: fc.constantFrom(1, 2, 9),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(asked, (given) => {
        let call: SuggestedCall | undefined = { tool: 'search', arguments: given };
        for (let step = 0; step < 5 && call !== undefined; step += 1) {
          const { isError, structuredContent } = answer(call);
          expect([isError, call]).toEqual([undefined, call]);
          const suggestions = (structuredContent?.suggestions ?? []) as SuggestedCall[];
          for (const suggestion of suggestions) {
            expect(answer(suggestion).structuredContent?.items).not.toEqual([]);
          }
          call = structuredContent?.nextStep as SuggestedCall | undefined;
        }
      }),
    );
  });
});
