import { describe, expect, it } from 'vitest';
import { callFor } from '../../../../server/faces/mcp/calls.ts';

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
});
