import { spawn } from 'node:child_process';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { articleText, contentOf, publishFolder, repositoryRoot } from '../site.ts';
import { cleanEnvironment, program } from './command.ts';

let edition: string;
beforeAll(async () => {
  edition = await publishFolder(await contentOf({ 'mcp/teapot.md': articleText() }));
});

interface Spoken {
  /** Sends a request and waits for its answer. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked by what the tests expect of them.
  ask(method: string, params?: object): Promise<any>;
  /** Closes standard input and waits for the end. */
  end(): Promise<number | null>;
  stdout: () => string;
  stderr: () => string;
}

/** Starts `stele mcp` and speaks to it line by line. */
function speak(given: string[], more: Record<string, string> = {}): Spoken {
  const child = spawn(process.execPath, [program, 'mcp', ...given], {
    cwd: repositoryRoot,
    env: cleanEnvironment(more),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (piece: Buffer) => out.push(piece.toString('utf8')));
  child.stderr.on('data', (piece: Buffer) => err.push(piece.toString('utf8')));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const stdout = (): string => out.join('');
  let id = 0;
  return {
    async ask(method, params = {}) {
      id += 1;
      const asked = id;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: asked, method, params })}\n`);
      const answer = () =>
        stdout()
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line))
          .find((message) => message.id === asked);
      await expect.poll(answer, { timeout: 60_000, interval: 20 }).toBeDefined();
      return answer();
    },
    end() {
      child.stdin.end();
      return exited;
    },
    stdout,
    stderr: () => err.join(''),
  };
}

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tea', version: '1' } };

describe('stele mcp', () => {
  it('writes messages to standard output and nothing else, and ends when its input does', async () => {
    const spoken = speak(['--edition', edition]);
    expect((await spoken.ask('initialize', hello)).result.serverInfo.name).toBe('stele');
    const { result } = await spoken.ask('tools/call', { name: 'fetch', arguments: { id: 'teapot' } });
    expect(result.structuredContent.slug).toBe('teapot');
    expect(await spoken.end()).toBe(0);
    for (const line of spoken.stdout().trimEnd().split('\n')) expect(JSON.parse(line).jsonrpc).toBe('2.0');
    expect(spoken.stderr()).toContain('serving 1 articles over stdio');
  });

  it('takes up a new edition that is built into the folder', async () => {
    const folder = await publishFolder(await contentOf({ 'mcp/teapot.md': articleText() }));
    const spoken = speak(['--edition', folder]);
    await spoken.ask('initialize', hello);
    await publishFolder(await contentOf({ 'mcp/kettle.md': articleText({ id: 'art_kettle' }) }), folder);
    const fetchKettle = () => spoken.ask('tools/call', { name: 'fetch', arguments: { id: 'kettle' } });
    await expect
      .poll(async () => (await fetchKettle()).result.structuredContent?.slug, { timeout: 60_000 })
      .toBe('kettle');
  });

  it('names in articles the address that PUBLIC_URL names, or the one that start would serve at', async () => {
    const linksWith = async (more: Record<string, string>) => {
      const spoken = speak(['--edition', edition], more);
      await spoken.ask('initialize', hello);
      const { result } = await spoken.ask('tools/call', { name: 'fetch', arguments: { id: 'teapot' } });
      return result.structuredContent.links.html;
    };
    expect(await linksWith({ PUBLIC_URL: 'https://kb.example.org' })).toBe('https://kb.example.org/articles/teapot');
    expect(await linksWith({})).toBe('http://127.0.0.1:8080/articles/teapot');
  });
});
