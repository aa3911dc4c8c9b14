import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { catalogue } from '../../build/edition/catalogue.ts';
import { hasBubblewrap } from '../../scripts/verify/confinement/bubblewrap.ts';
import { isAllHere } from '../needed.ts';
import { articleText, compileFolder, contentOf, temporaryFolder } from '../site.ts';
import { cleanEnvironment, type Finished, program, stele } from './command.ts';

const isConfined = isAllHere(
  (await hasBubblewrap())
    ? undefined
    : 'there is no bubblewrap that works on this machine (apt-get install bubblewrap)',
);

const path = 'mcp/teapot.md';

/** A site of one article that shows some blocks of Markdown, the same in both languages. */
const siteOf = (blocks: string, fields: Record<string, string> = {}): Promise<string> =>
  contentOf({ [path]: articleText({ zh: `## 示例\n\n${blocks}`, en: `## Examples\n\n${blocks}`, fields }) });

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;

const verify = (content: string, ...more: string[]): Promise<Finished> =>
  stele(['verify', '--content', content, ...more]);

/** What `verify` says of every example of the only article. */
async function outcomesOf(content: string): Promise<{ outcome: string; [name: string]: unknown }[]> {
  const { stdout } = await verify(content, '--check', '--json');
  return JSON.parse(stdout)[0].outcomes;
}

/** Status and score of each article, by its slug. */
async function trustRows(content: string): Promise<Map<string, { status: string; score: number }>> {
  const { edition } = await compileFolder(content);
  const file = edition?.files.get('catalogue.json') ?? new Uint8Array();
  const { articles } = catalogue.parse(JSON.parse(new TextDecoder().decode(file)));
  return new Map(
    articles.map(({ slug, verificationStatus, confidenceScore }) => [
      slug,
      { status: verificationStatus, score: confidenceScore },
    ]),
  );
}

const trustIn = async (content: string) => {
  const { edition, messages } = await compileFolder(content);
  const file = edition?.files.get('catalogue.json');
  const row = file && catalogue.parse(JSON.parse(new TextDecoder().decode(file))).articles[0];
  return { status: row?.verificationStatus, score: row?.confidenceScore, rules: messages.map(({ rule }) => rule) };
};

const adds = fence('js', "console.log('two and two:', 2 + 2);");

describe.skipIf(!isConfined)('stele verify', () => {
  it('runs examples and writes a record of the text that it ran', async () => {
    const content = await siteOf(`${adds}\n${fence('output', 'two and two: 4')}`);
    expect(await trustIn(content)).toMatchObject({ status: 'unverified', score: 30 });
    const { code, stdout, stderr } = await verify(content);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      `passed   ${path}: 1 of 1 example ran.\n1 article: 1 passed, 0 partial, 0 failed; 1 record written\n`,
    );
    const text = await readFile(join(content, path), 'utf8');
    expect(text).toMatch(
      /verification:\n {2}- verifier: "stele verify"\n {4}result: passed\n {4}at: \d{4}-\d\d-\d\dT[\d:]{8}Z\n/,
    );
    expect(text).toContain('examples: { ran: 1, failed: 0, skipped: 0 }');
    expect(await trustIn(content)).toMatchObject({ status: 'verified', rules: [] });
  });

  it('lets the status fall when one character of the text changes, and rise when it is restored', async () => {
    const content = await siteOf(adds);
    await verify(content);
    const verified = await readFile(join(content, path), 'utf8');
    const { status, score } = await trustIn(content);
    expect(status).toBe('verified');
    await writeFile(join(content, path), verified.replaceAll('2 + 2', '2 + 3'));
    expect(await trustIn(content)).toEqual({ status: 'unverified', score: 30, rules: ['stale-record'] });
    await writeFile(join(content, path), verified);
    expect(await trustIn(content)).toEqual({ status, score, rules: [] });
  });

  it('leaves everything else of the file as it is, and replaces its own record alone', async () => {
    const fields = {
      verification:
        '# who looked at it\n  - { verifier: "A reader", result: partial, at: 2026-01-05T00:00:00Z, notes: "read" }',
    };
    const content = await siteOf(adds, fields);
    const before = await readFile(join(content, path), 'utf8');
    await verify(content);
    await verify(content, '--renew');
    const after = await readFile(join(content, path), 'utf8');
    const own = /\n {2}- verifier: "stele verify"(?:\n {4}.*)*/;
    expect(after.match(new RegExp(own, 'g'))).toHaveLength(1);
    expect(after.replace(own, '')).toBe(before);
  });

  it('leaves a record as it is that says what was found again, until it is asked to renew it', async () => {
    const content = await siteOf(adds);
    await verify(content);
    const old = (await readFile(join(content, path), 'utf8')).replace(/at: .*Z/, 'at: 2026-02-01T00:00:00Z');
    await writeFile(join(content, path), old);
    expect((await verify(content)).stdout).toContain('0 records written, 1 as before');
    expect(await readFile(join(content, path), 'utf8')).toBe(old);
    expect((await verify(content, '--renew')).stdout).toContain('1 record written\n');
    expect(await readFile(join(content, path), 'utf8')).not.toBe(old);
  });

  it('with --stale verifies only what has no current record', async () => {
    const other = 'agent/kettle.md';
    const content = await contentOf({
      [path]: articleText({ zh: `## 示例\n\n${adds}`, en: `## Examples\n\n${adds}` }),
      [other]: articleText({ id: 'art_kettle', zh: `## 示例\n\n${adds}`, en: `## Examples\n\n${adds}` }),
    });
    await verify(content, other);
    const kept = await readFile(join(content, other), 'utf8');
    const { stdout } = await verify(content, '--stale');
    expect(stdout).toBe(
      `passed   ${path}: 1 of 1 example ran.\n1 article: 1 passed, 0 partial, 0 failed; 1 record written\n`,
    );
    expect(await readFile(join(content, other), 'utf8')).toBe(kept);
    expect((await verify(content, '--stale')).stdout).toBe(
      '0 articles: 0 passed, 0 partial, 0 failed; 0 records written\n',
    );
  });

  it('writes the records of the others when a file is gone or was changed meanwhile', async () => {
    const names = ['agent/gone.md', 'agent/kettle.md', path];
    const blocks = fence('js', 'await new Promise((go) => setTimeout(go, 2000));');
    const content = await contentOf(
      Object.fromEntries(
        names.map((name, index) => [
          name,
          articleText({ id: `art_kettle${index}`, zh: `## 示例\n\n${blocks}`, en: `## Examples\n\n${blocks}` }),
        ]),
      ),
    );
    const places = async (): Promise<string[]> =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('stele-verify-'));
    const before = new Set(await places());
    const finished = verify(content, '--locale', 'en');
    const isRunning = async (): Promise<boolean> => (await places()).some((name) => !before.has(name));
    await expect.poll(isRunning, { timeout: 60_000 }).toBe(true);
    await rm(join(content, 'agent/gone.md'));
    await appendFile(join(content, 'agent/kettle.md'), '\nMore.\n');
    const { code, stdout, stderr } = await finished;
    expect(stderr.match(/found a file that was changed while it was verified/g)).toHaveLength(2);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('1 record written') });
    expect(await readFile(join(content, path), 'utf8')).toContain('stele verify');
  });

  it('tells an article named on the command line that is not there', async () => {
    const { code, stderr } = await verify(await siteOf(adds), 'mcp/pot.md');
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no file mcp/pot.md') });
  });

  it('verifies nothing of content that does not compile', async () => {
    const content = await siteOf(adds, { riskLevel: 'lo' });
    const before = await readFile(join(content, path), 'utf8');
    const { code, stderr } = await verify(content);
    expect(code).toBe(1);
    expect(stderr).toContain('[front-matter-schema]');
    expect(await readFile(join(content, path), 'utf8')).toBe(before);
  });

  it('records a failure, with where it is and what was printed', async () => {
    const content = await siteOf(`${adds}\n${fence('output', 'two and two: 5')}`);
    const { code, stdout, stderr } = await verify(content);
    expect(code).toBe(1);
    const text = await readFile(join(content, path), 'utf8');
    const line = text.split('\n').lastIndexOf('two and two: 5') + 1;
    expect(stderr).toContain(
      `:${line}:1 error [verify] found line 1 of the output says "two and two: 5", the example printed "two and two: 4"`,
    );
    expect(stderr).toContain(`block 1 of code in ${path} printed:\n    two and two: 4`);
    expect(stdout).toContain('0 of 1 example ran; 1 failed: code block 1.');
    expect(await trustIn(content)).toMatchObject({ status: 'unverified', score: 15 });
  });

  it('speaks Chinese to who reads Chinese', async () => {
    const { stdout } = await verify(await siteOf(adds), '--locale', 'zh');
    expect(stdout).toBe(
      `通过  ${path}：1 个示例中运行了 1 个。\n1 篇文章：1 篇通过，0 篇部分通过，0 篇未通过；写入 1 条记录\n`,
    );
  });
});

describe.skipIf(!isConfined)('stele verify --check', () => {
  it('writes nothing and agrees with records that are true', async () => {
    const content = await siteOf(adds);
    await verify(content);
    const before = await readFile(join(content, path), 'utf8');
    const { code, stdout } = await verify(content, '--check');
    expect(code).toBe(0);
    expect(stdout).toContain('nothing written');
    expect(await readFile(join(content, path), 'utf8')).toBe(before);
  });

  it.each([
    [
      'a record that is missing',
      (text: string) => text.replace(/verification:\n(?: .*\n)+/, ''),
      'no record of stele verify',
    ],
    ['a result that is better than it was', (text: string) => text.replace('ran: 1', 'ran: 9'), '(9 ran, 0 failed'],
    ['other notes', (text: string) => text.replace('1 of 1 example ran', 'All is well'), 'All is well'],
    [
      'the record of another text',
      (text: string) => text.replaceAll('two and two', 'a sum'),
      'a record of another text',
    ],
    ['an example that fails now', (text: string) => text.replaceAll('2 + 2', 'sum()'), 'TS2304'],
  ])('fails for %s', async (_, change, said) => {
    const content = await siteOf(adds);
    await verify(content);
    const changed = change(await readFile(join(content, path), 'utf8'));
    await writeFile(join(content, path), changed);
    const { code, stderr } = await verify(content, '--check');
    expect(code).toBe(1);
    expect(stderr).toContain(said);
    expect(await readFile(join(content, path), 'utf8')).toBe(changed);
  });
});

/** Examples that are right, and what becomes of each. */
const right: [name: string, blocks: string, outcome: string][] = [
  ['js that prints nothing', fence('js', 'const sum = 2 + 2;'), 'ran'],
  ['js in CommonJS', fence('js', "const { sep } = require('node:path');\nconsole.log(sep);"), 'ran'],
  [
    'ts, held to strict',
    fence('ts', 'const sum = (a: number, b: number): number => a + b;\nconsole.log(sum(2, 2));'),
    'ran',
  ],
  ['js that must fail and does', fence('js verify=fails', "throw new Error('no');"), 'ran'],
  ['ts that the type checker must refuse', fence('ts verify=fails', "export const a: number = 'x';"), 'ran'],
  ['bash that is only read', fence('bash', 'curl -s https://example.com | head -1'), 'checked'],
  ['json', fence('json', '{ "a": [1, 2] }'), 'checked'],
  ['yaml', fence('yaml', 'a: [1, 2]'), 'checked'],
  ['sql', fence('sql', 'SELECT 2 + 2 AS sum;'), 'ran'],
  ['a request to the service', fence('http', 'GET /api/v1/domains HTTP/1.1'), 'ran'],
  ['a request to somebody else', fence('http', 'GET /repos HTTP/1.1\nHost: api.github.com'), 'checked'],
  ['a language that nobody checks', fence('python', 'print(2 + 2)'), 'skipped'],
];

/** Examples that are wrong, what is said of each, and on which line of it where that is tested. */
const wrong: [name: string, blocks: string, said: unknown, line?: number][] = [
  ['js that throws', fence('js', "\nthrow new Error('no');"), 'an example that ended with code 1'],
  ['js that must fail and does not', fence('js verify=fails', 'const a = 1;'), 'an example that ended with code 0'],

  [
    'js with a name that nobody declared',
    fence('js', 'const a = 1;\nconsole.log(b);'),
    "TS2304: Cannot find name 'b'",
    2,
  ],
  ['js with a module that is not there', fence('js', "import pad from 'left-pad';\npad();"), 'TS2307', 1],
  ['ts with a type error', fence('ts', 'const a: number = 1;\nconst b: string = a;'), 'TS2322', 2],
  ['json that does not parse', fence('json', '{\n  "a": 1,\n}'), expect.any(String), 3],
  ['yaml that does not parse', fence('yaml', 'a: 1\na: 2'), expect.any(String), 2],
  [
    'a JSON-RPC message without a version',
    fence('json', '{ "jsonrpc": "1.0", "id": 1, "method": "ping" }'),
    expect.any(String),
    1,
  ],
  ['bash with a syntax error', fence('bash', 'echo one\nif true; then'), 'commands that bash does not understand', 3],
  [
    'bash with an output that nobody saw',
    `${fence('bash', 'date')}\n${fence('output', 'Monday')}`,
    'the output of an example that was not run',
    4,
  ],
  ['sql with an error', fence('sql', 'SELECT 1;\nSELECT nothing FROM nowhere;'), expect.stringContaining('nowhere'), 2],
  ['ts in a file that is none', fence('ts file=a.js', 'const a = 1;'), 'the file "a.js" for ts', 0],
  ['js in a file that is none', fence('js file=a.json', 'const a = 1;'), 'the file "a.json" for js', 0],
  [
    'an example for the network and the service',
    fence('js verify=network,service', 'const a = 1;'),
    'an example that is marked both network and service',
    0,
  ],
  ['sql without a statement', fence('sql', '-- nothing'), 'an example without a statement', 0],
  [
    'console to be run without a command',
    fence('console verify=run', ''),
    'an example that is marked run and has no command',
    0,
  ],
  [
    'console with its output elsewhere',
    `${fence('console verify=run', '$ echo a\na')}\n${fence('output', 'a')}`,
    'an output behind a console example',
    5,
  ],
  [
    'a header that is not there',
    fence('http', 'GET /api/v1/domains HTTP/1.1\n\nHTTP/1.1 200 OK\nX-Next: …'),
    'the header X-Next "…"; it is really ""',
    3,
  ],
  [
    'a request that must be refused and is not, with its answer',
    fence('http verify=fails', 'GET /api/v1/domains HTTP/1.1\n\nHTTP/1.1 200 OK'),
    'status 200',
    0,
  ],
  ['http in no form', fence('http', 'GET /a\nnonsense'), 'the line "nonsense" in an HTTP message', 2],
  [
    'a request that cannot be sent',
    fence('http', 'GET /healthz HTTP/1.1\nX-Name: 茶'),
    'a request that got no answer',
    1,
  ],
  ['a request for another protocol', fence('http', 'CONNECT /api/v1/search HTTP/1.1'), 'status 400', 0],
  ['a request that is refused', fence('http', 'GET /api/v1/search?sort=x HTTP/1.1'), 'status 400', 0],
  [
    'a response that is not given',
    fence(
      'http',
      'GET /api/v1/search?q=teapot HTTP/1.1\n\nHTTP/1.1 200 OK\nContent-Type: application/json; charset=utf-8\n\n{ "data": { "pagination": { "total": 999 } } }',
    ),
    'data.pagination.total of the body as 999; it is really',
    3,
  ],
];

/** One article per example, so that one run of the command tries them all. */
const siteOfCases = (cases: readonly (readonly [name: string, blocks: string, ...unknown[]])[]): Promise<string> =>
  contentOf(
    Object.fromEntries(
      cases.map(([, blocks], index) => [
        `mcp/case-${index}.md`,
        articleText({ id: `art_case${index}`, zh: `## 示例\n\n${blocks}`, en: `## Examples\n\n${blocks}` }),
      ]),
    ),
  );

describe.skipIf(!isConfined)('examples that are right', () => {
  it('run, or are checked, or are skipped, by their language', async () => {
    const { stdout } = await verify(await siteOfCases(right), '--check', '--json');
    const reports: { path: string; outcomes: { outcome: string }[] }[] = JSON.parse(stdout);
    const outcomes = new Map(reports.map((report) => [report.path, report.outcomes.map(({ outcome }) => outcome)]));
    const seen = right.map(([name], index) => [name, outcomes.get(`mcp/case-${index}.md`)]);
    expect(seen).toEqual(right.map(([name, , outcome]) => [name, [outcome]]));
  });
});

describe.skipIf(!isConfined)('examples that are wrong', () => {
  it('fail their article, with what was found and where', async () => {
    const content = await siteOfCases(wrong);
    const { code, stderr } = await verify(content, '--locale', 'en');
    expect(code).toBe(1);
    const rows = await trustRows(content);
    for (const [index, [name, blocks, said, line]] of wrong.entries()) {
      const file = `mcp/case-${index}.md`;
      const found = new RegExp(`${file}:(\\d+):1 error \\[verify\\] found (.*?); expected`).exec(stderr);
      expect([name, found?.[2]]).toEqual([name, typeof said === 'string' ? expect.stringContaining(said) : said]);
      // In the English text as it is now, with the record, counted from the fence.
      const lines = (await readFile(join(content, file), 'utf8')).split('\n');
      if (line !== undefined)
        expect([name, Number(found?.[1]) - 1 - lines.lastIndexOf(blocks.split('\n')[0] ?? '')]).toEqual([name, line]);
      expect([name, rows.get(`case-${index}`)]).toEqual([name, { status: 'unverified', score: 15 }]);
    }
  });
});

describe.skipIf(!isConfined)('an example', () => {
  it.each([
    ['a link to somebody’s file', (victim: string) => `ln -s ${victim} example-2.mjs; ln -s ${victim} example-3.mjs`],
    ['a folder', () => 'mkdir example-2.mjs example-3.mjs'],
    ['a pipe', () => 'mkfifo example-2.mjs example-3.mjs'],
    ['a folder that is closed to writing', () => 'mkdir -p example-2.mjs/a; chmod 500 example-2.mjs .'],
  ])('is written anew where one before it left %s', async (_, command) => {
    const victim = join(await temporaryFolder(), 'kept.txt');
    await writeFile(victim, 'kept');
    const left = fence('bash verify=run', command(victim));
    const content = await siteOf(`${left}\n${fence('js', 'console.log(2);')}\n${fence('ts', 'console.log(3);')}`);
    expect(await outcomesOf(content)).toMatchObject([
      { outcome: 'ran' },
      { outcome: 'ran', printed: '2\n' },
      { outcome: 'ran', printed: '3\n' },
    ]);
    expect(await readFile(victim, 'utf8')).toBe('kept');
  });

  it('finds nothing that lies beside Node, which may be in its user’s folder', async () => {
    const home = await temporaryFolder();
    const node = join(home, 'bin', 'node');
    await mkdir(join(home, 'bin'));
    await copyFile(process.execPath, node);
    await writeFile(join(home, 'secret.txt'), 'the secret');
    const code = `import { readFileSync } from 'node:fs';\ntry {\n  console.log(readFileSync('${join(home, 'secret.txt')}', 'utf8'));\n} catch (error) {\n  console.log(error.code);\n}`;
    const content = await siteOf(`${fence('js', 'const a = 1;')}\n${fence('js', code)}\n${fence('output', 'ENOENT')}`);
    const child = spawn(node, [program, 'verify', '--content', content], { env: cleanEnvironment(), stdio: 'ignore' });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('in TypeScript has a file of its own, or the other would run in its place', async () => {
    const blocks = `${fence('ts file=a.mts', "throw new Error('first');")}\n${fence('js file=a.mjs', 'console.log(2);')}`;
    const { stderr } = await verify(await siteOf(blocks), '--locale', 'en');
    expect(stderr).toContain('found the file "a.mts", which code block 2 is compiled to as well');
    expect(stderr).toContain('found the file "a.mjs", which code block 1 is compiled to as well');
    const versions = `${fence('js file=a.mjs', 'console.log(1);')}\n${fence('js file=a.mjs', 'console.log(2);')}`;
    expect(await outcomesOf(await siteOf(versions))).toMatchObject([{ printed: '1\n' }, { printed: '2\n' }]);
  });

  it('whose answer is shown is compared with what the service really answers', async () => {
    const blocks = fence(
      'http',
      [
        'GET /api/v1/search?q=teapot&pageSize=1 HTTP/1.1',
        'Host: 127.0.0.1:8080',
        '',
        'HTTP/1.1 200 OK',
        'Content-Type: application/json; charset=utf-8',
        'RateLimit: "keyless"; r=99; t=…',
        '',
        '{ "success": true, "data": { "items": [{ "slug": "teapot", "…": "…" }] }, "meta": { "requestId": "…" } }',
      ].join('\n'),
    );
    expect(await outcomesOf(await siteOf(blocks))).toMatchObject([{ outcome: 'ran' }]);
  });

  it('may be refused where its answer is shown', async () => {
    const request = fence('http', 'GET /api/v1/articles/nothing HTTP/1.1');
    const response = fence('http', 'HTTP/1.1 404 Not Found\n\n{ "error": { "code": "NOT_FOUND" } }');
    const shown = fence('http', 'GET /api/v1/articles/nothing HTTP/1.1\n\nHTTP/1.1 404 Not Found');
    expect(await outcomesOf(await siteOf(shown))).toMatchObject([{ outcome: 'ran' }]);
    const marked = request.replace('```http', '```http verify=fails');
    expect(await outcomesOf(await siteOf(`${marked}\n${response}`))).toMatchObject([
      { outcome: 'ran' },
      { outcome: 'checked' },
    ]);
    const wrong = response.replace('404', '400');
    expect(await outcomesOf(await siteOf(`${marked}\n${wrong}`))).toMatchObject([
      { outcome: 'ran' },
      { outcome: 'failed' },
    ]);
  });

  it('uses the files of others in its article, in any order', async () => {
    const content = await siteOf(
      [
        fence('js', "import { sum } from './sum.mjs';\nconsole.log(sum(2, 2));"),
        fence('output', '4'),
        fence('js file=sum.mjs', 'export const sum = (a, b) => a + b;'),
      ].join('\n'),
    );
    expect(await outcomesOf(content)).toMatchObject([{ outcome: 'ran' }, { outcome: 'ran' }]);
  });

  it('shares the database of its article with the other SQL, and nothing with other articles', async () => {
    const sql = `${fence('sql', 'CREATE TABLE tea (name text);')}\n${fence('sql', "INSERT INTO tea VALUES ('green') RETURNING name;")}\n${fence('output', 'name\ngreen\n(1 row)')}`;
    const content = await contentOf({
      [path]: articleText({ zh: `## 示例\n\n${sql}`, en: `## Examples\n\n${sql}` }),
      'agent/kettle.md': articleText({ id: 'art_kettle', zh: `## 示例\n\n${sql}`, en: `## Examples\n\n${sql}` }),
    });
    expect((await verify(content)).stdout).toContain('2 articles: 2 passed');
  });

  it('that its author skips is listed with the reason, and lowers the confidence', async () => {
    const marked = (reason: string): string => fence(`js verify=skip "${reason}"`, 'await fetch(process.env.URL);');
    const content = await contentOf({
      [path]: articleText({
        zh: `## 示例\n\n${adds}\n${marked('需要令牌')}`,
        en: `## Examples\n\n${adds}\n${marked('needs a token')}`,
      }),
    });
    const { code } = await verify(content);
    expect(code).toBe(0);
    const text = await readFile(join(content, path), 'utf8');
    expect(text).toContain('zh: "2 个示例中运行了 1 个；跳过 1 个：需要令牌。"');
    expect(text).toContain('en: "1 of 2 examples ran; 1 skipped: needs a token."');
    const without = await siteOf(adds);
    await verify(without);
    const [skipped, all] = [await trustIn(content), await trustIn(without)];
    expect(skipped.status).toBe('verified');
    expect(skipped.score).toBeLessThan(all.score ?? 0);
  });

  it('in one language that differs from the other fails the article', async () => {
    const content = await contentOf({
      [path]: articleText({ zh: `## 示例\n\n${adds.replace('2 + 2', '2 + 3')}`, en: `## Examples\n\n${adds}` }),
    });
    const { code, stderr } = await verify(content);
    expect(code).toBe(1);
    expect(stderr).toContain('[parity-code]');
    expect(await readFile(join(content, path), 'utf8')).toContain('the languages differ in 1 place.');
  });

  it('with an anchor that leads nowhere fails its article', async () => {
    const { code, stderr } = await verify(await siteOf(`${adds}\n[there](#nowhere)`));
    expect(code).toBe(1);
    expect(stderr).toContain('[own-anchors]');
  });

  it('of commands is executed when it is marked', async () => {
    const blocks = [
      fence('bash verify=run', 'printf "%s\\n" one two > list.txt\nwc -l < list.txt'),
      fence('output', '2'),
      fence('console verify=run', '$ cat list.txt\none\ntwo\n$ node --eval \\\n"console.log(1)"\n1'),
    ];
    expect(await outcomesOf(await siteOf(blocks.join('\n')))).toMatchObject([{ outcome: 'ran' }, { outcome: 'ran' }]);
    const swapped = fence('console verify=run', '$ echo a\n$ echo b\na\nb');
    expect(await outcomesOf(await siteOf(swapped))).toMatchObject([{ outcome: 'failed', printed: 'a\nb\n' }]);
    const wrong = await siteOf(blocks.join('\n').replace('one\ntwo\n$', 'one\nthree\n$'));
    expect(await outcomesOf(wrong)).toMatchObject([{ outcome: 'ran' }, { outcome: 'failed' }]);
    const failing = await siteOf(fence('bash verify=run', 'false\necho reached'));
    expect(await outcomesOf(failing)).toMatchObject([{ outcome: 'failed', printed: '' }]);
  });

  it('calls the service at its usual address when it is marked', async () => {
    const code =
      "const answer = await fetch('http://127.0.0.1:8080/api/v1/search?q=teapot');\nconsole.log((await answer.json()).data.pagination.total);";
    const blocks = `${fence('js verify=service', code)}\n${fence('output', '1')}\n${fence('bash verify=run,service', 'curl -s http://127.0.0.1:8080/healthz | head -c 1')}\n${fence('output', '{')}`;
    expect(await outcomesOf(await siteOf(blocks))).toMatchObject([{ outcome: 'ran' }, { outcome: 'ran' }]);
    expect(await outcomesOf(await siteOf(fence('js', code)))).toMatchObject([{ outcome: 'failed' }]);
  });
});

it.skipIf(!isConfined)('stops what it runs and clears away when it is stopped', async () => {
  const content = await siteOf(fence('js', "console.log('on');\nfor (;;);"));
  const places = async (): Promise<string[]> =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('stele-verify-'));
  const before = new Set(await places());
  const child = spawn(process.execPath, [program, 'verify', '--content', content], { env: cleanEnvironment() });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const own = async (): Promise<string | undefined> => (await places()).find((name) => !before.has(name));
  await expect.poll(own, { timeout: 60_000 }).toBeDefined();
  const place = join(tmpdir(), (await own()) ?? '');
  await expect.poll(() => existsSync(join(place, 'articles/teapot/printed-0')), { timeout: 60_000 }).toBe(true);
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  await expect(readdir(place)).rejects.toThrow('ENOENT');
});
