// The command line of the MCP inspector, which others look at servers with, against the product: over HTTP in both revisions,
// and over standard input and output with the command of `npm run mcp`.
import { type ExecFileException, execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isAllHere } from '../../../needed.ts';
import { type Started, startServer } from '../../../server.ts';
import { repositoryRoot, temporaryFolder } from '../../../site.ts';
import { slugs, smallEdition, titleOf } from '../../small-site.ts';

const inspector = join(repositoryRoot, 'test', 'inspector', 'node_modules', '.bin', 'mcp-inspector');
/** An npx that these tests themselves run in has told its children what to call. */
const { npm_config_call: _call, npm_config_package: _package, ...environment } = process.env;

/** A Node that the inspector runs on: this one, or one that npx fetches. */
function newerNode(): { path: string } | { missing: string } {
  if (Number(process.versions.node.split('.')[0]) >= 24) return { path: process.execPath };
  const npx = ['-y', '-p', 'node@24', 'node', '-p', 'process.execPath'];
  // Without a network nobody should wait for one.
  const env = process.env.CI ? environment : { ...environment, npm_config_fetch_retries: '0' };
  const { status, stdout, stderr } = spawnSync('npx', npx, { encoding: 'utf8', timeout: 600_000, env });
  return status === 0 ? { path: stdout.trim() } : { missing: `npx could not fetch Node 24: ${stderr ?? ''}` };
}

const node = existsSync(inspector)
  ? newerNode()
  : { missing: 'the MCP inspector is not installed (npm ci --prefix test/inspector --ignore-scripts)' };

interface Shown {
  code: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked by what the tests expect of them.
  result: any;
  stderr: string;
}

/** Where the inspector connects to, and how: what stands before and after the method on its command line. */
interface Way {
  before: string[];
  after: string[];
}

let server: Started;
let edition: string;
let home: string;
beforeAll(async () => {
  edition = await smallEdition();
  home = await temporaryFolder();
  server = await startServer(edition);
  return () => server.close();
});

/** `npm run mcp`, without npm, as package.json says it. */
function stdioCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
  const [, script = ''] = /^exec node (\S+) mcp$/.exec(scripts.mcp) ?? [];
  return [process.execPath, join(repositoryRoot, script), 'mcp', '--edition', edition];
}

const overHttp = (era: string) => (): Way => ({
  before: [`${server.origin}/mcp`, '--transport', 'http', '--protocol-era', era],
  after: [],
});
const overStdio = (era: string) => (): Way => ({
  before: ['--transport', 'stdio', '--protocol-era', era],
  after: ['--', ...stdioCommand()],
});

const ways: [name: string, way: () => Way][] = [
  ['HTTP, 2025-11-25', overHttp('legacy')],
  ['HTTP, 2026-07-28', overHttp('modern')],
  ['stdio, 2025-11-25', overStdio('legacy')],
  ['stdio, 2026-07-28', overStdio('modern')],
];

describe.runIf(isAllHere('missing' in node ? node.missing : undefined)).each(ways)(
  'the inspector over %s',
  (_, way) => {
    /** What it prints of a method; a code other than 0 is an error of the server or of the call. */
    function ask(method: string, ...more: string[]): Promise<Shown> {
      const { before, after } = way();
      const patience = ['--connect-timeout', '120000'];
      const asked = ['--format', 'json', '--method', method, ...more];
      const given = [inspector, '--cli', ...before, ...patience, ...asked, ...after];
      // It keeps a list of servers at home.
      const env = { ...environment, HOME: home, MCP_CATALOG_PATH: join(home, 'mcp.json') };
      return new Promise((resolve) => {
        const done = (error: ExecFileException | null, stdout: string, stderr: string): void =>
          resolve({
            code: error === null ? 0 : Number(error.code ?? -1),
            result: stdout === '' ? undefined : JSON.parse(stdout).result,
            stderr,
          });
        execFile('path' in node ? node.path : '', given, { env, cwd: home, timeout: 240_000 }, done);
      });
    }

    async function resultOf(method: string, ...more: string[]): Promise<Shown['result']> {
      const { code, result, stderr } = await ask(method, ...more);
      expect(code, stderr).toBe(0);
      return result;
    }

    test('finds no error in the schemas of the tools', async () => {
      const { tools } = await resultOf('tools/list', '--strict');
      expect(tools.map(({ name }: { name: string }) => name)).toEqual(['search', 'fetch']);
    });

    test('calls search, and fetch with what it found', async () => {
      const searched = await resultOf('tools/call', '--tool-name', 'search', '--tool-arg', 'q=kettle', 'pageSize=1');
      const [found] = searched.structuredContent.items;
      expect(found.slug).toBe('kettle');
      const call = ['--tool-name', 'fetch', '--tool-arg', `id=${found.slug}`, 'lang=en'];
      const { structuredContent } = await resultOf('tools/call', ...call);
      expect(structuredContent.content.en).toContain('The kettle clings to its water.');
    });

    test('ends with 5 on a call that fails, and shows what to do', async () => {
      const { code, result } = await ask('tools/call', '--tool-name', 'fetch', '--tool-arg', 'id=ketle');
      expect([code, result.isError]).toEqual([5, true]);
      expect(result.content[0].text).toContain('Did you mean kettle?');
    });

    test('lists the articles as resources, and reads one', async () => {
      const { resources } = await resultOf('resources/list');
      const uris = resources.map(({ uri }: { uri: string }) => uri);
      expect(uris.sort()).toEqual(slugs.map((slug) => `kb://articles/${slug}`).sort());
      const { contents } = await resultOf('resources/read', '--uri', 'kb://articles/teapot');
      expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringContaining(titleOf(0)) }]);
    });

    test('lists the template of the resources', async () => {
      const { resourceTemplates } = await resultOf('resources/templates/list');
      expect(resourceTemplates).toMatchObject([{ uriTemplate: 'kb://articles/{slug}', mimeType: 'text/markdown' }]);
    });

    test('lists the prompt, and gets it', async () => {
      const { prompts } = await resultOf('prompts/list');
      expect(prompts.map(({ name }: { name: string }) => name)).toEqual(['answer_with_citations']);
      const given = ['--prompt-name', 'answer_with_citations', '--prompt-args', 'question=kettle', 'language=zh'];
      const { messages } = await resultOf('prompts/get', ...given);
      expect(messages[0].content.text).toContain('kb://articles/kettle');
    });
  },
);
