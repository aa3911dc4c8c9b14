// Tests the checks that the test helpers run on every API answer. A fault that these checks miss stays undetected in all tests.
import { afterAll, describe, expect, it } from 'vitest';
import { defaultSite } from '../build/edition/site-settings.ts';
import { openApiDocument } from '../server/faces/http/openapi.ts';
import { operations } from '../server/operations/table.ts';
import { answerFaults } from './answers.ts';
import { shapeFaults } from './contract/validation.ts';
import type { ApiAnswer, OpenApiDocument } from './fuzz/document-reader.ts';
import { smallEdition } from './server/small-site.ts';
import { type Envelope, startServer } from './server.ts';

const server = await startServer(await smallEdition());
afterAll(() => server.close());

async function answerTo(target: string): Promise<ApiAnswer> {
  const response = await server.get(target);
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
  it.each<[what: string, path: string, change: (body: Envelope) => void]>([
    ['an undocumented field in a search item', search, ({ data }) => Object.assign(data.items[0], { shard: 0 })],
    ['a number as a string', search, ({ data }) => Object.assign(data.pagination, { page: '1' })],
    ['an undocumented field in an article', article, ({ data }) => Object.assign(data, { path: 'mcp/x.md' })],
    ['an unknown error code', '/api/v1/search?page=0', ({ error }) => Object.assign(error, { code: 'OOPS' })],
    ['a stack trace', '/api/v1/search?page=0', ({ error }) => Object.assign(error, { stack: 'at x' })],
  ])('reports %s, like the zod schemas', async (_what, path, change) => {
    const answer = await answerTo(path);
    const body = JSON.parse(answer.text) as Envelope;
    expect(shapeFaults(path, answer.status, body)).toEqual([]);
    change(body);
    expect(shapeFaults(path, answer.status, body)).not.toEqual([]);
    expect(answerFaults({ ...answer, text: JSON.stringify(body) })).not.toEqual([]);
  });

  it.each<[what: string, change: (answer: ApiAnswer) => ApiAnswer, fault: string]>([
    ['an undocumented status', (answer) => ({ ...answer, status: 418 }), 'does not name the status 418'],
    ['a body in an answer to HEAD', (answer) => ({ ...answer, method: 'HEAD' }), 'a body where there should be none'],
    ['a missing content type', (answer) => withoutHeader(answer, 'content-type'), 'does not name the content type'],
    ['a missing header RateLimit', (answer) => withoutHeader(answer, 'RateLimit'), 'no header RateLimit'],
  ])('reports %s', async (_what, change, fault) => {
    expect(answerFaults(change(await answerTo(search))).join('\n')).toContain(fault);
  });

  it('uses the same schemas as the OpenAPI document that the server returns', async () => {
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
