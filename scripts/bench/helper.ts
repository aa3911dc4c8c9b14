// A process of its own that answers questions, one after the other: a server that is measured, or what sends requests to it.
import { type ChildProcess, spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { z } from 'zod';
import { type Core, onCore } from './cores.ts';

/** The files in `children/`. */
export type HelperName = 'server' | 'peer' | 'load' | 'caller' | 'engine';

export interface Helper {
  /** Rejects when the helper could not do it, and when it has ended. */
  ask<Reply>(kind: string, question: object, reply: z.ZodType<Reply>): Promise<Reply>;
  end(): Promise<void>;
}

export const answer = z.union([
  z.object({ number: z.number(), reply: z.unknown() }),
  z.object({ number: z.number(), error: z.string() }),
]);

interface Waiting {
  resolve(reply: unknown): void;
  reject(error: Error): void;
}

export function startHelper(name: HelperName, core: Core): Helper {
  // Compiled or not, as this file is.
  const program = join(import.meta.dirname, 'children', `${name}${extname(import.meta.filename)}`);
  const [command = '', ...given] = onCore(core, [process.execPath, '--expose-gc', program]);
  // What it logs is written, as a service's log is, to where it costs least.
  const child = spawn(command, given, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  const ended = endOf(child).then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`the process ${name} has ended`));
    waiting.clear();
  });
  child.on('message', (message) => {
    const given = answer.parse(message);
    const asker = waiting.get(given.number);
    waiting.delete(given.number);
    if ('error' in given) asker?.reject(new Error(`${name}: ${given.error}`));
    else asker?.resolve(given.reply);
  });
  return {
    async ask(kind, question, reply) {
      const given = await new Promise<unknown>((resolve, reject) => {
        if (!child.connected) throw new Error(`the process ${name} has ended`);
        asked += 1;
        waiting.set(asked, { resolve, reject });
        child.send({ number: asked, kind, question });
      });
      return reply.parse(given);
    },
    async end() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

const endOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('exit', () => resolve());
    child.once('error', reject);
  });
