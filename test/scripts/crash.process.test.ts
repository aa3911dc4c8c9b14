// What becomes of a serving process in which something is thrown that nobody catches.
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

/** A server into which a fault is brought by the signal SIGUSR2. */
async function startWithFault(fault: string, ...given: string[]): Promise<Serving> {
  const file = join(await temporaryFolder(), 'fault.mjs');
  await writeFile(
    file,
    `import { isMainThread } from 'node:worker_threads';
     if (isMainThread) process.on('SIGUSR2', () => { ${fault} });`,
  );
  return steleStart(['--edition', edition, ...given], { NODE_OPTIONS: `--import ${pathToFileURL(file)}` });
}

const fatalLines = ({ output }: Serving): { err: { message: string; stack: string }; origin: string; msg: string }[] =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 60);

it.each([
  ['is thrown', 'throw new Error("a fault of its own")', 'uncaughtException'],
  ['rejects', 'Promise.reject(new Error("a fault of its own"))', 'unhandledRejection'],
])(
  'a fault that %s and that nobody catches is logged once with its stack, and the process ends with 1',
  async (_how, fault, origin) => {
    const serving = await startWithFault(fault);
    serving.process.kill('SIGUSR2');
    expect(await serving.exited).toBe(1);
    expect(fatalLines(serving)).toMatchObject([
      { msg: 'a fault that nobody caught; stopping', origin, err: { message: 'a fault of its own' } },
    ]);
    expect(fatalLines(serving)[0]?.err.stack).toContain('fault.mjs');
  },
);

it('the server still answers what comes while it ends, says that the connection ends, and repeats itself not', async () => {
  const again = 'setInterval(() => { throw new Error("again"); }, 20)';
  const serving = await startWithFault(again, '--trust-proxy', '127.0.0.1');
  serving.process.kill('SIGUSR2');
  await serving.writes('a fault that nobody caught; stopping');
  const response = await fetch(`${serving.origin}/readyz`);
  expect([response.status, response.headers.get('connection')]).toEqual([503, 'close']);
  expect(await response.json()).toMatchObject({ status: 'draining' });
  expect(await serving.exited).toBe(1);
  expect(fatalLines(serving)).toHaveLength(1);
});
