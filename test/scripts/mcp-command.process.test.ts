import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { articleText, contentOf, publishFolder, repositoryRoot } from '../site.ts';
import { cleanEnvironment, printedBy, program } from './command.ts';

let edition: string;
beforeAll(async () => {
  edition = await publishFolder(await contentOf({ 'mcp/teapot.md': articleText() }));
});

interface Spoken {
  /** Sends a request and waits for its answer. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the fields of answers that they expect.
  ask(method: string, params?: object): Promise<any>;
  /** Closes standard input; resolves to the exit code. */
  end(): Promise<number | null>;
  /** Every line of standard output so far. */
  lines: readonly string[];
  /** Resolves when the log contains this text. */
  logs(text: string): Promise<unknown>;
}

/** Starts `stele mcp` and exchanges JSON-RPC messages with it, one per line. */
function speak(given: string[], more: Record<string, string> = {}): Spoken {
  const env = cleanEnvironment(more);
  const child = spawn(process.execPath, [program, 'mcp', ...given], { cwd: repositoryRoot, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const waiting = new Map<number, (message: unknown) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  const { exited, printed } = printedBy(child);
  let id = 0;
  return {
    ask(method, params = {}) {
      id += 1;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    end() {
      child.stdin.end();
      return exited;
    },
    lines,
    logs: (text) => printed(new RegExp(text)),
  };
}

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tea', version: '1' } };

describe('stele mcp', () => {
  it('writes only JSON-RPC messages to standard output, and ends when its standard input is closed', async () => {
    const spoken = speak(['--edition', edition]);
    expect((await spoken.ask('initialize', hello)).result.serverInfo.name).toBe('stele');
    const { result } = await spoken.ask('tools/call', { name: 'fetch', arguments: { id: 'teapot' } });
    expect(result.structuredContent.id).toBe('teapot');
    expect(await spoken.end()).toBe(0);
    for (const line of spoken.lines) expect(JSON.parse(line).jsonrpc).toBe('2.0');
    await spoken.logs('serving 1 articles over stdio');
  });

  it('loads a new edition that is built into the folder', async () => {
    const folder = await publishFolder(await contentOf({ 'mcp/teapot.md': articleText() }));
    const spoken = speak(['--edition', folder]);
    await spoken.ask('initialize', hello);
    await publishFolder(await contentOf({ 'mcp/kettle.md': articleText({ id: 'art_kettle' }) }), folder);
    await spoken.logs('serving a new edition');
    const { result } = await spoken.ask('tools/call', { name: 'fetch', arguments: { id: 'kettle' } });
    expect(result.structuredContent.id).toBe('kettle');
  });

  it('returns article addresses that begin with PUBLIC_URL, or else with the default address of stele start', async () => {
    const linksWith = async (more: Record<string, string>) => {
      const spoken = speak(['--edition', edition], more);
      await spoken.ask('initialize', hello);
      const { result } = await spoken.ask('tools/call', { name: 'fetch', arguments: { id: 'teapot' } });
      return result.structuredContent.url;
    };
    expect(await linksWith({ PUBLIC_URL: 'https://kb.example.org' })).toBe('https://kb.example.org/en/articles/teapot');
    expect(await linksWith({})).toBe('http://127.0.0.1:8080/en/articles/teapot');
  });
});
