// The judge of every answer, judged: what it lets pass would be missed by all the tests that rely on it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../server/faces/http/openapi.ts';
import { operations } from '../server/operations/table.ts';
import { answerFaults } from './answers.ts';
import type { ApiAnswer, OpenApiDocument } from './fuzz/document-reader.ts';
import { smallEdition } from './server/small-site.ts';
import { type Started, startServer } from './server.ts';

let server: Started;
beforeAll(async () => {
  server = await startServer(await smallEdition());
});
afterAll(() => server.close());

async function answerTo(target: string, headers: Record<string, string> = {}): Promise<ApiAnswer> {
  const response = await server.get(target, headers);
  const { status } = response;
  return { method: 'GET', target, status, header: (name) => response.headers.get(name), text: await response.text() };
}

const search = '/api/v1/search?q=kettle';
const withData = (answer: ApiAnswer, change: (envelope: { data: Record<string, unknown> }) => void): ApiAnswer => {
  const envelope = JSON.parse(answer.text);
  change(envelope);
  return { ...answer, text: JSON.stringify(envelope) };
};
const withoutHeader = (answer: ApiAnswer, left: string): ApiAnswer => ({
  ...answer,
  header: (name) => (name === left ? null : answer.header(name)),
});

describe('answerFaults', () => {
  it('finds nothing wrong with good answers, problems, and what is not of the API', async () => {
    const targets = [
      search,
      '/api/v1/articles/kettle?format=markdown',
      '/api/v1/articles/art_kettle',
      '/api/v1/nothing',
    ];
    for (const target of [...targets, '/api/v1/search?page=0', '/', '/healthz', '/api/v1/openapi.json'])
      expect(answerFaults(await answerTo(target)), target).toEqual([]);
    expect(answerFaults(await answerTo(search, { 'if-none-match': '*' }))).toEqual([]);
  });

  it.each<[string, (answer: ApiAnswer) => ApiAnswer, string]>([
    ['a field too many', (answer) => withData(answer, ({ data }) => Object.assign(data, { took: 3 })), 'additional'],
    ['a missing field', (answer) => withData(answer, ({ data }) => void delete data.pagination), 'required'],
    ['a status that is not documented', (answer) => ({ ...answer, status: 418 }), 'does not name the status 418'],
    ['a 404 where there is none', (answer) => ({ ...answer, status: 404 }), 'does not name the status 404'],
    [
      'a problem told by another status',
      (answer) => ({ ...answer, status: 400 }),
      '/success must be equal to constant',
    ],
    ['a method that reads nothing and is answered', (answer) => ({ ...answer, method: 'POST' }), 'the status 200'],
    ['a body with 304', (answer) => ({ ...answer, status: 304 }), 'a body where there should be none'],
    ['a body for HEAD', (answer) => ({ ...answer, method: 'HEAD' }), 'a body where there should be none'],
    ['no request id', (answer) => withoutHeader(answer, 'X-Request-Id'), 'no header X-Request-Id'],
    ['no limit', (answer) => withoutHeader(answer, 'RateLimit'), 'no header RateLimit'],
    ['no policy', (answer) => withoutHeader(answer, 'RateLimit-Policy'), 'no header RateLimit-Policy'],
    ['no entity tag', (answer) => withoutHeader(answer, 'ETag'), 'no header ETag'],
    ['no way to the API', (answer) => withoutHeader(answer, 'X-Agent-API-Endpoint'), 'no header X-Agent-API-Endpoint'],
    ['no way to the docs', (answer) => withoutHeader(answer, 'X-Agent-API-Docs'), 'no header X-Agent-API-Docs'],
    ['another content type', (answer) => withoutHeader(answer, 'content-type'), 'does not name the content type'],
  ])('sees %s', async (_what, change, fault) => {
    expect(answerFaults(change(await answerTo(search))).join('\n')).toContain(fault);
  });

  it('sees a 429 that does not say when to come back', async () => {
    const { text, ...answer } = await answerTo('/api/v1/search?page=0');
    const header = (name: string) => (name === 'Retry-After' ? '17' : answer.header(name));
    const faults = answerFaults({
      ...answer,
      status: 429,
      header,
      text: text.replace('VALIDATION_ERROR', 'RATE_LIMITED'),
    });
    expect(faults.join('\n')).toContain('retryAfterSeconds');
    expect(answerFaults({ ...answer, status: 429, text }).join('\n')).toContain('no header Retry-After');
  });

  it('knows what the server says of itself: the served document has the same schemas', async () => {
    const served = JSON.parse((await answerTo('/api/v1/openapi.json')).text) as OpenApiDocument;
    const known = openApiDocument({ operations, origin: '', version: '' });
    const withoutExamples = (document: object) =>
      JSON.parse(JSON.stringify(document), (key, value) => (/^examples?$/.test(key) ? undefined : value));
    const { paths, components } = withoutExamples(known);
    expect({ paths, components }).toEqual({
      paths: withoutExamples(served).paths,
      components: withoutExamples(served).components,
    });
  });
});
