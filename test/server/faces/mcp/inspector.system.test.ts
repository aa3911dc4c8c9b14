// Runs the command line of the MCP inspector against the server, in both protocol revisions: over HTTP, and over stdio with the
// command of `npm run mcp`.
import { type ExecFileException, execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isAllHere } from '../../../needed.ts';
import { startServer } from '../../../server.ts';
import { repositoryRoot, temporaryFolder } from '../../../site.ts';
import { smallEdition } from '../../small-site.ts';
import { missingProgram, newerNode } from './newer-node.ts';

const inspector = join(repositoryRoot, 'test', 'inspector', 'node_modules', '.bin', 'mcp-inspector');
const missing = missingProgram(inspector, 'npm ci --prefix test/inspector --ignore-scripts');

/** The arguments before and after the method on the command line of the inspector. */
interface Way {
  before: string[];
  after: string[];
}

const edition = await smallEdition();
const home = await temporaryFolder();
const server = await startServer(edition);
afterAll(() => server.close());

/** The command that package.json defines for `npm run mcp`. */
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

interface Shown {
  code: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the structure of the answers.
  result: any;
  stderr: string;
}

/** Runs the inspector for a method. Its exit code is not 0 if the server or the call failed. */
function ask({ before, after }: Way, method: string, ...more: string[]): Promise<Shown> {
  const asked = ['--format', 'json', '--method', method, ...more];
  // The inspector writes a list of servers into the home folder.
  const env = { ...process.env, HOME: home, MCP_CATALOG_PATH: join(home, 'mcp.json') };
  return new Promise((resolve) => {
    const done = (error: ExecFileException | null, stdout: string, stderr: string): void =>
      resolve({
        code: error === null ? 0 : Number(error.code ?? -1),
        result: stdout === '' ? undefined : JSON.parse(stdout).result,
        stderr,
      });
    execFile(newerNode, [inspector, '--cli', ...before, ...asked, ...after], { env, cwd: home }, done);
  });
}

describe.runIf(isAllHere(missing))('the MCP Inspector', () => {
  test.each([
    ['HTTP, 2025-11-25', overHttp('legacy')],
    ['HTTP, 2026-07-28', overHttp('modern')],
    ['stdio, 2025-11-25', overStdio('legacy')],
    ['stdio, 2026-07-28', overStdio('modern')],
  ])('finds no error in the schemas of the tools over %s', async (_, way) => {
    const { code, result, stderr } = await ask(way(), 'tools/list', '--strict');
    expect(code, stderr).toBe(0);
    expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(['search', 'context', 'fetch']);
  });

  test('calls a tool, and exits with 5 if the call fails', async () => {
    const way = overHttp('modern')();
    const call = ['--tool-name', 'fetch', '--tool-arg'];
    const { result } = await ask(way, 'tools/call', ...call, 'id=kettle', 'lang=en');
    expect(result.structuredContent.text).toContain('The kettle clings to its water.');
    const failed = await ask(way, 'tools/call', ...call, 'id=ketle');
    expect([failed.code, failed.result.isError]).toEqual([5, true]);
    expect(failed.result.content[0].text).toContain('Did you mean kettle?');
  });
});
