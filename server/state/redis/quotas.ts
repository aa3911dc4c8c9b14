// What keys have used, in Redis: a hash per key.
import { z } from 'zod';
import type { QuotaCharge, QuotaStore, Usage } from '../store.ts';
import type { Connection } from './connection.ts';

/** In braces, by which Redis Cluster chooses where it lies: that of each key by itself. */
const quotaOf = (keyId: string): string => `stele:{${keyId}}:quota`;

/** Longer than any period. What was used in one that is long over is of no use. */
const keptMs = 400 * 86_400_000;

const count = z.int().min(0);

/** In which period a request is counted, and what was used of it already: see `countedIn`. */
const charge = {
  name: 'steleCharge',
  keys: 1,
  lua: `
local requests, limit, beginMs, endMs, atMs, keptMs, isAdd = unpack(ARGV)
local kept = redis.call('HMGET', KEYS[1], 'used', 'begin', 'last')
local used, counted, last = tonumber(kept[1] or 0), tonumber(kept[2] or 0), tonumber(kept[3] or 0)
if isAdd == '1' and counted > tonumber(beginMs) then return {0, used, kept[2]} end
if counted < tonumber(beginMs) then
  used, counted = 0, beginMs
elseif counted > tonumber(endMs) then
  counted = beginMs
else
  counted = kept[2]
end
local admitted = tonumber(requests)
if isAdd == '0' then admitted = math.max(0, math.min(admitted, tonumber(limit) - used)) end
if admitted > 0 then
  if last > tonumber(atMs) then atMs = kept[3] end
  redis.call('HSET', KEYS[1], 'used', used + admitted, 'begin', counted, 'last', atMs)
  redis.call('PEXPIRE', KEYS[1], keptMs)
end
return {admitted, used + admitted, counted}
`,
  reply: z.tuple([count, count, z.coerce.number().int()]),
};

export function redisQuotas(connection: Connection): QuotaStore {
  const { redis } = connection;
  const script = connection.script(charge);
  const run = async (asked: QuotaCharge, isAdd: boolean) => {
    const { keyId, requests, limit, period, atMs } = asked;
    const values = [requests, limit, period.beginMs, period.endMs, atMs, keptMs, isAdd ? 1 : 0];
    const [admitted, used, periodBeginMs] = await connection.ask(() => script(quotaOf(keyId), ...values));
    return { admitted, used, periodBeginMs };
  };
  return {
    charge: (asked) => run(asked, false),
    add: async (asked) => void (await run(asked, true)),
    async usage(keyIds) {
      const rows = await connection.ask(() =>
        Promise.all(keyIds.map((keyId) => redis.hmget(quotaOf(keyId), 'used', 'begin', 'last'))),
      );
      return new Map(
        keyIds.flatMap((keyId, index): [string, Usage][] => {
          const [used, begin, last] = rows[index] ?? [];
          if (used == null) return [];
          return [[keyId, { used: Number(used), periodBeginMs: Number(begin), lastUsedMs: Number(last) }]];
        }),
      );
    },
  };
}
