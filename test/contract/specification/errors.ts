// HTTP specification, section 7: errors.
import { expect } from 'vitest';
import { problemCodes } from '../../../server/problems.ts';
import type { Answer, Contract } from '../contract.ts';
import { exhausted } from '../limited.ts';
import { badPaths } from '../samples.ts';
import { type Section, section } from '../statement.ts';

/** An answer of a server in which reading a body throws, as a bug would. */
async function bugAnswer(contract: Contract): Promise<{ answer: Answer; logLines: string[] }> {
  const broken = await contract.another();
  broken.server.currentEdition.library.body = () => {
    throw new Error('the secret inside');
  };
  return { answer: await broken.api('/api/v1/search?q=penguin'), logLines: broken.server.logLines };
}

export const errors: Section = section('7', {
  'A bug gets 500 INTERNAL_ERROR without internals, and is logged with the request id.': async (contract) => {
    const { answer, logLines } = await bugAnswer(contract);
    expect([answer.status, answer.body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    const line = logLines.find((candidate) => candidate.includes('the secret inside'));
    expect(JSON.parse(line ?? '{}').requestId).toBe(answer.body.meta.requestId);
  },
  'There are exactly five error codes, each with one status.': async (contract) => {
    expect(Object.entries(problemCodes).map(([code, { status }]) => [code, status])).toEqual([
      ['VALIDATION_ERROR', 400],
      ['UNAUTHORIZED', 401],
      ['NOT_FOUND', 404],
      ['RATE_LIMITED', 429],
      ['INTERNAL_ERROR', 500],
    ]);
    const document = JSON.stringify(await (await contract.get('/api/v1/openapi.json')).json());
    const named = [...document.matchAll(/"code":\{"type":"string","const":"(\w+)"/g)].map(([, code]) => code);
    expect(new Set(named)).toEqual(new Set(Object.keys(problemCodes)));
  },
  'Rule 1: any invalid parameter is answered with VALIDATION_ERROR and 400.': async ({ api }) => {
    const queries = [
      'page=0', 'page=-1', 'page=1.5', 'page=1e3', 'page=', 'page=1000001', 'pageSize=0', 'pageSize=all', 'domain=x',
      'status=x', 'lang=fr', 'q=', 'q=%20', `q=${'a'.repeat(4097)}`, 'x=1', 'q=a&q=b', 'q[]=a', 'q=%FF', 'page=%D9%A1',
      'page=%201', 'page=1%20', 'page=%2B1', 'page=01', 'pageSize=1.0', 'pageSize=0x1', 'pageSize=%EF%BC%91', 'pageSize=1_0',
    ]; // biome-ignore format: as a list
    for (const query of queries) {
      const { status, body } = await api(`/api/v1/search?${query}`);
      expect([status, body.error?.code], query).toEqual([400, 'VALIDATION_ERROR']);
    }
  },
  'Rule 2: a request beyond the rate limit is answered with RATE_LIMITED and 429, for any path.': async (contract) => {
    const limited = await exhausted(contract);
    for (const path of ['/api/v1/search?page=bad', '/api/v1/nothing', '/api/v1/agents/me', '/api/v1/openapi.json']) {
      const { status, body } = await limited.api(path);
      expect([status, body.error.code], path).toEqual([429, 'RATE_LIMITED']);
    }
  },
  'Rule 3: a request for a resource that does not exist is answered with NOT_FOUND and 404.': async ({ api }) => {
    const paths = ['/api/v1/articles/x', '/api/v1/articles/', '/api/v1/search/', '/api/v2', '/api', '/articles/x.md'];
    for (const path of [...paths, '/api/v1/Search', '/api/v1/articles/a%2Fb', '/api/v1/articles/..%2f']) {
      const { status, body } = await api(path);
      expect([status, body.error.code], path).toEqual([404, 'NOT_FOUND']);
    }
  },
  'Rule 4: on failure, error has a code that fits the status.': async (contract) => {
    for (const [path, status] of badPaths) {
      const answer = await contract.api(path);
      const code = answer.body.error.code as keyof typeof problemCodes;
      expect([answer.status, problemCodes[code].status], path).toEqual([status, status]);
    }
  },
  'Rule 5: error has the fields of a problem, and two more for 429 (not in the specification).': async (contract) => {
    const invalid = await contract.api('/api/v1/search?query=penguin');
    expect(invalid.body.error).toEqual({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/\S/),
      details: [{ parameter: 'query', given: 'penguin', allowed: expect.stringMatching(/\S/), suggestion: 'q' }],
      hint: expect.stringContaining('q'),
    });
    const limited = await (await exhausted(contract)).api('/api/v1/search');
    expect(limited.body.error).toEqual({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/\S/),
      hint: expect.stringMatching(/\S/),
      retryAfterSeconds: 60,
      scope: 'ip',
    });
    expect(limited.headers.get('retry-after')).toBe('60');
  },
  'Rule 6: a wrong or malformed key gets UNAUTHORIZED (not in the specification).': async ({ api }) => {
    for (const authorization of ['Bearer', 'Bearer ', 'Bearer a b', 'Basic dTpw', 'x', 'bearer stele_x', '"']) {
      const { status, body, headers } = await api('/api/v1/search', { authorization });
      expect([status, body.error.code], authorization).toEqual([401, 'UNAUTHORIZED']);
      expect(headers.get('www-authenticate'), authorization).toMatch(/^Bearer\b/);
    }
  },
});
