// The counts of limits, in Redis: for each key its usage, and for each caller without a key the times of its admitted
// requests, as in `sliding-window.ts`. The text in braces selects the slot of Redis Cluster, so keys and callers are spread over
// the slots.
import { z } from 'zod';
import type { QuotaCharge, QuotaStore, StateStore, Usage } from '../store.ts';
import type { Connection } from './connection.ts';

const windowOf = (caller: string): string => `stele:{${caller}}:window`;
const quotaOf = (keyId: string): string => `stele:{${keyId}}:quota`;

/** Redis keeps the usage of a key for this time after its last request. It is longer than any period. */
const keptMs = 400 * 86_400_000;

const count = z.int().min(0);

/** Counts requests of a key in the period that `countedIn` chooses. */
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

/**
 * Decides on a request of a caller without a key. The list holds times in microseconds, oldest first. A double holds their 16 digits
 * exactly, but Lua's own conversion to text would write only 14 of them.
 *
 * When the clock steps back, the newest time lies in the future. All times are then moved back by the same amount. This keeps the
 * distances between them, and no caller waits longer than a window.
 *
 * The list expires a second after its newest time leaves the window, so that a request is never forgotten too early.
 */
const admit = {
  name: 'steleAdmit',
  keys: 1,
  lua: `
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000
local now
if ARGV[3] == '' then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000000 + tonumber(time[2])
else
  now = tonumber(ARGV[3]) * 1000
end
local function written(moment) return string.format('%.0f', moment) end

local ahead = tonumber(redis.call('LINDEX', KEYS[1], -1) or now) - now
if ahead > 0 then
  local moments = redis.call('LRANGE', KEYS[1], 0, -1)
  for index, moment in ipairs(moments) do
    redis.call('LSET', KEYS[1], index - 1, written(tonumber(moment) - ahead))
  end
end

local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) <= now - window do
  redis.call('LPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], 0)
end

local used, admitted = redis.call('LLEN', KEYS[1]), 0
if used < limit then
  admitted = 1
  redis.call('RPUSH', KEYS[1], written(now))
end
if admitted > 0 or ahead > 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2] + 1000) end
return {admitted, used + admitted, math.ceil((tonumber(oldest or now) + window - now) / 1000)}
`,
  reply: z.tuple([z.literal([0, 1]), z.int().min(0), z.int().min(1)]),
};

/** `now`, in milliseconds, replaces Redis's own clock in tests. */
export function redisWindow(connection: Connection, now: (() => number) | undefined): StateStore['admit'] {
  const script = connection.script(admit);
  return async (caller, { limit, windowMs }) => {
    const answer = await connection.ask(() => script(windowOf(caller), limit, windowMs, now?.() ?? ''));
    const [admitted, used, resetMs] = answer;
    return { admitted: admitted === 1, used, resetMs };
  };
}
