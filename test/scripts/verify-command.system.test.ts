import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, openSync, rmSync, watch } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { catalogue } from '../../build/edition/catalogue.ts';
import { portOf } from '../free-port.ts';
import { articleText, compileFolder, contentOf, temporaryFolder } from '../site.ts';
import { cleanEnvironment, type Finished, program, stele } from './command.ts';
import { canConfine } from './verify/bench.ts';

const isConfined = await canConfine();

const path = 'mcp/teapot.md';
const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;

/** An article whose bodies in both languages contain these Markdown blocks. */
const showing = (blocks: string, id = 'art_teapot', fields: Record<string, string> = {}): string =>
  articleText({ id, zh: `## 示例\n\n${blocks}`, en: `## Examples\n\n${blocks}`, fields });

const verify = (content: string, ...more: string[]): Promise<Finished> =>
  stele(['verify', '--content', content, '--locale', 'en', ...more]);

/** The status and score of each article by slug, and the rule of each message. */
async function trustIn(content: string) {
  const { edition, messages } = await compileFolder(content);
  const file = edition?.files.get('catalogue.json');
  const rows = file === undefined ? [] : catalogue.parse(JSON.parse(new TextDecoder().decode(file))).articles;
  const articles = rows.map((row) => [row.slug, { status: row.verificationStatus, score: row.confidenceScore }]);
  return { articles: Object.fromEntries(articles), rules: messages.map(({ rule }) => rule) };
}

/** Bash examples need no type check, so they are the fastest ones to run. */
const adds = `${fence('bash verify=run', 'echo "$((2 + 2))"')}\n${fence('output', '4')}`;

describe.runIf(isConfined)('stele verify', () => {
  it.each([
    [
      'an example needs a network',
      showing(fence('js verify=network', "await fetch('http://127.0.0.1:1/');")),
      '--network',
    ],
    ['the content does not compile', showing(adds, 'art_teapot', { riskLevel: 'lo' }), '[front-matter-schema]'],
  ])('writes no record when %s', async (_, text, said) => {
    const content = await contentOf({ [path]: text });
    expect(await verify(content)).toMatchObject({ code: 1, stderr: expect.stringContaining(said) });
    expect(await readFile(join(content, path), 'utf8')).toBe(text);
  });

  it("serves the product's guides to the examples of a site that publishes these guides", async () => {
    const content = await contentOf({
      'site.yaml': 'author: Tea room\n',
      [path]: showing(fence('http', 'GET /docs/trust HTTP/1.1\n\nHTTP/1.1 200 OK')),
    });
    expect((await verify(content)).code).toBe(0);
  });

  it('writes a record that verifies the article until one character of its text changes', async () => {
    const content = await contentOf({ [path]: showing(adds) });
    expect((await trustIn(content)).articles.teapot).toEqual({ status: 'unverified', score: 30 });
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
    expect(await trustIn(content)).toMatchObject({ articles: { teapot: { status: 'verified' } }, rules: [] });
    await writeFile(join(content, path), text.replaceAll('2 + 2', '2 + 3'));
    expect(await trustIn(content)).toEqual({
      articles: { teapot: { status: 'unverified', score: 30 } },
      rules: ['stale-record'],
    });
  });

  it('keeps the records of other verifiers, and replaces its own unchanged record only with --renew', async () => {
    const fields = {
      verification:
        '\n  # a reader looked at it\n  - { verifier: "A reader", result: partial, at: 2026-01-05T00:00:00Z, notes: "read" }',
    };
    const content = await contentOf({ [path]: showing(adds, 'art_teapot', fields) });
    const file = join(content, path);
    const before = await readFile(file, 'utf8');
    await verify(content);
    const old = (await readFile(file, 'utf8')).replace(/at: .*Z$/m, 'at: 2026-02-01T00:00:00Z');
    await writeFile(file, old);
    expect((await verify(content)).stdout).toContain('0 records written, 1 unchanged');
    expect(await readFile(file, 'utf8')).toBe(old);
    expect((await verify(content, '--renew', '--locale', 'zh')).stdout).toBe(
      `通过  ${path}：1 个示例中运行了 1 个。\n1 篇文章：1 篇通过，0 篇部分通过，0 篇未通过；写入 1 条记录\n`,
    );
    const after = await readFile(file, 'utf8');
    expect(after).not.toBe(old);
    const own = /\n {2}- verifier: "stele verify"(?:\n {4}.*)*/;
    expect(after.match(new RegExp(own, 'g'))).toHaveLength(1);
    // The command rewrites the list, and omits the space after the name of the field.
    expect(after.replace(own, '')).toBe(before.replace('verification: \n', 'verification:\n'));
  });

  it('verifies only the named articles, or with --stale those without a current record', async () => {
    const other = 'agent/kettle.md';
    const content = await contentOf({ [path]: showing(adds), [other]: showing(adds, 'art_kettle') });
    await verify(content, other);
    const kept = await readFile(join(content, other), 'utf8');
    expect((await verify(content, '--stale')).stdout).toBe(
      `passed   ${path}: 1 of 1 example ran.\n1 article: 1 passed, 0 partial, 0 failed; 1 record written\n`,
    );
    expect(await readFile(join(content, other), 'utf8')).toBe(kept);
    expect((await verify(content, '--stale')).stdout).toBe(
      '0 articles: 0 passed, 0 partial, 0 failed; 0 records written\n',
    );
    const { code, stderr } = await verify(content, 'mcp/pot.md');
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no file mcp/pot.md') });
  });

  it('still writes the records of the other articles if a file was deleted or changed during the run', async () => {
    const names = ['agent/gone.md', 'agent/kettle.md', path];
    const content = await contentOf(
      Object.fromEntries(names.map((name, index) => [name, showing(adds, `art_kettle${index}`)])),
    );
    const temporary = await temporaryFolder();
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    // The command creates the folder for the examples after it has read the articles.
    const watcher = watch(temporary, () => {
      watcher.close();
      rmSync(join(content, 'agent/gone.md'));
      appendFileSync(join(content, 'agent/kettle.md'), '\nMore.\n');
    });
    const { code, stdout, stderr } = await verify(content);
    expect(stderr.match(/found a file that changed during its verification/g)).toHaveLength(2);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('1 record written') });
    expect(await readFile(join(content, path), 'utf8')).toContain('stele verify');
  });

  it('with --check writes nothing, and ends with 1 if a record differs from the result', async () => {
    const changes: Record<string, [change: (text: string) => string, said: string]> = {
      missing: [(text) => text.replace(/verification:\n(?: .*\n)+/, ''), 'no record of stele verify'],
      better: [(text) => text.replace('ran: 1', 'ran: 9'), '(9 ran, 0 failed'],
      notes: [(text) => text.replace('1 of 1 example ran', 'All is well'), 'All is well'],
      text: [(text) => text.replaceAll('2 + 2', '1 + 3'), 'a record of another text'],
      example: [(text) => text.replaceAll('2 + 2', '2 + 3'), 'printed "5"'],
    };
    const names = ['true', ...Object.keys(changes)];
    const content = await contentOf(
      Object.fromEntries(names.map((name) => [`mcp/${name}.md`, showing(adds, `art_${name}`)])),
    );
    const texts = () => Promise.all(names.map((name) => readFile(join(content, `mcp/${name}.md`), 'utf8')));
    await verify(content);
    const recorded = await texts();
    const agreeing = await verify(content, '--check');
    expect(agreeing).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing written') });
    expect(await texts()).toEqual(recorded);
    for (const [index, name] of names.entries()) {
      const changed = changes[name]?.[0](recorded[index] ?? '');
      if (changed !== undefined) await writeFile(join(content, `mcp/${name}.md`), changed);
    }
    const before = await texts();
    const { code, stderr } = await verify(content, '--check');
    expect(code).toBe(1);
    for (const [name, [, said]] of Object.entries(changes)) {
      const own = stderr.split('\n').filter((line) => line.includes(`mcp/${name}.md:`));
      expect(own.join('\n')).toContain(said);
    }
    expect(stderr).not.toContain('mcp/true.md');
    expect(await texts()).toEqual(before);
  });

  it('runs nothing in a container without user namespaces, and explains the reason', async () => {
    const content = await contentOf({ [path]: showing(adds) });
    const closed = ['--dev-bind', '/', '/', '--unshare-user', '--disable-userns', '--uid', '1000'];
    const given = [...closed, process.execPath, program, 'verify', '--content', content, '--locale', 'en'];
    const { status, stdout, stderr } = spawnSync('bwrap', given, { env: cleanEnvironment(), encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(
      /^stele: no example was run and no record was written: bubblewrap does not work here \(.*\n$/,
    );
    expect(await readFile(join(content, path), 'utf8')).toBe(showing(adds));
  });

  it('passes no inherited file descriptor to examples', async () => {
    const held = openSync(join(await temporaryFolder(), 'held.txt'), 'w');
    onTestFinished(() => closeSync(held));
    const code = 'if { echo mine >&40; } 2> /dev/null; then echo open; else echo closed; fi';
    const shown = `${fence('bash verify=run', code)}\n${fence('output', 'closed')}`;
    const content = await contentOf({ [path]: showing(shown) });
    const stdio = Array.from({ length: 41 }, (_, number) => (number === 40 ? held : ('ignore' as const)));
    const { status } = spawnSync(process.execPath, [program, 'verify', '--content', content], {
      env: cleanEnvironment(),
      stdio,
    });
    expect(status).toBe(0);
  });

  it('on SIGINT stops its examples and removes its temporary files', async () => {
    const server = createServer();
    // The example sends a request to the server of the test, which never answers.
    const code = `await fetch('http://127.0.0.1:${await portOf(server)}/');`;
    const content = await contentOf({ [path]: showing(fence('js verify=network', code)) });
    const temporary = await temporaryFolder();
    const environment = cleanEnvironment({ TMPDIR: temporary });
    const child = spawn(process.execPath, [program, 'verify', '--network', '--content', content], { env: environment });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    const [request] = await once(server, 'request');
    const closed = once(request.socket, 'close');
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    await closed;
    expect(await readdir(temporary)).toEqual([]);
  });

  it('hides the files of a home folder from examples, even if the Node program is in that folder', async () => {
    const home = await temporaryFolder();
    const node = join(home, 'bin', 'node');
    await mkdir(join(home, 'bin'));
    await copyFile(process.execPath, node);
    const secret = join(home, 'secret.txt');
    await writeFile(secret, 'the secret');
    const code = `require('node:fs').readFile('${secret}', 'utf8', (error, text) => console.log(error?.code ?? text));`;
    const blocks = `${fence('js', 'const a = 1;')}\n${fence('js', code)}\n${fence('output', 'ENOENT')}`;
    const content = await contentOf({ [path]: showing(blocks) });
    const child = spawn(node, [program, 'verify', '--content', content], { env: cleanEnvironment(), stdio: 'ignore' });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

const victim = join(await temporaryFolder(), 'kept.txt');
await writeFile(victim, 'kept');
const leftBehind = [
  ['a link to another file', `ln -s ${victim} example-2.mjs; ln -s ${victim} example-3.mjs`],
  ['a folder', 'mkdir example-2.mjs example-3.mjs'],
  ['a pipe', 'mkfifo example-2.mjs example-3.mjs'],
  ['a folder that is closed to writing', 'mkdir -p example-2.mjs/a; chmod 500 example-2.mjs .'],
] as const;

const refused = fence('http verify=fails', 'GET /api/v1/articles/nothing HTTP/1.1');
const askService = [
  "const answer = await fetch('http://127.0.0.1:8080/api/v1/search?domain=foundation');",
  'console.log((await answer.json()).data.pagination.total);',
].join('\n');
const table = [
  fence('sql', 'CREATE TABLE tea (name text);'),
  fence('sql', "INSERT INTO tea VALUES ('green') RETURNING name;"),
  fence('output', 'name\ngreen\n(1 row)'),
];

const openMany = `import { connect } from 'node:net';
let closed = 0;
for (let n = 0; n < 300; n += 1) {
  connect(8080, '127.0.0.1').on('error', () => {}).on('close', () => {
    closed += 1;
    if (closed === 44) process.exit(console.log(closed, 'closed'));
  });
}`;

const shownAnswer = `GET /api/v1/search?domain=foundation&pageSize=1 HTTP/1.1
Host: 127.0.0.1:8080

HTTP/1.1 200 OK
Content-Type: application/json; charset=utf-8
RateLimit: "keyless"; r=99; t=…

{ "success": true, "data": { "items": [{ "slug": "teapot", "…": "…" }] }, "meta": { "requestId": "…" } }`;
const wrongAnswer = `GET /api/v1/search?domain=foundation HTTP/1.1

HTTP/1.1 200 OK

{ "data": { "pagination": { "total": 2 } } }`;

type Outcome = { outcome: string; printed?: string };

/** Valid examples: title, Markdown blocks, and the outcome of each example. */
const right: [title: string, blocks: string[], ...outcomes: (string | Outcome)[]][] = [
  ['js that prints nothing', [fence('js', 'const sum = 2 + 2;')], 'ran'],
  ['js in CommonJS', [fence('js', "const { sep } = require('node:path');\nconsole.log(sep);")], 'ran'],
  ['js with too many connections', [fence('js verify=service', openMany), fence('output', '44 closed')], 'ran'],
  ['js that must fail and does', [fence('js verify=fails', "throw new Error('no');")], 'ran'],
  ['ts that declares a global', [fence('ts', 'declare global { var teapots: number }\nexport {};')], 'ran'],
  ['ts that the type checker must refuse', [fence('ts verify=fails', "export const a: number = 'x';")], 'ran'],
  ['bash that is checked but not run', [fence('bash', 'curl -s https://example.com | head -1')], 'checked'],
  ['json', [fence('json', '{ "a": [1, 2] }')], 'checked'],
  ['a request to the service', [fence('http', 'GET /api/v1/domains HTTP/1.1')], 'ran'],
  ['a request to another host', [fence('http', 'GET /repos HTTP/1.1\nHost: api.github.com')], 'checked'],
  ['a language without a checker', [fence('python', 'print(2 + 2)')], 'skipped'],

  [
    'two versions of one file',
    [fence('js file=a.mjs', 'console.log(1);'), fence('js file=a.mjs', 'console.log(2);')],
    { outcome: 'ran', printed: '1\n' },
    { outcome: 'ran', printed: '2\n' },
  ],
  ['an answer that the service gives', [fence('http', shownAnswer)], 'ran'],
  [
    'a request with its answer 404',
    [fence('http', 'GET /api/v1/articles/no HTTP/1.1\n\nHTTP/1.1 404 Not Found')],
    'ran',
  ],
  [
    'a request marked as failing, with its answer in the next block',
    [refused, fence('http', 'HTTP/1.1 404 Not Found\n\n{ "error": { "code": "NOT_FOUND" } }')],
    'ran',
    'checked',
  ],
  [
    'files of other examples in its article, in any order',
    [
      fence('js', "import { sum } from './sum.mjs';\nconsole.log(sum(2, 2));"),
      fence('output', '4'),
      fence('js file=sum.mjs', 'export const sum = (a, b) => a + b;'),
    ],
    'ran',
    'ran',
  ],
  ['SQL examples that share a database in one article', table, 'ran', 'ran'],
  ['the same table in another article', table, 'ran', 'ran'],
  [
    'commands marked to run',
    [
      fence('bash verify=run', 'printf "%s\\n" one two > list.txt\nwc -l < list.txt'),
      fence('output', '2'),
      fence('console verify=run', '$ cat list.txt\none\ntwo\n$ node --eval \\\n"console.log(1)"\n1'),
    ],
    'ran',
    'ran',
  ],
  [
    'the service at its usual address',
    [
      fence('js verify=service', askService),
      fence('output', '1'),
      fence('bash verify=run,service', 'curl -s http://127.0.0.1:8080/healthz | head -c 1'),
      fence('output', '{'),
    ],
    'ran',
    'ran',
  ],
  ...leftBehind.map(([what, command]): [string, string[], ...Outcome[]] => [
    `files that are written although an earlier example left ${what} in their place`,
    [fence('bash verify=run', command), fence('js', 'console.log(2);'), fence('ts', 'console.log(3);')],
    { outcome: 'ran' },
    { outcome: 'ran', printed: '2\n' },
    { outcome: 'ran', printed: '3\n' },
  ]),
];

/** Wrong examples: title, Markdown blocks, finding, and its line in the English text, counted from the first fence. */
const wrong: [title: string, blocks: string[], said: string, line: number][] = [
  ['js with an undeclared name', [fence('js', 'const a = 1;\nconsole.log(b);')], "TS2304: Cannot find name 'b'", 2],
  ['js with a missing module', [fence('js', "import pad from 'left-pad';\npad();")], 'TS2307', 1],
  ['ts that is not strict', [fence('ts', 'const a = 1;\nconst same = (b) => b;')], 'TS7006', 2],
  ['json that does not parse', [fence('json', '{\n  "a": 1,\n}')], 'JSON with a fault', 3],
  ['bash with a syntax error', [fence('bash', 'echo one\nif true; then')], 'commands that bash does not understand', 3],
  ['an output without a run', [fence('bash', 'date'), fence('output', 'Monday')], 'an example that was not run', 4],
  ['sql without a statement', [fence('sql', '-- nothing')], 'an example without a statement', 0],
  ['ts in a js file', [fence('ts file=a.js', 'const a = 1;')], 'the file name "a.js" of an example in ts', 0],
  ['js in a json file', [fence('js file=a.json', 'const a = 1;')], 'the file name "a.json" of an example in js', 0],
  [
    'js marked with both network and service',
    [fence('js verify=network,service', 'const a = 1;')],
    'both network and service',
    0,
  ],
  ['a console without a command', [fence('console verify=run', '')], 'marked verify=run without a command', 0],
  [
    'a console example with a separate output block',
    [fence('console verify=run', '$ echo a\na'), fence('output', 'a')],
    'an output block after a console example',
    5,
  ],
  [
    'an answer without a header that the article shows',
    [fence('http', 'GET /api/v1/domains HTTP/1.1\n\nHTTP/1.1 200 OK\nX-Next: …')],
    'the header X-Next "…"; the actual value is ""',
    3,
  ],
  [
    'a request that must be refused but succeeds, with its answer',
    [fence('http verify=fails', 'GET /api/v1/domains HTTP/1.1\n\nHTTP/1.1 200 OK')],
    'status 200',
    0,
  ],
  ['a request without an answer', [fence('http', 'GET /healthz HTTP/1.1\nX-Name: 茶')], 'that got no answer', 1],
  ['a CONNECT request', [fence('http', 'CONNECT /api/v1/search HTTP/1.1')], 'status 400', 0],
  ['a request that is refused', [fence('http', 'GET /api/v1/search?sort=x HTTP/1.1')], 'status 400', 0],
  [
    'an answer with another value in its body',
    [fence('http', wrongAnswer)],
    'data.pagination.total of the body as 2; the actual value is 1',
    3,
  ],
  ['an answer with another status', [refused, fence('http', 'HTTP/1.1 400 Bad Request')], 'status 400', 5],

  ['js that throws', [fence('js', "\nthrow new Error('no');")], 'an example that ended with code 1', 0],
  ['js that must fail but ends', [fence('js verify=fails', 'const a = 1;')], 'an example that ended with code 0', 0],
  [
    'an output that differs from the claimed one',
    [fence('js', "console.log('two and two:', 2 + 2);"), fence('output', 'two and two: 5')],
    'line 1 of the output says "two and two: 5", but the example printed "two and two: 4"',
    5,
  ],
  [
    'two files that compile to the same file',
    [fence('ts file=a.mts', "throw new Error('first');"), fence('js file=a.mjs', 'console.log(2);')],
    'the file "a.mts", which code block 2 is compiled to as well',
    0,
  ],
  [
    'a global declared in another article',
    [fence('ts', 'console.log(typeof teapots, teapots);')],
    'TS2304: Cannot find name',
    1,
  ],
  ['console output in another order', [fence('console verify=run', '$ echo a\n$ echo b\na\nb')], '', 1],
  ['a command that fails before the last', [fence('bash verify=run', 'false\necho reached')], '', 0],
  ['a request to the service without the mark service', [fence('js', askService)], '', 0],
];

describe.runIf(isConfined)('examples in stele verify', () => {
  const pathOf = (index: number): string => `mcp/case-${index}.md`;
  const titles = [...right, ...wrong].map(([title]) => title);
  let content: string;
  let stderr: string;
  let stdout: string;
  let outcomes: Map<string, Outcome[]>;
  let trust: Awaited<ReturnType<typeof trustIn>>;

  beforeAll(async () => {
    const marked = (reason: string): string => fence(`js verify=skip "${reason}"`, 'await fetch(process.env.URL);');
    content = await contentOf({
      'foundation/teapot.md': showing(adds),
      'mcp/skipping.md': articleText({
        id: 'art_skipping',
        zh: `## 示例\n\n${adds}\n${marked('需要令牌')}`,
        en: `## Examples\n\n${adds}\n${marked('needs a token')}`,
      }),
      'mcp/differing.md': articleText({
        id: 'art_differing',
        zh: `## 示例\n\n${adds.replace('2 + 2', '1 + 3')}`,
        en: `## Examples\n\n${adds}`,
      }),
      'mcp/leading-nowhere.md': showing(`${adds}\n[there](#nowhere)`, 'art_nowhere'),
      ...Object.fromEntries(
        [...right, ...wrong].map(([, blocks], index) => [
          pathOf(index),
          showing(blocks.join('\n'), `art_case${index}`),
        ]),
      ),
    });
    ({ stderr, stdout } = await verify(content));
    trust = await trustIn(content);
    const shown: { path: string; outcomes: Outcome[] }[] = JSON.parse(
      (await verify(content, '--check', '--json')).stdout,
    );
    outcomes = new Map(shown.map((article) => [article.path, article.outcomes]));
  }, 300_000);

  it.each(right)('that are valid have the expected outcomes: %s', (title, _, ...expected) => {
    expect(outcomes.get(pathOf(titles.indexOf(title)))).toMatchObject(
      expected.map((outcome) => (typeof outcome === 'string' ? { outcome } : outcome)),
    );
  });

  it.each(wrong)('that are wrong are reported with their line: %s', async (title, blocks, said, line) => {
    const own = pathOf(titles.indexOf(title));
    const message = stderr.split('\n').find((one) => one.includes(`${own}:`) && one.includes(' error [verify] '));
    const [, at, found] = /:(\d+):1 error \[verify\] found (.*?); expected/.exec(message ?? '') ?? [];
    expect(found).toContain(said);
    // The line number refers to the present text, which includes the record.
    const lines = (await readFile(join(content, own), 'utf8')).split('\n');
    expect(Number(at) - 1 - lines.lastIndexOf(blocks[0]?.split('\n')[0] ?? '')).toBe(line);
    expect(trust.articles[own.slice('mcp/'.length, -'.md'.length)]).toEqual({ status: 'unverified', score: 15 });
  });

  it('that fail are reported with their output', () => {
    const own = pathOf(titles.indexOf('an output that differs from the claimed one'));
    expect(stderr).toContain(`block 1 of code in ${own} printed:\n    two and two: 4`);
    expect(stdout).toContain(`${own}: 0 of 1 example ran; 1 failed: code block 1.`);
  });

  it('are not written through symbolic links that an earlier example left', async () => {
    expect(await readFile(victim, 'utf8')).toBe('kept');
  });

  it('that an author skips are listed with the reason, and lower the score', async () => {
    const text = await readFile(join(content, 'mcp/skipping.md'), 'utf8');
    expect(text).toContain('zh: "2 个示例中运行了 1 个；跳过 1 个：需要令牌。"');
    expect(text).toContain('en: "1 of 2 examples ran; 1 skipped: needs a token."');
    const { skipping, teapot } = trust.articles;
    expect([skipping.status, teapot.status]).toEqual(['verified', 'verified']);
    expect(skipping.score).toBeLessThan(teapot.score);
  });

  it('that pass do not hide an error of their article: languages that differ, or a link with a broken anchor', async () => {
    expect(stderr).toMatch(/mcp\/differing\.md:.* error \[parity-code\]/);
    expect(await readFile(join(content, 'mcp/differing.md'), 'utf8')).toContain('the languages differ in 1 place.');
    expect(stderr).toMatch(/mcp\/leading-nowhere\.md:.* error \[own-anchors\]/);
  });
});
