// Restarts two replicas in turn while callers send requests through nginx.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { issueKey } from '../../server/keys.ts';
import { deploy, publicUrl } from './replicas.ts';

interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

const search = { name: 'search', arguments: { query: 'teapot' } };
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: search });
const calls: readonly Call[] = [
  { method: 'GET', path: '/api/v1/search?q=teapot' },
  { method: 'GET', path: '/api/v1/articles/kettle' },
  { method: 'POST', path: '/mcp', headers, body },
  { method: 'GET', path: '/api/v1/domains' },
];
const callers = 8;

/** Restarts a replica `restarts` times. Every request must get the status 200, and the quotas of the keys must count every request. */
export async function restartUnderLoad(restarts: number): Promise<void> {
  const deployed = await deploy();
  onTestFinished(() => deployed.end());
  // Each caller has its own key, because together they send more requests than the monthly quota of one key.
  const keys = await Promise.all(Array.from({ length: callers }, () => issueKey(deployed.store, { plan: 'paid' })));
  const failures: string[] = [];
  let answered = 0;
  let isOver = false;
  const calling = keys.map(async ({ bearer }) => {
    const headers = { ...bearer, host: new URL(publicUrl).host };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; !isOver; turn += 1) {
      const call = calls[turn % calls.length] as Call;
      const status = await statusOf(deployed.nginx.port, agent, headers, call).catch(String);
      if (status === 200) answered += 1;
      else failures.push(`${call.method} ${call.path}: ${status}`);
    }
    agent.destroy();
  });
  for (let turn = 0; turn < restarts; turn += 1) expect(await deployed.restart(turn % 2 === 0 ? 0 : 1)).toBe(0);
  isOver = true;
  await Promise.all(calling);
  expect(failures).toEqual([]);
  // Each answered request is counted once. A request that nginx retried on the other replica may be counted twice.
  const repeated = deployed.nginx.log().match(/reset by peer|prematurely closed/g)?.length ?? 0;
  const used = async (): Promise<number> => {
    const usage = await deployed.store.quotas.usage(keys.map(({ record }) => record.id));
    return [...usage.values()].reduce((sum, { used: own }) => sum + own, 0);
  };
  // A replica that found Redis too slow counts in memory, and adds these requests as soon as Redis answers again.
  await expect.poll(used, { timeout: 5_000 }).toBeGreaterThanOrEqual(answered);
  expect(await used()).toBeLessThanOrEqual(answered + repeated);
}

/** Sends a request; resolves to the status after the whole answer was received. */
async function statusOf(port: number, agent: Agent, given: Record<string, string>, call: Call): Promise<number> {
  const { method, path, body } = call;
  const asked = request({ host: '127.0.0.1', port, agent, method, path, headers: { ...given, ...call.headers } });
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  return response.statusCode ?? 0;
}
