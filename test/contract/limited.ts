// Starts servers with the real rate limit, and sends requests from many addresses.
import type { AgentLimits } from '../../server/state/agents.ts';
import { type MovableClock, movableClock, stateFor } from '../server.ts';
import type { Contract } from './contract.ts';

/** A server with the real keyless limit. It trusts one proxy, so tests can set the address of a request by a header. */
export async function limited(contract: Contract, agents?: AgentLimits): Promise<Contract & { clock: MovableClock }> {
  const clock = movableClock();
  const state = stateFor(clock, agents === undefined ? {} : { agents });
  return { ...(await contract.another({ clock, state, settings: { trustProxy: 1 } })), clock };
}

export const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

/** Sends concurrent requests; returns the number of answers other than 429. */
export async function answered({ get }: Contract, requests: number, headers = from('192.0.2.7')): Promise<number> {
  const paths = ['/api/v1/search', '/api/v1/domains', '/api/v1/nothing'];
  const sent = Array.from({ length: requests }, (_, index) => get(paths[index % paths.length] ?? '', headers));
  return (await Promise.all(sent)).filter(({ status }) => status !== 429).length;
}

/** A server that refuses further requests without a key, because their limit of one request is used up. */
export async function exhausted(contract: Contract): Promise<Contract> {
  const clock = movableClock();
  const state = stateFor(clock, { keyless: { limit: 1, windowMs: 60_000 } });
  const limited = await contract.another({ clock, state });
  await limited.get('/api/v1/domains');
  return limited;
}
