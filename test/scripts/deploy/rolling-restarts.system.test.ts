// Replicas are restarted one after the other while callers ask, and no caller learns of it. ROLLING_RESTARTS and ROLLING_RATE are
// how many restarts there are, and how many requests per second.
import { describe, expect, onTestFinished, test } from 'vitest';
import { redisIsHere } from '../../redis.ts';
import { issueKey } from '../../server/keys.ts';
import { nginxIsHere } from './nginx.ts';
import { deploy, publicUrl } from './replicas.ts';
import { type Call, startLoad } from './steady-load.ts';

const restarts = Number(process.env.ROLLING_RESTARTS ?? 2);
const perSecond = Number(process.env.ROLLING_RATE ?? 100);

const isHere = nginxIsHere() && redisIsHere();

describe.skipIf(!isHere)('two replicas behind nginx', () => {
  test(
    `are restarted ${restarts} times at ${perSecond} requests per second, and every request is answered`,
    async () => {
      const deployed = await deploy();
      onTestFinished(() => deployed.end());
      const { bearer, record } = await issueKey(deployed.store, { plan: 'paid' });
      const load = startLoad(deployed.nginx.port, { calls: callsOf(bearer), perSecond });
      const startedMs = performance.now();
      for (let turn = 0; turn < restarts; turn += 1) expect(await deployed.restart(turn % 2 === 0 ? 0 : 1)).toBe(0);
      const seconds = (performance.now() - startedMs) / 1_000;
      const { sent, answered, failures } = await load.stop();
      expect(failures).toEqual([]);
      expect(answered).toBe(sent);
      // The quota knows of every request of the key that was answered, and at most of those besides that nginx asked twice for.
      const repeated = deployed.nginx.log().match(/reset by peer|prematurely closed/g)?.length ?? 0;
      const { used = 0 } = (await deployed.store.quotas.usage()).get(record.id) ?? {};
      const counted = Math.floor(answered / 5) * 4;
      expect(used).toBeGreaterThanOrEqual(counted);
      expect(used).toBeLessThanOrEqual(counted + 4 + repeated);
      console.log(
        `${restarts} restarts in ${seconds.toFixed(1)} s: ${answered} answers, 0 failures; nginx asked twice for ${repeated}`,
      );
    },
    900_000 + restarts * 30_000,
  );
});

/** Four of five are counted; a page is not. */
function callsOf(bearer: Record<string, string>): Call[] {
  const headers = { ...bearer, host: new URL(publicUrl).host };
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search', arguments: { query: 'teapot' } },
  };
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return [
    { method: 'GET', path: '/api/v1/search?q=teapot', headers },
    { method: 'GET', path: '/api/v1/articles/kettle', headers },
    { method: 'POST', path: '/mcp', headers: { ...headers, ...json }, body: JSON.stringify(call) },
    { method: 'GET', path: '/api/v1/domains', headers },
    { method: 'GET', path: '/en/articles/samovar', headers },
  ];
}
