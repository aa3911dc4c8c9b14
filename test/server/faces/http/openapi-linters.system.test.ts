// Checks the served OpenAPI document with two widely used linters, Redocly and Spectral.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isAllHere } from '../../../needed.ts';
import { startServer } from '../../../server.ts';
import { fixtures, publishFolder, repositoryRoot, temporaryFolder } from '../../../site.ts';

const folder = join(repositoryRoot, 'test', 'linters');

const missing = existsSync(join(folder, 'node_modules', '.bin', 'redocly'))
  ? undefined
  : 'the OpenAPI linters are not installed (npm ci --prefix test/linters --ignore-scripts)';

/** The output of a linter, which exits with an error when it has findings. */
function printedBy(command: 'redocly' | 'spectral', parameters: readonly string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  return new Promise((resolve, reject) => {
    execFile(
      join(folder, 'node_modules', '.bin', command),
      parameters,
      { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (stdout.trim() === '') reject(error ?? new Error(`${command} printed nothing: ${stderr}`));
        else resolve(stdout);
      },
    );
  });
}

async function redoclyFindings(path: string): Promise<string[]> {
  const printed = await printedBy('redocly', ['lint', path, '--extends=recommended', '--format=json']);
  const { totals, problems } = JSON.parse(printed) as {
    totals: { errors: number; warnings: number };
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
  };
  expect(totals.errors + totals.warnings).toBe(problems.length);
  return problems.map(({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer}: ${message}`);
}

async function spectralFindings(path: string): Promise<string[]> {
  const settings = ['--ruleset', 'spectral.yaml', '--format', 'json', '--quiet'];
  const printed = await printedBy('spectral', ['lint', path, ...settings]);
  const findings = JSON.parse(printed) as { code: string; path: string[]; message: string }[];
  return findings.map(({ code, path: place, message }) => `${code} ${place.join('/')}: ${message}`);
}

describe.runIf(isAllHere(missing))('the served OpenAPI document', () => {
  let path: string;
  beforeAll(async () => {
    const edition = await publishFolder(join(fixtures, 'site'));
    const server = await startServer(edition, { settings: { publicUrl: 'https://kb.example.org' } });
    const text = await (await server.get('/api/v1/openapi.json')).text();
    await server.close();
    path = join(await temporaryFolder(), 'openapi.json');
    await writeFile(path, text);
  });

  it('follows the recommended rules of Redocly', async () => {
    expect(await redoclyFindings(path)).toEqual([]);
  });

  it('follows the rules of Spectral', async () => {
    expect(await spectralFindings(path)).toEqual([]);
  });
});
