import { afterAll, describe, expect, it } from 'vitest';
import { answerCall, callFor } from '../../../../server/faces/mcp/calls.ts';
import { searchTool, type Tool } from '../../../../server/faces/mcp/tools.ts';
import type { Context, Outcome } from '../../../../server/operations/operation.ts';
import { search } from '../../../../server/operations/search.ts';
import { startServer } from '../../../server.ts';
import { smallEdition } from '../../small-site.ts';

const server = await startServer(await smallEdition());
afterAll(() => server.close());

describe('a suggested HTTP request', () => {
  it.each([
    ['GET /api/v1/articles/teapot?format=markdown&lang=zh', 'fetch', { id: 'teapot', lang: 'zh' }],
    ['GET /api/v1/search?q=%E8%8C%B6+x&page=2&pageSize=5&snippet=true', 'search', { query: '茶 x', page: 2 }],
    ['GET /api/v1/context?q=x&maxTokens=600', 'context', { query: 'x', maxTokens: 600 }],
  ])('%s becomes a call of the tool %s', (request, tool, given) => {
    expect(callFor(request)).toEqual({ tool, given: JSON.stringify(given) });
  });

  it('becomes no call if no tool answers it', () => {
    expect(callFor('GET /api/v1/domains')).toBeUndefined();
  });
});

describe('the field `match` of a search answer', () => {
  /** The text of a search answer in which the fields of `judgement` replace `match` and `unmatched`. */
  function answer(query: string, judgement: Record<string, unknown>): string {
    const run = (context: Context, given: never): Outcome => {
      const outcome = search.run(context, given);
      if (outcome.kind !== 'data') return outcome;
      const { match: _match, unmatched: _unmatched, ...data } = JSON.parse(outcome.pieces.map(String).join(''));
      return { ...outcome, pieces: [JSON.stringify({ ...judgement, ...data })] };
    };
    const tool: Tool = { ...searchTool, operation: { ...search, run } };
    const context: Context = {
      ...{ library: server.currentEdition.library, origin: server.origin },
      ...{ preferredFormat: 'json', agent: undefined },
    };
    return answerCall(tool, context, { given: { query }, noted: () => {} }).content[0]?.text ?? '';
  }

  it('comes first', () => {
    expect(answer('kettle', { match: 'strong', unmatched: [] })).toMatch(
      /^\{"match":"strong","results":\[\{"id":"kettle",/,
    );
    const used = { match: 'weak', unmatched: ['zeppelin'], used: 'kettle' };
    expect(answer('kettle', used)).toMatch(/^\{"match":"weak","unmatched":\["zeppelin"\],"used":"kettle","results"/);
  });

  it('comes with a notice in the language of the query if its value is `none`, and hits are still listed', () => {
    const step = String.raw`call fetch with {\"id\":\"kettle\"`;
    expect(answer('kettle', { match: 'none' })).toContain(
      `{"match":"none","notice":"Nothing here answers this question. Next: ${step}`,
    );
    expect(answer('kettle 水', { match: 'none' })).toMatch(/"notice":"这里没有内容能回答这个问题。.*"results":\[\{/);
  });
});
