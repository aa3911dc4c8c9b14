// The judge of every JSON answer, judged: what it lets pass would be missed by all the tests that rely on it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Contract, startContract } from './contract.ts';
import { known } from './samples.ts';
import { type Judge, judgeBy } from './validation.ts';

let contract: Contract;
let judge: Judge;
beforeAll(async () => {
  contract = await startContract();
  judge = judgeBy((await (await contract.get('/api/v1/openapi.json')).json()) as object);
});
afterAll(() => contract.server.close());

const searchPath = '/api/v1/search?q=penguin';
const articlePath = `/api/v1/articles/${known.complete}`;

/** Each change must be seen by both schemas. */
async function expectSeen(path: string, change: (body: Answer['body']) => void): Promise<void> {
  const { status, body } = await contract.api(path);
  expect(judge(path, status, body)).toEqual([]);
  change(body);
  expect(judge(path, status, body).length).toBeGreaterThanOrEqual(2);
}

describe('the judge of answers', () => {
  it.each<[string, string, (body: Answer['body']) => void]>([
    ['a field leaked into a search item', searchPath, ({ data }) => Object.assign(data.items[0], { shard: 0 })],
    ['a field leaked into data', searchPath, ({ data }) => Object.assign(data, { took: 3 })],
    ['a field leaked into meta', searchPath, ({ meta }) => Object.assign(meta, { buildId: 'x' })],
    ['a field leaked into the envelope', searchPath, (body) => Object.assign(body, { version: 1 })],
    ['a third language', searchPath, ({ data }) => Object.assign(data.items[0].title, { fr: 'théière' })],
    ['a missing field of an item', searchPath, ({ data }) => void delete data.items[0].tags],
    ['a missing total', searchPath, ({ data }) => void delete data.pagination.total],
    ['a number written as text', searchPath, ({ data }) => Object.assign(data.pagination, { page: '1' })],
    [
      'a status that does not exist',
      searchPath,
      ({ data }) => Object.assign(data.items[0], { verificationStatus: 'good' }),
    ],
    ['an error beside success', searchPath, (body) => Object.assign(body, { error: {} })],
    ['a field leaked into an article', articlePath, ({ data }) => Object.assign(data, { path: 'mcp/x.md' })],
    [
      'a field leaked into a record',
      articlePath,
      ({ data }) => Object.assign(data.verificationRecords[0], { digest: 'x' }),
    ],
    ['missing links', articlePath, ({ data }) => void delete data.links],
    ['an unknown code', '/api/v1/search?page=0', ({ error }) => Object.assign(error, { code: 'OOPS' })],
    ['a stack trace', '/api/v1/search?page=0', ({ error }) => Object.assign(error, { stack: 'at x' })],
    ['a problem without a message', '/api/v1/nothing', ({ error }) => void delete error.message],
  ])('sees %s', async (_what, path, change) => {
    await expectSeen(path, change);
  });

  it('refuses a status that the document does not name', async () => {
    const { body } = await contract.api('/api/v1/search?page=0');
    expect(judge('/api/v1/search', 418, body)).toEqual([expect.stringContaining('418')]);
  });
});
