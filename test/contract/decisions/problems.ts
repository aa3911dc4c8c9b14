// Problems: the errors that callers get.
import { expect } from 'vitest';
import { refusedByParser } from '../../fuzz/hostile-requests.ts';
import type { RawAnswer } from '../../fuzz/raw-answers.ts';
import { send } from '../../server/raw.ts';
import { known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

export const problems: Section = section('problems', {
  'A method other than GET, HEAD and OPTIONS gets 404 NOT_FOUND with the header Allow.': async ({ exchange }) => {
    for (const path of ['/api/v1/search', `/api/v1/articles/${known.bare}`, '/api/v1/nothing', '/', '/healthz']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
        const { status, headers, body } = await exchange({ path, method });
        expect([status, headers.allow], `${method} ${path}`).toEqual([404, 'GET, HEAD, OPTIONS']);
        expect(JSON.parse(body.toString()).error.code, `${method} ${path}`).toBe('NOT_FOUND');
      }
    }
  },
  'A request that the HTTP parser refuses gets 400 in the envelope, with all headers.': async ({ server }) => {
    for (const { title: name, bytes } of refusedByParser) {
      const { answers, rest, isClosed } = await send(server.port, bytes);
      expect([answers.length, rest.length, isClosed], name).toEqual([1, 0, true]);
      const { status, header, text } = answers[0] as RawAnswer;
      expect([status, header('content-type')], name).toEqual([400, 'application/json; charset=utf-8']);
      const others = ['connection', 'cache-control', 'x-content-type-options'].map((other) => header(other));
      expect(others, name).toEqual(['close', 'no-store', 'nosniff']);
      const endpoints = ['x-agent-api-endpoint', 'x-agent-api-docs'].map((other) => header(other));
      expect(endpoints, name).toEqual([`${server.origin}/api/v1`, `${server.origin}/docs`]);
      expect(JSON.parse(text), name).toMatchObject({
        success: false,
        data: null,
        error: { code: 'VALIDATION_ERROR', details: [{ allowed: expect.any(String) }] },
        meta: { requestId: header('x-request-id'), timestamp: '2026-01-31T12:00:00.000Z' },
      });
    }
  },
});
