import { describe, expect, it } from 'vitest';
import type { AgentCalls, AskedQuery } from '../../server/state/store.ts';
import { temporaryFolder } from '../site.ts';
import { openStore, stele } from './command.ts';

const noon = Date.UTC(2026, 10, 30, 12);
const dayMs = 86_400_000;

const calls = (agentId: string, more: Partial<AgentCalls> = {}): AgentCalls => ({
  agentId,
  firstSeenMs: noon - dayMs,
  lastSeenMs: noon,
  search: 3,
  article: 2,
  other: 1,
  failed: 4,
  rateLimited: 5,
  days: new Map([[Math.floor(noon / dayMs), 6]]),
  ...more,
});

const asked = (text: string, more: Partial<AskedQuery> = {}): AskedQuery => ({
  text,
  asked: 3,
  foundNothing: 0,
  lastAskedMs: noon,
  callerTags: new Set([1, 2, 3]),
  ...more,
});

async function stateOf(agentCalls: readonly AgentCalls[], queries: readonly AskedQuery[] = []): Promise<string> {
  const folder = await temporaryFolder();
  const store = await openStore(folder);
  await store.agents.add(agentCalls);
  await store.queries.add(queries, { callersMin: 3, queriesMax: 10_000 });
  return folder;
}

/** The record that the API returns for an agent that the function `calls` made. */
const recordOf = (agentId: string, lastSeenMs = noon) => ({
  agentId,
  firstSeenAt: '2026-11-29T12:00:00.000Z',
  lastSeenAt: new Date(lastSeenMs).toISOString(),
  requests: { total: 6, search: 3, article: 2, other: 1, failed: 4, rateLimited: 5 },
  recentDays: [{ date: '2026-11-30', total: 6 }],
});
const agents = (folder: string, ...given: string[]) => stele(['agents', ...given, '--data', folder]);
const many = (count: number): AgentCalls[] =>
  Array.from({ length: count }, (_, at) => calls(`agent-${at}`, { lastSeenMs: noon - at * 1000 }));

describe('stele agents list', () => {
  it('shows the latest agents', async () => {
    const called = [calls('planner.v2', { lastSeenMs: noon - 60_000 }), calls('@acme/crawler', { search: 4321 })];
    const folder = await stateOf(called);
    const { code, stdout, stderr } = await agents(folder, 'list');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toEqual([
      'agent          first seen         last seen          total  search  article  other  failed  rate limited',
      '@acme/crawler  2026-11-29 12:00Z  2026-11-30 12:00Z  4,324   4,321        2      1       4             5',
      'planner.v2     2026-11-29 12:00Z  2026-11-30 11:59Z      6       3        2      1       4             5',
      '2 agents, the latest call first',
      '',
    ]);
  });

  it('shows as many agents as --limit says, and the total', async () => {
    const { stdout } = await agents(await stateOf(many(3)), 'list', '--limit', '2');
    expect(stdout).toMatch(/^agent-0 .*\nagent-1 .*\n2 agents of 3, the latest call first$/m);
  });

  it('prints the same records as the API, in JSON, with --json and with --format json', async () => {
    const folder = await stateOf(many(2));
    const expected = [0, 1].map((at) => recordOf(`agent-${at}`, noon - at * 1000));
    const { stdout } = await agents(folder, 'list', '--json');
    expect(stdout).toBe(`${JSON.stringify(expected, null, 2)}\n`);
    expect((await agents(folder, 'list', '--format', 'json')).stdout).toBe(stdout);
  });

  it('prints CSV in which an id cannot act as a spreadsheet formula', async () => {
    const folder = await stateOf([calls('@acme/x'), calls('+1'), calls('-x')]);
    const { stdout } = await agents(folder, 'list', '--format', 'csv');
    const rest = '2026-11-29T12:00:00.000Z,2026-11-30T12:00:00.000Z,6,3,2,1,4,5';
    expect(stdout.split('\n')).toEqual([
      'agentId,firstSeenAt,lastSeenAt,total,search,article,other,failed,rateLimited',
      ...["'+1", "'-x", "'@acme/x"].map((id) => `${id},${rest}`),
      '',
    ]);
  });

  it.each([
    [['--limit', '10001'], "argument '10001' is invalid. Give a whole number from 1 to 10000."],
    [['--json', '--format', 'csv'], "option '--json' cannot be used with option '--format <format>'"],
  ])('ends with 2 and an explanation for the options %j', async (given, sentence) => {
    const { code, stderr } = await agents(await temporaryFolder(), 'list', ...given);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});

describe('stele agents show', () => {
  it('shows the record of an agent and its calls of each day', async () => {
    const today = Math.floor(noon / dayMs);
    const days = new Map([
      [today, 1500],
      [today - 2, 10],
    ]);
    const folder = await stateOf([calls('@acme/crawler', { search: 1505, days })]);
    const { code, stdout } = await agents(folder, 'show', '@acme/crawler');
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual([
      'agent         @acme/crawler',
      'first seen    2026-11-29 12:00Z',
      'last seen     2026-11-30 12:00Z',
      'calls         1,508: search 1,505, article 2, other 1',
      'failed        4 of them',
      'rate limited  5 more',
      '',
      'calls per day (UTC), the newest day first',
      '2026-11-30  1,500',
      '2026-11-28     10',
    ]);
  });

  it('prints the record of an agent as JSON', async () => {
    const folder = await stateOf([calls('-odd')]);
    const { stdout } = await stele(['agents', 'show', '--json', '--data', folder, '--', '-odd']);
    expect(JSON.parse(stdout)).toEqual(recordOf('-odd'));
  });

  it('ends with 2 for an unknown agent', async () => {
    const folder = await stateOf(many(2));
    const listing = '`npm run agents -- list` shows the agents that called last\n';
    const stderr = `stele: no agent "\\u{9b}2J" is registered. ${listing}`;
    expect(await agents(folder, 'show', '\u009b2J')).toEqual({ code: 2, stdout: '', stderr });
  });
});

describe('stele agents queries', () => {
  const queries = [
    asked('often', { asked: 50, foundNothing: 1 }),
    asked('=SUM(A1)', { asked: 9, foundNothing: 9 }),
    asked('good', { asked: 10 }),
    asked('private', { asked: 99, foundNothing: 99, callerTags: new Set([1, 2]) }),
  ];

  it('shows the most frequent queries, or with --found-nothing those most often without results', async () => {
    const folder = await stateOf([], queries);
    const textsOf = (stdout: string): (string | undefined)[] =>
      [...stdout.matchAll(/Z {2}(.*)$/gm)].map(([, text]) => text);
    const all = await agents(folder, 'queries');
    expect(textsOf(all.stdout)).toEqual(['often', 'good', '=SUM(A1)']);
    expect(all.stdout).toMatch(/\n\nOnly queries from at least three .*\n$/);
    expect(textsOf((await agents(folder, 'queries', '--found-nothing')).stdout)).toEqual(['=SUM(A1)', 'often']);
    expect(textsOf((await agents(folder, 'queries', '--limit', '1')).stdout)).toEqual(['often']);
  });

  it('says so when no query has enough callers', async () => {
    const folder = await stateOf([]);
    expect((await agents(folder, 'queries')).stdout).toMatch(/^no query has enough callers yet\n/);
    const { stdout } = await agents(folder, 'queries', '--found-nothing');
    expect(stdout).toMatch(/^no query without results has enough callers yet\n/);
  });

  it('prints the queries as JSON and as CSV', async () => {
    const given = [await stateOf([], queries), 'queries', '--found-nothing'] as const;
    const lastAskedAt = '2026-11-30T12:00:00.000Z';
    expect(JSON.parse((await agents(...given, '--json')).stdout)).toEqual([
      { text: '=SUM(A1)', asked: 9, foundNothing: 9, lastAskedAt },
      { text: 'often', asked: 50, foundNothing: 1, lastAskedAt },
    ]);
    expect((await agents(...given, '--format', 'csv')).stdout).toBe(
      `asked,foundNothing,lastAskedAt,text\n9,9,${lastAskedAt},'=SUM(A1)\n50,1,${lastAskedAt},often\n`,
    );
  });

  it.each(['table', 'json', 'csv'])('prints no control character of a query with --format %s', async (format) => {
    const folder = await stateOf([], [asked('a\u001b[2J\u009b31m\u202e\u007fb')]);
    const { stdout } = await agents(folder, 'queries', '--format', format);
    expect(stdout).toContain('[2J');
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    if (format === 'json') expect(JSON.parse(stdout)[0].text).toBe('a\u001b[2J\u009b31m\u202e\u007fb');
  });

  it('deletes all query counts with --clear, without confirmation', async () => {
    const folder = await stateOf(many(1), queries);
    const stdout = 'the query counts are deleted; running servers may still write counts that they hold in memory\n';
    expect(await agents(folder, 'queries', '--clear')).toMatchObject({ code: 0, stdout });
    expect((await agents(folder, 'queries', '--json')).stdout).toBe('[]\n');
    expect(JSON.parse((await agents(folder, 'list', '--json')).stdout)).toHaveLength(1);
  });

  it('deletes nothing when --clear is combined with an option for output', async () => {
    const folder = await stateOf([], queries);
    for (const given of [['--limit', '3'], ['--found-nothing'], ['--json'], ['--format', 'csv']]) {
      const stderr = expect.stringContaining("option '--clear' cannot be used with option");
      expect(await agents(folder, 'queries', '--clear', ...given)).toMatchObject({ code: 2, stderr });
    }
    expect(JSON.parse((await agents(folder, 'queries', '--json')).stdout)).toHaveLength(3);
  });
});
