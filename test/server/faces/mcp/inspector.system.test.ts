// Runs the command line of the MCP inspector against the server, once in each protocol revision: over HTTP, and over stdio with the
// command of `npm run mcp`.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { isAllHere } from '../../../needed.ts';
import { startServer } from '../../../server.ts';
import { repositoryRoot, temporaryFolder } from '../../../site.ts';
import { smallEdition } from '../../small-site.ts';
import { missingProgram, newerNode } from './newer-node.ts';

const inspector = join(repositoryRoot, 'test', 'inspector', 'node_modules', '.bin', 'mcp-inspector');
const missing = missingProgram(inspector, 'npm ci --prefix test/inspector --ignore-scripts');

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

describe.runIf(isAllHere(missing))('the MCP Inspector', () => {
  test.each<[way: string, before: string[], after: string[]]>([
    ['HTTP, 2026-07-28', [`${server.origin}/mcp`, '--transport', 'http', '--protocol-era', 'modern'], []],
    ['stdio, 2025-11-25', ['--transport', 'stdio', '--protocol-era', 'legacy'], ['--', ...stdioCommand()]],
  ])('finds no error in the schemas of the tools over %s', async (_way, before, after) => {
    const given = ['--cli', ...before, '--format', 'json', '--method', 'tools/list', '--strict', ...after];
    // The inspector writes a list of servers into the home folder.
    const env = { ...process.env, HOME: home, MCP_CATALOG_PATH: join(home, 'mcp.json') };
    // If the inspector finds an error, its exit code is not 0, and the call rejects.
    const { stdout } = await promisify(execFile)(newerNode, [inspector, ...given], { env, cwd: home });
    const { tools } = JSON.parse(stdout).result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(['search', 'context', 'fetch']);
  });
});
