// What asks the servers of a comparison: wrk where it is installed, because it takes least of the machine; else our own callers.
// Wrk knows whole seconds only, so that they ask in shorter rounds as well.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { type Caller, usualCallers } from '../callers.ts';
import { isOnPath, onCore } from '../cores.ts';
import type { Workplace } from '../workplace.ts';

/** Connections, each with one request at a time. */
export const connections = 32;

export interface Target {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Used in turn; without any, callers have none. */
  keys: readonly string[];
}

export interface Driven {
  answers: number;
  /** Answers of 400 and above, and requests without one. */
  faults: number;
  tookMs: number;
  p99Ms: number;
}

export interface Load {
  name: 'wrk' | 'own callers';
  drive(target: Target, forMs: number): Promise<Driven>;
}

/** @param roundMs the shortest time for which it will be asked to drive */
export async function loadAt(place: Workplace, roundMs: number): Promise<Load> {
  if (roundMs >= wrkMs && isOnPath('wrk')) {
    const folder = await place.folder();
    return { name: 'wrk', drive: (target, forMs) => driveByWrk(target, forMs, join(folder, 'load.lua')) };
  }
  const helper = place.helper('load');
  // Of no answers there is no percentile, and JSON has no NaN.
  const p99Ms = z
    .number()
    .nullable()
    .transform((given) => given ?? Number.NaN);
  const reply = z.object({ statuses: z.record(z.string(), z.int()), tookMs: z.number(), p99Ms });
  return {
    name: 'own callers',
    async drive({ port, path, headers, keys }, forMs) {
      const callers = usualCallers(connections, { keys, agents: false }).map(
        (caller): Caller => ({ ...caller, headers: { ...headers, ...caller.headers } }),
      );
      const { statuses, ...times } = await helper.ask('drive', { port, path, callers, forMs }, reply);
      const { 200: answers = 0, ...others } = statuses;
      return { answers, faults: Object.values(others).reduce((sum, count) => sum + count, 0), ...times };
    },
  };
}

const wrkReply = z.object({ answers: z.int(), faults: z.int(), tookMs: z.number(), p99Ms: z.number() });

const wrkMs = 1_000;

async function driveByWrk({ port, path, headers, keys }: Target, forMs: number, script: string): Promise<Driven> {
  await writeFile(script, scriptFor(headers, keys));
  const seconds = Math.max(1, Math.round(forMs / wrkMs));
  const url = `http://127.0.0.1:${port}${path}`;
  const [command = '', ...given] = onCore('others', [
    'wrk',
    ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`, '--script', script, url],
  ]);
  const child = spawn(command, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const reply = /^\{.*\}$/m.exec(said)?.[0];
  if (code !== 0 || reply === undefined) throw new Error(`wrk could not ask ${url}:\n${said}`);
  return wrkReply.parse(JSON.parse(reply));
}

function scriptFor(headers: Record<string, string>, keys: readonly string[]): string {
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
  // Without a function wrk sends the same text each time.
  const inTurn = `
local keys, texts, turn = { ${keys.map((key) => `"${key}"`).join(', ')} }, {}, 0
init = function()
  for index, key in ipairs(keys) do
    wrk.headers["Authorization"] = "Bearer " .. key
    texts[index] = wrk.format()
  end
end
request = function()
  turn = turn % #texts + 1
  return texts[turn]
end`;
  return `${lines.join('\n')}
${keys.length > 0 ? inTurn : ''}
done = function(summary, latency)
  local errors = summary.errors
  local faults = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('\\n{"answers":%d,"faults":%d,"tookMs":%f,"p99Ms":%f}\\n',
    summary.requests, faults, summary.duration / 1000, latency:percentile(99) / 1000))
end
`;
}
