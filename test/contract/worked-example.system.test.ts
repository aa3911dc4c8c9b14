// Runs the programs in the guide «Answer a question» unchanged against real servers.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { digestOf } from '../../build/trust/digest.ts';
import { newApiKey, newKeyId } from '../../server/access/api-keys.ts';
import { articleWith } from '../build/sources.ts';
import { isAllHere } from '../needed.ts';
import { issueKey } from '../server/keys.ts';
import { type MovableClock, movableClock, type Started, type StateLimits, startServer, stateFor } from '../server.ts';
import { type ArticleParts, articleText, contentOf, publishFolder } from '../site.ts';
import { fenceWith, readGuide } from './guide.ts';
import { codeOf, examples, missingFor, type Runner, runnerOf } from './worked-example.ts';

/** An article with one record per verifier for its current text. */
function checked(parts: ArticleParts, results: Record<string, 'passed' | 'partial'>): string {
  const digest = digestOf(articleWith(parts).texts);
  const records = Object.entries(results).map(
    ([verifier, result]) =>
      `{ verifier: ${verifier}, result: ${result}, at: 2026-05-01T00:00:00Z, digest: ${digest}${
        verifier === 'stele verify' ? ', examples: { ran: 7, failed: 0, skipped: 1 }' : ''
      } }`,
  );
  return articleText({ ...parts, fields: { ...parts.fields, verification: `[${records.join(', ')}]` } });
}

const articles = {
  'mcp/teapot.md': checked(
    { zh: '## 壶盖\n\n企鹅不会打开壶盖。', en: '## The lid\n\nPenguins cannot open the lid.' },
    { 'stele verify': 'passed', 'Ann Lee': 'passed' },
  ),
  'agent/kettle.md': checked(
    {
      id: 'art_kettle',
      zhTitle: '水壶',
      enTitle: 'Kettle',
      fields: { summary: '{ zh: "水壶为什么会叫。", en: "Why a kettle sings." }', keywords: '[singing]' },
      zh: '## 蒸汽\n\n蒸汽会烫伤爪子。',
      en: '## Steam\n\nSteam burns paws.',
    },
    { 'Ann Lee': 'partial' },
  ),
  'skill/torch.md': checked(
    {
      id: 'art_torch',
      zhTitle: '喷灯',
      enTitle: 'Torch',
      fields: { summary: '{ zh: "喷灯。", en: "A torch." }', keywords: '[]', riskLevel: 'high' },
      zh: '## 火焰\n\n火焰会点燃羽毛。',
      en: '## Flames\n\nFlames light feathers.',
    },
    { 'stele verify': 'passed' },
  ),
  'foundation/samovar.md': articleText({
    id: 'art_samovar',
    zhTitle: '茶炊',
    enTitle: 'Samovar',
    fields: { summary: '{ zh: "茶炊。", en: "A samovar." }', keywords: '[]' },
    zh: '## 煤\n\n海豹会吃煤。茶炊不怕蒸汽。',
    en: '## Coal\n\nSeals eat coal. A samovar fears no steam.',
  }),
};

const edition = await publishFolder(await contentOf(articles));
const guide = await readGuide('answer-a-question');

async function start(limits: StateLimits = {}): Promise<{ server: Started; clock: MovableClock }> {
  const clock = movableClock();
  return { clock, server: await startServer(edition, { clock, state: stateFor(clock, limits) }) };
}

interface Logged {
  path: string;
  status: number;
  agent?: string;
  key?: string;
}

/** The requests in the log of a server. */
const requestsTo = ({ logLines }: Started): Logged[] =>
  logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');

/** Starts a server of another product, which is closed after the test; returns its origin. */
async function stranger(answer: RequestListener): Promise<string> {
  const other = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
}

describe.each(examples)('the program $file in the guide', (example) => {
  test('is the same in both languages, and has at most 60 lines', async () => {
    const code = await codeOf(example, 'en');
    expect(await codeOf(example, 'zh')).toBe(code);
    expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  describe.runIf(isAllHere(missingFor(example)))('run against a server', () => {
    let ask: Runner;
    beforeAll(async () => {
      ask = await runnerOf(example);
    });

    test.each(['zh', 'en'] as const)(
      'prints the output that the guide shows, in the language of the question (%s)',
      async (of) => {
        const { server } = await start();
        const shown = fenceWith(guide[of], 'console', 'answer.mts').split(/^\$ /m).slice(1);
        expect(shown).toHaveLength(2);
        for (const run of shown) {
          const [, question = '', printed = ''] = /^node answer\.mts '([^']+)'\n([\s\S]*)$/.exec(run) ?? [];
          const { code, stdout, stderr } = await ask(question, server.origin);
          expect([code, stderr]).toEqual([0, '']);
          expect(stdout.trimEnd()).toBe(printed.trimEnd());
        }
        const [{ path, status, agent } = {}] = requestsTo(server);
        expect([path, status, agent]).toEqual(['/api/v1/context', 200, 'answer-example/1.0']);
      },
    );

    test('prints a warning for passages that are partly verified or have a high risk', async () => {
      const { server } = await start();
      const kettle = await ask('does steam burn paws', server.origin);
      expect(kettle.code).toBe(0);
      expect(kettle.stdout).toMatch(
        /^\[1\] Kettle: partial, \d+ of 100, risk low; check it before you act\nkettle@[0-9a-f]{12}#steam\n/,
      );
      const torch = await ask('do flames light feathers', `${server.origin}/`);
      expect(torch.stdout).toMatch(/^\[1\] Torch: verified, \d+ of 100, risk high; check it before you act\n/);
    });

    test('omits unverified passages and prints their number', async () => {
      const { server } = await start();
      const alone = await ask('海豹会吃煤吗', server.origin);
      expect(alone).toEqual({ code: 1, stdout: '', stderr: 'Left out as unverified: 1.\n' });
      const beside = await ask('steam burns paws, seals eat coal', server.origin);
      expect([beside.code, beside.stderr]).toEqual([0, 'Left out as unverified: 1.\n']);
      expect(beside.stdout).toContain('Steam burns paws.');
      expect(beside.stdout).not.toContain('samovar');
    });

    test('ends with 1 if no passage answers the question, and prints the results of the request that the server suggests', async () => {
      const { server } = await start();
      const { code, stdout, stderr } = await ask('zzzzqqqq', server.origin);
      expect([code, stderr]).toEqual([1, '']);
      const [first, ...named] = stdout.trimEnd().split('\n');
      expect(first).toBe('Nothing here answers this question. The nearest articles:');
      expect(named.sort()).toEqual([
        '- kettle: 水壶 / Kettle',
        '- samovar: 茶炊 / Samovar',
        '- teapot: 茶壶 / Teapot',
        '- torch: 喷灯 / Torch',
      ]);
      expect(requestsTo(server).map(({ path }) => path)).toEqual(['/api/v1/context', '/api/v1/search']);
    });

    test('sends a question with special characters unchanged', async () => {
      const { server } = await start();
      const { code, stdout } = await ask('@lid&q=x #$(id) `id` "[a-z]" {1,2} \\ %41 +', server.origin);
      expect(code).toBe(0);
      expect(stdout).toContain('Penguins cannot open the lid.');
    });

    test('waits for the time in Retry-After of a 429, and then retries', async () => {
      const { server, clock } = await start({ keyless: { limit: 1, windowMs: 2000 } });
      await server.get('/api/v1/domains');
      const statuses: number[] = [];
      // A proxy that advances the clock of the server by two seconds before it forwards a 429.
      const between = await stranger(async ({ url }, response) => {
        const answer = await fetch(`${server.origin}${url}`);
        statuses.push(answer.status);
        if (answer.status === 429) clock.advance(2000);
        response.writeHead(answer.status, { 'retry-after': answer.headers.get('retry-after') ?? '' });
        response.end(await answer.text());
      });
      const { code, stdout, stderr } = await ask('can penguins open the lid', between);
      expect(code, stderr).toBe(0);
      expect(stdout).toContain('Penguins cannot open the lid.');
      expect(stderr).toMatch(/in 2 s/);
      expect(statuses).toEqual([429, 200]);
    });

    test('ends with 2 instead of waiting until the quota of its key is renewed the next day', async () => {
      const { server } = await start({ free: { limit: 1, unit: 'day' } });
      const { key, bearer } = await issueKey(server.state.store);
      await server.get('/api/v1/domains', bearer);
      const { code, stdout, stderr } = await ask('can penguins open the lid', server.origin, key);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('RATE_LIMITED');
      expect(requestsTo(server).map(({ status }) => status)).toEqual([200, 429]);
    });

    test('sends its key with every request', async () => {
      const { server } = await start();
      const { key, record } = await issueKey(server.state.store);
      const { code, stderr } = await ask('zzzzqqqq', server.origin, key);
      expect([code, stderr]).toEqual([1, '']);
      expect(requestsTo(server).map((request) => request.key)).toEqual([record.id, record.id]);
    });

    test('ends with 2 if the server answers with an error, and prints that error, but not the key', async () => {
      const { server } = await start();
      const key = newApiKey(newKeyId());
      const refused = await ask('teapot', server.origin, key);
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain(`${server.origin}: UNAUTHORIZED This credential is not valid. Send`);
      expect(refused.stderr).not.toContain(key);
      const empty = await ask('', server.origin);
      expect([empty.code, empty.stdout]).toEqual([2, '']);
      expect(empty.stderr).toContain('VALIDATION_ERROR q: ');
    });

    test.each([
      ['HTML', '<!doctype html><title>Hello</title>'],
      ['JSON of another kind', '{"hello":"world"}'],
    ])('ends with 2 and one line if another product answers with %s', async (_kind, body) => {
      const other = await stranger((_request, response) => response.end(body));
      const { code, stdout, stderr } = await ask('teapot', other);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(`${other}: `)]);
    });

    test('never sends the key to another host after a redirect', async () => {
      const given: unknown[] = [];
      const elsewhere = await stranger(({ headers }, response) => {
        given.push(headers.authorization);
        response.end('{}');
      });
      const moved = await stranger((_request, response) =>
        response.writeHead(302, { location: `${elsewhere}/api/v1/context` }).end('{}'),
      );
      const { code } = await ask('teapot', moved, newApiKey(newKeyId()));
      expect(code).toBe(2);
      expect(given.filter((authorization) => authorization !== undefined)).toEqual([]);
    });
  });
});
