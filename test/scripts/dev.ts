// Starts `stele dev` in a separate process.
import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { articleText, contentOf } from '../site.ts';
import { cleanEnvironment, printedBy, program } from './command.ts';

export interface DevState {
  buildId: string;
  messages: { rule: string; path: string }[];
}

export interface Dev {
  origin: string;
  content: string;
  /** Resolves when the output of the command, on either stream, matches. */
  prints: (expected: RegExp) => Promise<unknown>;
  /** Reads the states that the server sends to open pages; resolves with the first one that `accepts` selects. */
  receives: (accepts: (state: DevState) => boolean) => Promise<DevState>;
  /** Sends SIGTERM; resolves with the exit code. */
  end: () => Promise<number | null>;
}

/** Starts `stele dev` on a new content folder with these files; resolves when the server is ready. */
export async function steleDev(files: Record<string, string>): Promise<Dev> {
  const content = await contentOf(files);
  const child = spawn(process.execPath, [program, 'dev', '--content', content, '--port', '0'], {
    env: cleanEnvironment(),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { exited, printed } = printedBy(child);
  const [origin] = await printed(/https?:\/\/[\d.]+:\d+/);
  return {
    origin,
    content,
    prints: printed,
    receives: (accepts) => receive(`${origin}/_dev/events`, accepts),
    end() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** Reads the stream of states, which begins with the current one, until `accepts` selects one. */
async function receive(address: string, accepts: (state: DevState) => boolean): Promise<DevState> {
  const { body } = await fetch(address);
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data === undefined) continue;
      const state: DevState = JSON.parse(data);
      if (accepts(state)) return state;
    }
  }
  throw new Error('the stream of states has ended');
}

export const teapot = (en: string, fields: Record<string, string> = {}): string =>
  articleText({ en: `## Cause\n\n${en}`, fields });
