// Tests of the checks that every answer passes: a fault that they miss would be missed by all tests that rely on them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSite } from '../build/edition/site-settings.ts';
import { openApiDocument } from '../server/faces/http/openapi.ts';
import { operations } from '../server/operations/table.ts';
import { answerFaults } from './answers.ts';
import { shapeFaults } from './contract/validation.ts';
import type { ApiAnswer, OpenApiDocument } from './fuzz/document-reader.ts';
import { smallEdition } from './server/small-site.ts';
import { type Envelope, type Started, startServer } from './server.ts';

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
const article = '/api/v1/articles/kettle';
const withoutHeader = (answer: ApiAnswer, left: string): ApiAnswer => ({
  ...answer,
  header: (name) => (name === left ? null : answer.header(name)),
});

describe('answerFaults', () => {
  it('accepts valid answers, problems, and responses outside the API', async () => {
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

  it.each<[what: string, path: string, change: (body: Envelope) => void]>([
    ['a field leaked into a search item', search, ({ data }) => Object.assign(data.items[0], { shard: 0 })],
    ['a field leaked into data', search, ({ data }) => Object.assign(data, { took: 3 })],
    ['a field leaked into the envelope', search, (body) => Object.assign(body, { version: 1 })],
    ['a third language', search, ({ data }) => Object.assign(data.items[0].title, { fr: 'théière' })],
    ['a missing field of an item', search, ({ data }) => void delete data.items[0].tags],
    ['a number written as text', search, ({ data }) => Object.assign(data.pagination, { page: '1' })],
    [
      'a status that does not exist',
      search,
      ({ data }) => Object.assign(data.items[0], { verificationStatus: 'good' }),
    ],
    ['an error beside success', search, (body) => Object.assign(body, { error: {} })],
    ['a field leaked into an article', article, ({ data }) => Object.assign(data, { path: 'mcp/x.md' })],
    ['missing links', article, ({ data }) => void delete data.links],
    ['an unknown code', '/api/v1/search?page=0', ({ error }) => Object.assign(error, { code: 'OOPS' })],
    ['a stack trace', '/api/v1/search?page=0', ({ error }) => Object.assign(error, { stack: 'at x' })],
    ['a problem without a message', '/api/v1/nothing', ({ error }) => void delete error.message],
  ])('sees %s, as the zod schemas do', async (_what, path, change) => {
    const answer = await answerTo(path);
    const body = JSON.parse(answer.text) as Envelope;
    expect(shapeFaults(path, answer.status, body)).toEqual([]);
    change(body);
    expect(shapeFaults(path, answer.status, body)).not.toEqual([]);
    expect(answerFaults({ ...answer, text: JSON.stringify(body) })).not.toEqual([]);
  });

  it.each<[what: string, change: (answer: ApiAnswer) => ApiAnswer, fault: string]>([
    ['a status that is not documented', (answer) => ({ ...answer, status: 418 }), 'does not name the status 418'],
    ['a problem with another status', (answer) => ({ ...answer, status: 400 }), '/success must be equal to constant'],
    ['an answer to a method that reads nothing', (answer) => ({ ...answer, method: 'POST' }), 'the status 200'],
    ['a body with 304', (answer) => ({ ...answer, status: 304 }), 'a body where there should be none'],
    ['a body for HEAD', (answer) => ({ ...answer, method: 'HEAD' }), 'a body where there should be none'],
    ['another content type', (answer) => withoutHeader(answer, 'content-type'), 'does not name the content type'],
    ...['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'ETag', 'X-Agent-API-Endpoint', 'X-Agent-API-Docs'].map(
      (name): [string, (answer: ApiAnswer) => ApiAnswer, string] => [
        `a missing ${name}`,
        (answer) => withoutHeader(answer, name),
        `no header ${name}`,
      ],
    ),
  ])('sees %s', async (_what, change, fault) => {
    expect(answerFaults(change(await answerTo(search))).join('\n')).toContain(fault);
  });

  it('detects a 429 without Retry-After', async () => {
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

  it('uses the schemas of the served document', async () => {
    const served = JSON.parse((await answerTo('/api/v1/openapi.json')).text) as OpenApiDocument;
    const known = openApiDocument({ operations, site: defaultSite, origin: '', version: '' });
    const withoutExamples = (document: object) =>
      JSON.parse(JSON.stringify(document), (key, value) => (/^examples?$/.test(key) ? undefined : value));
    const { paths, components } = withoutExamples(known);
    expect({ paths, components }).toEqual({
      paths: withoutExamples(served).paths,
      components: withoutExamples(served).components,
    });
  });
});
