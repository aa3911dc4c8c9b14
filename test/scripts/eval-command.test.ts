import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { baseline } from '../../scripts/eval/baseline.ts';
import { articleText, contentOf, publishFolder, repositoryRoot, temporaryFolder } from '../site.ts';
import { stele, steleStart } from './command.ts';

const line = (q: string, lang: 'zh' | 'en', ...relevantSlugs: string[]) => JSON.stringify({ q, lang, relevantSlugs });

let content: string;
let edition: string;
let folder: string;
beforeAll(async () => {
  const articles = {
    'mcp/teapot.md': articleText(),
    'agent/urn.md': articleText({
      id: 'art_urn',
      zhTitle: '茶炊',
      enTitle: 'Urn',
      fields: { summary: '{ zh: "烧水的器具。", en: "It boils water all day." }', keywords: '[coal]' },
      zh: '## 加热\n\n煤在中间的管子里燃烧。',
      en: '## Heating\n\nCoal burns in the pipe in the middle.',
    }),
  };
  content = await contentOf(articles);
  edition = await publishFolder(content);
  folder = await contentOf({
    'tea.question.en.jsonl': [line('why does a teapot drip', 'en', 'teapot'), line('burning coal', 'en', 'urn')].join(
      '\n',
    ),
    'tea.question.zh.jsonl': line('茶炊', 'zh', 'urn'),
    'wrong.jsonl': [line('teapot', 'en', 'urn'), line('percolator', 'en', 'percolator')].join('\n'),
    'bad.jsonl': `${line('teapot', 'en', 'teapot')}\n{"q":"tea","lang":"fr","relevantSlugs":["teapot"]}\n`,
  });
});

const file = (name: string): string => join(folder, name);
const evaluate = (given: string[], more?: Record<string, string>) => stele(['eval', ...given], more);
const inEdition = (queries: string[], more: string[] = []) =>
  evaluate(['--queries', ...queries.map(file), '--edition', edition, ...more]);
const question = ['tea.question.en.jsonl', 'tea.question.zh.jsonl'];

describe('stele eval', () => {
  it('prints a table of sets and one of kinds', async () => {
    const { code, stdout, stderr } = await inEdition(question);
    expect([code, stderr]).toEqual([0, '']);
    const withoutTimes = stdout.replaceAll(/ {2,}\d+\.\d\d {2,}\d+\.\d\d$/gm, '');
    expect(withoutTimes).toBe(
      [
        'set               n  MRR@10    R@1    R@5   R@10    S@5   S@10  nDCG@10  zero  p50 ms  p99 ms',
        'tea.question  zh  1   1.000  1.000  1.000  1.000  1.000  1.000    1.000  .000',
        'tea.question  en  2   1.000  1.000  1.000  1.000  1.000  1.000    1.000  .000',
        '',
        'kind          n  MRR@10    R@1    R@5   R@10    S@5   S@10  nDCG@10  zero  p50 ms  p99 ms',
        'question  zh  1   1.000  1.000  1.000  1.000  1.000  1.000    1.000  .000',
        'question  en  2   1.000  1.000  1.000  1.000  1.000  1.000    1.000  .000',
        '',
      ].join('\n'),
    );
  });

  it('prints one JSON document for programs', async () => {
    const { code, stdout } = await inEdition(question, ['--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      searched: { edition },
      queries: 3,
      refused: 0,
      unknownSlugs: { count: 0, first: [] },
      groups: [
        { level: 'set', name: 'tea.question', language: 'zh', quality: { n: 1, mrr10: 1 }, peers: [] },
        { level: 'set', language: 'en', quality: { n: 2 }, latency: { p50Ms: expect.any(Number) } },
        { level: 'kind', name: 'question', language: 'zh' },
        { level: 'kind', name: 'question', language: 'en' },
      ],
    });
  });

  it('counts what is not found, and says which slugs no article has', async () => {
    const { code, stdout, stderr } = await inEdition(['wrong.jsonl'], ['--json']);
    expect([code, stderr]).toEqual([0, 'no article of this edition has 1 relevant slug: percolator\n']);
    const [{ quality }] = JSON.parse(stdout).groups;
    expect(quality).toMatchObject({ n: 2, mrr10: 0, zeroRate: 0.5 });
  });

  it('counts a query that is longer than the API allows as finding nothing, and says so', async () => {
    await writeFile(file('long.jsonl'), line('teapot '.repeat(40), 'en', 'teapot'));
    const { stdout, stderr } = await inEdition(['long.jsonl'], ['--json']);
    expect(stderr).toBe('refused as longer than the API allows, and counted as finding nothing: 1 of the queries\n');
    expect(JSON.parse(stdout)).toMatchObject({ refused: 1, groups: [{ quality: { zeroRate: 1 } }, {}] });
  });

  it('measures one half of the queries when asked', async () => {
    const halves = await Promise.all(
      ['dev', 'test'].map(async (half) => JSON.parse((await inEdition(question, ['--json', '--split', half])).stdout)),
    );
    expect(halves[0].queries + halves[1].queries).toBe(3);
  });

  it('adds variants of the queries', async () => {
    const { stdout } = await inEdition(question, ['--json', '--variants', 'traditional,fullwidth']);
    const names = JSON.parse(stdout).groups.map(({ name, language }: Record<string, string>) => `${name} ${language}`);
    expect(names).toContain('tea.question+fullwidth en');
    expect((await inEdition(question, ['--variants', 'upside-down'])).stderr).toContain(
      'It takes names of same, typo1, typo2',
    );
  });
});

describe('stele eval, further measures', () => {
  it('tells how often the context of a question holds an answer, within budgets', async () => {
    const { code, stdout } = await inEdition(question, ['--context']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^tea\.question +en +2 +500 +1\.000 +\d?\.\d{3} +\d\.\d +\d+ +\d+\.\d$/m);
    const { groups } = JSON.parse((await inEdition(question, ['--context', '--json'])).stdout);
    expect(groups.map(({ maxTokens }: { maxTokens: number }) => maxTokens)).toEqual([500, 1000, 2000, 500, 1000, 2000]);
  });

  it('tells how long opening takes, and the slowest of hostile queries', async () => {
    const { code, stdout } = await inEdition(question, ['--speed']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^2 articles: read and verified in \d+ ms, opened in \d+ ms, first query in \d+\.\d\d ms$/m);
    expect(stdout).toMatch(/^one giant word +\d+\.\d\d$/m);
  });

  it('measures an edition of many articles made of few, of which any replica answers', async () => {
    const given = ['--queries', ...question.map(file), '--content', content, '--replicate', '9', '--speed', '--json'];
    const { code, stdout, stderr } = await evaluate(given);
    const { searched, groups, speed } = JSON.parse(stdout);
    onTestFinished(() => rm(searched.edition, { recursive: true }));
    expect([code, stderr]).toEqual([0, '']);
    expect(speed.opening.articles).toBe(9);
    expect(groups[0]).toMatchObject({ name: 'tea.question', quality: { mrr10: 1, recall1: 1 } });
  });

  it('asks for articles whose words stand in the other language alone', async () => {
    const { code, stdout } = await inEdition(question, ['--content', content, '--one-language', '--json']);
    expect(code).toBe(0);
    // The urn is of the half that loses a side, the teapot is not. Of its English words only the keyword is left.
    expect(JSON.parse(stdout)).toMatchObject({
      queries: 2,
      groups: [
        { name: 'tea.question+one-language', language: 'zh', quality: { n: 1, mrr10: 0 } },
        { name: 'tea.question+one-language', language: 'en', quality: { n: 1, mrr10: 1 } },
        {},
        {},
      ],
    });
    const elsewhere = await inEdition(question, ['--content', folder, '--one-language']);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      2,
      expect.stringMatching(/^stele: --content has no article (urn|teapot), which the edition has\n$/),
    ]);
  });

  it('compares with other engines where they are installed, and else says how to install them', async () => {
    const { code, stdout, stderr } = await inEdition(question, ['--peers']);
    if (existsSync(join(repositoryRoot, 'scripts', 'bench', 'node_modules'))) {
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^set, MRR@10 +n +stele +MiniSearch +ours − it \[95 %\] +FTS5 .* FlexSearch /m);
      expect(stdout).toMatch(/^tea.question +en +2 +1.000 +1.000 +\+.000 \[\+.000, \+.000\] +1.000 /m);
    } else {
      const sentence = 'stele: minisearch is not installed; --peers needs it: npm ci --prefix scripts/bench\n';
      expect([code, stderr]).toEqual([2, sentence]);
    }
  });
});

describe('stele eval, against a baseline', () => {
  it('ends with 1 when a number fell by .006, with 0 when by .004, and names the number', async () => {
    const path = join(await temporaryFolder(), 'baseline.json');
    expect((await inEdition(['wrong.jsonl', ...question], ['--write-baseline', path])).code).toBe(0);
    const written = baseline.parse(JSON.parse(await readFile(path, 'utf8')));
    const against = async (by: number) => {
      const english = written.sets.wrong?.en;
      if (english === undefined) throw new Error('the baseline lacks a set');
      const raised = { sets: { ...written.sets, wrong: { en: { ...english, mrr10: english.mrr10 + by } } } };
      await writeFile(path, JSON.stringify(raised));
      const { code, stderr } = await inEdition(['wrong.jsonl', ...question], ['--baseline', path]);
      return [code, stderr.split('\n').slice(1).join('\n')];
    };
    expect(await against(0.004)).toEqual([0, '']);
    expect(await against(0.006)).toEqual([1, 'stele: wrong en: MRR@10 fell from .0060 to .000\n']);
  });

  it('ends with 2 for a baseline that is not there, is none, or is of other sets', async () => {
    const missing = join(folder, 'missing.json');
    const other = join(await temporaryFolder(), 'other.json');
    await writeFile(other, '{"sets":{}}');
    const bad = file('wrong.jsonl');
    const sentences = await Promise.all(
      [missing, other, bad].map(async (path) => {
        const { code, stderr } = await inEdition(question, ['--baseline', path]);
        return [code, stderr];
      }),
    );
    expect(sentences).toEqual([
      [2, `stele: there is no baseline at ${missing}; write it with --write-baseline ${missing}\n`],
      [2, `stele: ${other} holds none of the sets that were measured; write it with --write-baseline ${other}\n`],
      [2, expect.stringContaining(`stele: ${bad} is no baseline`)],
    ]);
  });
});

describe('stele eval --url', () => {
  it('asks a running server more than its limit of one address, and finds what is found in process', async () => {
    const { origin } = await steleStart(['--edition', edition]);
    const many = Array.from({ length: 250 }, (_, at) => line(`teapot ${at}`, 'en', 'teapot'));
    await writeFile(file('many.jsonl'), many.join('\n'));
    const { code, stdout, stderr } = await evaluate(['--queries', file('many.jsonl'), '--url', origin, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    const asked = JSON.parse(stdout);
    const inProcess = JSON.parse((await inEdition(['many.jsonl'], ['--json'])).stdout);
    expect(asked).toMatchObject({ searched: { url: origin }, unknownSlugs: { count: 0 } });
    expect(asked.groups[0].quality).toEqual(inProcess.groups[0].quality);
  });

  it('waits as long as a server asks it to, and says so', async () => {
    let asked = 0;
    const pages = { data: { items: [{ slug: 'teapot' }], pagination: { totalPages: 1 } } };
    const server = createServer((_request, response) => {
      asked += 1;
      if (asked === 2) response.writeHead(429, { 'Retry-After': '1' }).end('{}');
      else response.end(JSON.stringify(pages));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, stderr } = await evaluate(['--queries', file('tea.question.zh.jsonl'), '--url', base]);
    expect([code, asked]).toEqual([0, 3]);
    expect(stderr).toMatch(/^the server's limit is reached after 2 requests; waiting 1 s as it asks\n/);
  });

  it('sends STELE_API_KEY as a bearer token', async () => {
    const { origin } = await steleStart(['--edition', edition]);
    const given = ['--queries', file('tea.question.zh.jsonl'), '--url', origin];
    const { code, stderr } = await evaluate(given, { STELE_API_KEY: 'no-such-key' });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^stele: http:\S+ answered 401 to \/api\/v1\/search\?/)]);
  });

  it('ends with 2 when no server answers', async () => {
    const given = ['--queries', file('tea.question.zh.jsonl'), '--url'];
    const { code, stderr } = await evaluate([...given, 'http://127.0.0.1:9']);
    expect([code, stderr]).toEqual([
      2,
      'stele: no server answers at http://127.0.0.1:9 (ECONNREFUSED); start one with npm start, or leave --url out\n',
    ]);
    expect((await evaluate([...given, 'teapot'])).stderr).toBe(
      'stele: --url is "teapot"; it takes an address such as http://127.0.0.1:8080\n',
    );
  });
});

describe('stele eval ends with 2 and one sentence', () => {
  it('for a bad line, named with its file', async () => {
    const { code, stdout, stderr } = await inEdition(['bad.jsonl']);
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      `stele: ${file('bad.jsonl')}:2: found lang is "fr"; expected one of "zh", "en", "mixed"\n`,
    ]);
  });

  it('for a file that is not there', async () => {
    const { code, stderr } = await inEdition(['none.jsonl']);
    expect([code, stderr]).toEqual([2, `stele: cannot open ${file('none.jsonl')}: it is not there (ENOENT)\n`]);
  });
});
