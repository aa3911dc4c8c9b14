import { createServer, type IncomingMessage } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { isOnPath } from '../../../scripts/bench/cores.ts';
import { connections, loadAt } from '../../../scripts/bench/serving/load.ts';
import { withWorkplace } from '../../../scripts/bench/workplace.ts';
import { isAllHere } from '../../needed.ts';

const wrkIsHere = isAllHere(isOnPath('wrk') ? undefined : 'there is no wrk on this machine (apt-get install wrk)');

const path = '/teapots';
const keys = ['a', 'b', 'c'];
/** Wrk is for rounds that are not shorter. */
const roundMs = 1_000;

/** What is asked of a server meanwhile, and what came of it. */
async function driven(status: number) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    response.writeHead(status).end('tea');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return await withWorkplace(async (place) => {
    const load = await loadAt(place, roundMs);
    const result = await load.drive({ port, path, headers: { 'x-agent-id': 'kettle' }, keys }, roundMs);
    return { name: load.name, result, seen };
  });
}

it.skipIf(!wrkIsHere)('wrk asks with the headers and keys that are given, and counts the answers', async () => {
  const { name, result, seen } = await driven(200);
  expect(name).toBe('wrk');
  expect(new Set(seen.map(({ url }) => url))).toEqual(new Set([path]));
  expect(new Set(seen.map(({ headers }) => headers['x-agent-id']))).toEqual(new Set(['kettle']));
  expect(new Set(seen.map(({ headers }) => headers.authorization))).toEqual(
    new Set(keys.map((key) => `Bearer ${key}`)),
  );
  expect(new Set(seen.map(({ socket }) => socket))).toHaveProperty('size', connections);
  // What was still on its way in the end is not counted.
  expect(result.answers).toBeGreaterThan(0);
  expect(result.answers).toBeLessThanOrEqual(seen.length);
  expect(result.answers).toBeGreaterThanOrEqual(seen.length - connections);
  expect(result.faults).toBe(0);
  expect(result.tookMs).toBeGreaterThanOrEqual(roundMs * 0.9);
  expect(result.p99Ms).toBeGreaterThan(0);
});

it.skipIf(!wrkIsHere)('wrk counts answers of 400 and above as faults', async () => {
  const { result } = await driven(429);
  expect(result.faults).toBeGreaterThan(0);
});
