// Runs the official MCP conformance suite against the server. Most scenarios call tools that only the suite's own example server
// has. Listed here are the scenarios that every server must pass.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isAllHere } from '../../../../needed.ts';
import { startServer } from '../../../../server.ts';
import { temporaryFolder } from '../../../../site.ts';
import { smallEdition } from '../../../small-site.ts';
import { missingProgram, newerNode } from '../newer-node.ts';

const suite = fileURLToPath(new URL('node_modules/.bin/conformance', import.meta.url));
const missing = missingProgram(suite, 'npm ci --prefix test/server/faces/mcp/conformance --ignore-scripts');

const scenarios: [revision: string, passed: string[]][] = [
  [
    '2026-07-28',
    [
      ...['tools-list', 'resources-list', 'prompts-list', 'caching', 'sep-2164-resource-not-found'],
      ...['http-header-validation', 'input-required-result-unsupported-methods', 'dns-rebinding-protection'],
    ],
  ],
  [
    '2025-11-25',
    [
      ...['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'],
      ...['server-sse-multiple-streams', 'server-session-lifecycle', 'dns-rebinding-protection'],
    ],
  ],
];

describe.runIf(isAllHere(missing))('the MCP conformance suite', () => {
  test.each(scenarios)('passes for revision %s in all scenarios that apply to any server', async (revision, wanted) => {
    const server = await startServer(await smallEdition());
    const address = `http://localhost:${server.port}/mcp`;
    const given = ['server', '--url', address, '-o', await temporaryFolder(), '--requirements', revision];
    const printed = await new Promise<string>((resolve) => {
      // The suite exits with an error, because the scenarios for its example server fail.
      execFile(newerNode, [suite, ...given], { maxBuffer: 2 ** 26 }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
    const passed = [...printed.matchAll(/^✓ ([\w-]+): [1-9]\d* passed, 0 failed$/gm)].map(([, name]) => name);
    expect(passed, printed).toEqual(expect.arrayContaining(wanted));
  });
});
