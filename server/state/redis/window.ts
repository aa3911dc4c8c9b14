// What callers without a key have left, in Redis: for each the moments at which its requests were admitted, as in
// `sliding-window.ts`. The clock of Redis is the one clock of all instances.
import { z } from 'zod';
import type { StateStore } from '../store.ts';
import type { Connection } from './connection.ts';

/** In braces, by which Redis Cluster chooses where it lies: that of each caller by itself. */
const windowOf = (caller: string): string => `stele:{${caller}}:window`;

/**
 * Moments are microseconds, oldest first. 16 digits fit a double exactly; Lua alone would write only 14 of them.
 *
 * When the clock steps back, the newest moment lies in the future. All of them are moved back by as much: their distances,
 * which are what the limit is about, stay, and no caller waits longer than a window.
 *
 * The key lives a second longer than its last moment counts, so that it is never Redis that makes room.
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

/** `now`, in milliseconds, takes the place of Redis's own clock in tests. */
export function redisWindow(connection: Connection, now: (() => number) | undefined): StateStore['admit'] {
  const script = connection.script(admit);
  return async (caller, { limit, windowMs }) => {
    const answer = await connection.ask(() => script(windowOf(caller), limit, windowMs, now?.() ?? ''));
    const [admitted, used, resetMs] = answer;
    return { admitted: admitted === 1, used, resetMs };
  };
}
