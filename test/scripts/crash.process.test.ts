// The server logs an uncaught error once and then ends.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { articleText, contentOf, publishFolder, temporaryFolder } from '../site.ts';
import { type Serving, steleStart } from './command.ts';

let edition: string;
beforeAll(async () => {
  edition = await publishFolder(await contentOf({ 'mcp/teapot.md': articleText() }));
});

/** Starts a server that runs the code `fault` when it receives SIGUSR2. */
async function startWithFault(fault: string, ...given: string[]): Promise<Serving> {
  const file = join(await temporaryFolder(), 'fault.mjs');
  await writeFile(
    file,
    `import { isMainThread } from 'node:worker_threads';
     if (isMainThread) process.on('SIGUSR2', () => { ${fault} });`,
  );
  return steleStart(['--edition', edition, ...given], { NODE_OPTIONS: `--import ${pathToFileURL(file)}` });
}

const fatalLines = ({ output }: Serving): { level: number }[] =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 60);

it('an unhandled rejection is logged once with its stack, and the process ends with 1', async () => {
  const serving = await startWithFault('Promise.reject(new Error("a fault of its own"))');
  serving.process.kill('SIGUSR2');
  expect(await serving.exited).toBe(1);
  expect(fatalLines(serving)).toMatchObject([
    {
      msg: 'uncaught error; stopping',
      origin: 'unhandledRejection',
      err: { message: 'a fault of its own', stack: expect.stringContaining('fault.mjs') },
    },
  ]);
});

it('after an uncaught error the server answers 503 until it ends, and logs no further error', async () => {
  const again = 'setInterval(() => { throw new Error("again"); }, 20)';
  const serving = await startWithFault(again, '--trust-proxy', '127.0.0.1');
  serving.process.kill('SIGUSR2');
  await serving.writes('uncaught error; stopping');
  const response = await fetch(`${serving.origin}/readyz`);
  expect([response.status, response.headers.get('connection')]).toEqual([503, 'close']);
  expect(await response.json()).toMatchObject({ status: 'draining' });
  expect(await serving.exited).toBe(1);
  expect(fatalLines(serving)).toHaveLength(1);
});
