// Callers who ask at a steady rate, whether or not they were answered before, over connections that they keep.
import { Agent, request } from 'node:http';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Load {
  /** Lets what was asked be answered. `failures` says what went wrong with each request that had no answer 200. */
  stop(): Promise<{ sent: number; answered: number; failures: string[] }>;
}

/** How often some of them are sent. */
const everyMs = 10;

/** `calls` are sent one after the other, over and over, so many per second. */
export function startLoad(port: number, { calls, perSecond }: { calls: readonly Call[]; perSecond: number }): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const running = new Set<Promise<void>>();
  const failures: string[] = [];
  const startedMs = performance.now();
  let sent = 0;
  let answered = 0;
  const timer = setInterval(() => {
    for (const due = ((performance.now() - startedMs) * perSecond) / 1_000; sent < due; sent += 1) {
      const call = calls[sent % calls.length];
      if (call === undefined) continue;
      const outcome = statusOf(port, agent, call).then(
        (status) => {
          if (status === 200) answered += 1;
          else failures.push(`${call.method} ${call.path}: ${status}`);
        },
        (error: Error) => void failures.push(`${call.method} ${call.path}: ${error.message}`),
      );
      running.add(outcome);
      void outcome.then(() => running.delete(outcome));
    }
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      agent.destroy();
      return { sent, answered, failures };
    },
  };
}

/** The status of an answer that came whole. */
function statusOf(port: number, agent: Agent, { method, path, headers, body }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', reject);
    });
    asked.once('error', reject);
    asked.end(body);
  });
}
