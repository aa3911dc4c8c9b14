// A server as operators run it: the built program in a process of its own, told by flags, read by its log, its metrics and
// signals.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { packageRoot } from '../package-root.ts';

/** The built program. */
export const program = join(packageRoot, 'dist', 'js', 'scripts', 'stele.js');
const memoryTeller = join(packageRoot, 'dist', 'js', 'scripts', 'stress', 'children', 'memory.js');

const memory = z.object({
  heapBytes: z.number(),
  rssBytes: z.number(),
  externalBytes: z.number(),
  bufferBytes: z.number(),
});
/** After a collection. */
export type Memory = z.infer<typeof memory>;

export interface ServerSettings {
  edition: string;
  data: string;
  /** More flags of `stele start`. */
  flags?: readonly string[];
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

const started = z.object({ origin: z.string() });
const atMetrics = z.object({ metricsAddress: z.string() });
/** So many lines of what went wrong are kept. */
const complaintsMax = 20;

export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #listeners = new Set<(line: string) => void>();
  /** Lines of the log at the level of an error or above. */
  readonly complaints: string[] = [];
  readonly ended: Promise<Ended>;
  /** Resolves when it has ended and its log is read to the end. */
  readonly logRead: Promise<void>;
  origin = '';
  #metricsAddress = '';

  private constructor({ edition, data, flags = [] }: ServerSettings) {
    const given = ['--edition', edition, '--data', data, '--port', '0', '--metrics-port', '0', '--host', '127.0.0.1'];
    const preloaded = ['--expose-gc', '--import', pathToFileURL(memoryTeller).href];
    // Nothing of this environment but where programs are: settings of the operator's own are not what is tried.
    this.#child = spawn(process.execPath, [...preloaded, program, 'start', ...given, '--log-level', 'info', ...flags], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { PATH: process.env.PATH ?? '' },
    });
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => resolve({ code, signal }));
      this.#child.once('error', () => resolve({ code: null, signal: null }));
    });
    this.logRead = new Promise((resolve) => this.#child.once('close', () => resolve()));
  }

  /** Resolves when it serves. Throws with what it said when it does not. */
  static async start(settings: ServerSettings): Promise<ServerProcess> {
    const server = new ServerProcess(settings);
    await server.#untilItServes();
    return server;
  }

  get port(): number {
    return Number(new URL(this.origin).port);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Calls with every line of the log until told to stop. */
  onLine(listener: (line: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves with the next line that holds a text. Rejects when the server ends before. */
  nextLine(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const stop = this.onLine((line) => {
        if (!line.includes(text)) return;
        stop();
        resolve(line);
      });
      void this.ended.then(() => reject(new Error('the server has ended')));
    });
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  /** The metrics by their names with labels, as Prometheus reads them; reading begins the next interval of the event loop. */
  async metrics(): Promise<Map<string, number>> {
    const text = await (await fetch(this.#metricsAddress)).text();
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  }

  async collectedMemory(): Promise<Memory> {
    const reply = once(this.#child, 'message');
    this.#child.send('collected memory');
    const [told] = await reply;
    return memory.parse(told);
  }

  /** Open file descriptors, connections among them (Linux). */
  descriptors(): number {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  /** How long it was ready to run in all while the processors ran others, in milliseconds (Linux, proc(5), schedstat). */
  waitedMs(): number {
    return waitedMsOf(this.pid);
  }

  /** The memory that the process holds, in bytes (Linux). */
  rssBytes(): number {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1];
    return Number(kib) * 1024;
  }

  #untilItServes(): Promise<void> {
    const said: string[] = [];
    return new Promise((resolve, reject) => {
      const read = (line: string): void => {
        if (this.origin === '') said.push(line);
        this.#metricsAddress ||= told(line, 'metricsAddress', atMetrics)?.metricsAddress ?? '';
        this.origin ||= told(line, 'origin', started)?.origin ?? '';
        if (this.origin !== '') resolve();
      };
      readLines(this.#child.stdout, (line) => {
        if (this.origin === '') read(line);
        if (/"level":[56]0/.test(line) && this.complaints.length < complaintsMax) this.complaints.push(line);
        for (const listener of this.#listeners) listener(line);
      });
      readLines(this.#child.stderr, read);
      void this.ended.then(() => reject(new Error(`the server did not start:\n${said.join('\n')}`)));
    });
  }
}

/** See `waitedMs`; of the main thread of any process. */
export function waitedMsOf(pid: number | 'self'): number {
  const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(waitedNs) / 1e6;
}

function told<Told>(line: string, name: string, schema: z.ZodType<Told>): Told | undefined {
  if (!line.includes(`"${name}"`)) return undefined;
  const { success, data } = schema.safeParse(JSON.parse(line));
  return success ? data : undefined;
}

function readLines(stream: NodeJS.ReadableStream | null, take: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}
