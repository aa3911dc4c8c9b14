import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../../server/state/sqlite/store.ts';
import { stateOver } from '../../server/state/state.ts';
import { publishedWith } from '../build/sources.ts';
import { movableClock, startServer } from '../server.ts';
import { articleText, contentOf, publishFolder, temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

const teapot = articleText({
  zh: '## 原因\n\n见[水壶](../mcp/kettle.md)。',
  en: '## Cause\n\nSee the [kettle](../mcp/kettle.md).',
});
const kettle = { id: 'art_kettle', enTitle: 'Kettle', fields: { related: '[art_teapot]' } };

/** A site of three articles. The teapot links to the kettle, and no article links to the cup. */
const site = () =>
  contentOf({
    'agent/teapot.md': teapot,
    'mcp/kettle.md': articleText(kettle),
    'mcp/cup.md': articleText({ id: 'art_cup', enTitle: 'Cup', fields: { related: '[art_kettle]' } }),
  });

const reportOn = async (content: string, ...more: string[]) => {
  const { code, stdout } = await stele(['report', '--content', content, '--json', ...more]);
  return { code, ...JSON.parse(stdout) };
};

describe('stele report', () => {
  it('counts articles by domain and status, and prints the date of the oldest verification', async () => {
    const { digest } = publishedWith(kettle);
    const records = ['2026-01-05', '2026-02-05'].map(
      (day) => `{ verifier: of ${day}, result: passed, at: ${day}T00:00:00Z, digest: ${digest} }`,
    );
    const fields = { ...kettle.fields, verification: `[ ${records.join(', ')} ]` };
    const verified = await contentOf({
      'agent/teapot.md': teapot,
      'mcp/kettle.md': articleText({ ...kettle, fields }),
    });
    const { code, domains, unverified } = await reportOn(verified);
    expect(code).toBe(0);
    const of = (name: string) => domains.find(({ domain }: { domain: string }) => domain === name);
    expect(of('mcp')).toEqual({
      domain: 'mcp',
      articles: 1,
      statuses: { verified: 1, partial: 0, unverified: 0 },
      confidence: { least: 65, median: 65 },
      oldestVerification: '2026-02-05T00:00:00.000Z',
    });
    expect(of('skill')).toMatchObject({ articles: 0, confidence: null, oldestVerification: null });
    expect(of('all')).toMatchObject({
      articles: 2,
      statuses: { verified: 1, partial: 0, unverified: 1 },
      confidence: { least: 30, median: 30 },
    });
    expect(unverified).toEqual(['teapot']);
  });

  it('lists the articles to which no other article links', async () => {
    expect((await reportOn(await site())).orphans).toEqual(['cup']);
  });

  it('lists unanswered queries from the state of a server', async () => {
    const content = await site();
    const data = await temporaryFolder();
    const clock = movableClock(Date.now());
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const state = stateOver({ store: sqliteStore(data), clock, log, keepsQueries: true });
    const server = await startServer(await publishFolder(content), { clock, state, settings: { trustProxy: 1 } });
    const question = 'Kubernetes ingress controller annotations rewrite websocket kettle';
    for (const last of [1, 2, 3]) {
      for (const q of ['samovar', 'samovar', 'kettle', question]) {
        await server.get(`/api/v1/search?q=${encodeURIComponent(q)}`, { 'x-forwarded-for': `192.0.2.${last}` });
      }
    }
    await server.close();
    const { unanswered } = await reportOn(content, '--data', data);
    // Articles contain some words of the question, but none answers it.
    expect(unanswered).toMatchObject([{ text: 'samovar' }, { text: question.toLowerCase() }]);
    const { stdout } = await stele(['report', '--content', content, '--data', data]);
    expect(stdout).toMatch(/queries without results:\n {2}samovar \(\d+\)\n/);
    // A query that an article now answers is no longer listed.
    const filled = await contentOf({ 'mcp/samovar.md': articleText({ enTitle: 'Samovar' }) });
    expect((await reportOn(filled, '--data', data)).unanswered).toMatchObject([{ text: question.toLowerCase() }]);
  });

  it('says that unanswered queries are unknown without the state of a server', async () => {
    const content = await site();
    const data = await temporaryFolder();
    expect((await reportOn(content, '--data', data)).unanswered).toBeNull();
    const given = ['report', '--content', content, '--data', data];
    const { stdout } = await stele(given);
    expect(stdout).toContain('0 % of the articles are verified');
    expect(stdout).toContain('queries without results: unknown');
    expect((await stele([...given, '--locale', 'zh'])).stdout).toContain('没有其他文章链接到的文章：\n  cup\n');
  });

  it('ends with 1 and prints the errors for content that does not compile', async () => {
    const content = await contentOf({ 'mcp/cup.md': articleText({ fields: { riskLevel: 'lo' } }) });
    const { code, stderr } = await stele(['report', '--content', content]);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('[front-matter-schema]') });
  });
});
