// The official conformance suite, against the route of the product with a fixture behind it: transport, revisions, guards.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Started, startServer } from '../../../../server.ts';
import { smallEdition } from '../../../small-site.ts';
import { fixtureFace } from './fixture-face.ts';

/** An npx that these tests themselves run in has told its children what to call. */
const { npm_config_call: _call, npm_config_package: _package, ...environment } = process.env;
/** It needs a newer Node than this program does. */
const suite = ['-y', '-p', 'node@24', '-p', '@modelcontextprotocol/conformance@0.2.0-alpha.12'];

/** Why the suite cannot be had here; undefined when it can. CI takes a reason for an error. */
let reason: string | undefined;
/** The fixture behind the route, and the product itself. */
let fixture: Started;
let product: Started;
beforeAll(async () => {
  const { code, output } = await npx(['--version']);
  if (code !== 0) reason = `npx cannot get the suite: ${output.trim().split('\n').at(-1)}`;
  const edition = await smallEdition();
  fixture = await startServer(edition, { parts: { mcp: fixtureFace } });
  product = await startServer(edition);
  return () => Promise.all([fixture.close(), product.close()]);
});

test.each(['2026-07-28', '2025-11-25'])('what revision %s requires of a server is there', async (revision) => {
  if (!isHere()) return;
  const { code, output } = await conformance(fixture, ['--requirements', revision]);
  expect(code, output).toBe(0);
  // A suite that tried nothing would be content, too.
  expect(passedIn(output), output).toBeGreaterThanOrEqual(revision === '2026-07-28' ? 37 : 30);
});

/** Those that need no fixture. */
const ofProduct: [revision: string, scenarios: string[]][] = [
  [
    '2026-07-28',
    [
      'tools-list',
      'resources-list',
      'prompts-list',
      'caching',
      'sep-2164-resource-not-found',
      'http-header-validation',
    ],
  ],
  ['2025-11-25', ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list']],
];

test.each(ofProduct)('what revision %s says of any server is true of the product', async (revision, scenarios) => {
  if (!isHere()) return;
  for (const scenario of [...scenarios, 'dns-rebinding-protection']) {
    const { code, output } = await conformance(product, ['--scenario', scenario, '--spec-version', revision]);
    expect(code, output).toBe(0);
  }
});

function isHere(): boolean {
  if (reason === undefined) return true;
  if (process.env.CI) throw new Error(reason);
  console.warn(`not checked: ${reason}`);
  return false;
}

/** How many scenarios passed. */
const passedIn = (output: string): number => [...output.matchAll(/^✓ /gm)].length;

async function conformance({ port }: Started, given: string[]): Promise<{ code: number | null; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'stele-conformance-'));
  const ran = await npx(['server', '--url', `http://localhost:${port}/mcp`, '-o', folder, ...given]);
  await rm(folder, { recursive: true, force: true });
  return ran;
}

function npx(given: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn('npx', [...suite, 'conformance', ...given], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => {
        output += piece;
      });
    child.once('error', (error) => resolve({ code: -1, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}
