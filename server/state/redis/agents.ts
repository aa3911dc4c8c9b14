// Agents and what they called, in Redis: a hash per agent, and two orders of them.
import { z } from 'zod';
import { recordOf } from '../agent-days.ts';
import { type AgentCalls, type AgentRecord, type AgentStore, recentDaysMax } from '../store.ts';
import { type Connection, keyPrefix } from './connection.ts';

const agentPrefix = `${keyPrefix}agent:`;
/** Ids by the negative of their last call: the newest first, and those of one moment by their names. */
const newestFirst = `${keyPrefix}agents`;
/** Ids with a single call at most, by their last call: those that make room for others. */
const withOneCall = `${keyPrefix}agents:once`;

/** So many agents are written or read in one round trip. Redis does nothing else meanwhile. */
const agentsPerTrip = 250;
/** So many are forgotten at once. */
const forgottenAtOnce = 1_000;

const fields = ['first', 'last', 'search', 'article', 'other', 'failed', 'limited'] as const;
/** Besides them the key that it was registered with, empty for none. */
const fieldsMax = fields.length + 1;

const forget = `
local function forget(id)
  redis.call('ZREM', KEYS[2], id)
  redis.call('ZREM', KEYS[3], id)
  redis.call('DEL', '${agentPrefix}' .. id)
end
`;

/**
 * Adds the calls of one agent. Each day is a field of its own, so that calls of several instances add up without anybody
 * reading them.
 */
const add = {
  name: 'steleAddAgent',
  keys: 3,
  lua: `${forget}
local id, agentsMax, first, last, key = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[10]
local isKnown = redis.call('EXISTS', KEYS[1]) == 1
local owner = redis.call('HGET', KEYS[1], 'key') or ''
if owner ~= '' and owner ~= key then return 0 end

local missing = redis.call('ZCARD', KEYS[2]) - agentsMax
if not isKnown then missing = missing + 1 end
if missing > 0 then
  local quiet = redis.call('ZRANGE', KEYS[3], 0, math.min(missing, ${forgottenAtOnce}) - 1)
  for _, one in ipairs(quiet) do
    if one ~= id then
      forget(one)
      missing = missing - 1
    end
  end
  if missing > 0 and not isKnown then return 0 end
end

if isKnown then
  local kept = redis.call('HGET', KEYS[1], 'last')
  if tonumber(kept) > tonumber(last) then last = kept end
else
  redis.call('HSET', KEYS[1], 'first', first)
  owner = key
end
redis.call('HSET', KEYS[1], 'key', owner)
redis.call('HSET', KEYS[1], 'last', last)
redis.call('ZADD', KEYS[2], '-' .. last, id)

local calls = 0
for index, field in ipairs({'search', 'article', 'other', 'failed', 'limited'}) do
  local sum = redis.call('HINCRBY', KEYS[1], field, ARGV[4 + index])
  if field ~= 'failed' then calls = calls + sum end
end
if calls <= 1 then redis.call('ZADD', KEYS[3], last, id) else redis.call('ZREM', KEYS[3], id) end

for index = 11, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[index], ARGV[index + 1]) end
if redis.call('HLEN', KEYS[1]) > ${fieldsMax + recentDaysMax} then
  local days = {}
  for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
    local day = tonumber(field)
    if day then days[#days + 1] = day end
  end
  table.sort(days)
  for index = 1, #days - ${recentDaysMax} do redis.call('HDEL', KEYS[1], days[index]) end
end
return 1
`,
  reply: z.literal([0, 1]),
};

/** Takes the place of the agent's own key among the keys, which this one does not need, with the first order. */
const forgetBefore = {
  name: 'steleForgetAgents',
  keys: 3,
  lua: `${forget}
local ids = redis.call('ZRANGEBYSCORE', KEYS[2], '(-' .. ARGV[1], '+inf', 'LIMIT', 0, ${forgottenAtOnce})
for _, id in ipairs(ids) do forget(id) end
return #ids
`,
  reply: z.int().min(0),
};

export function redisAgents(connection: Connection): AgentStore {
  const { redis } = connection;
  const addScript = connection.script(add);
  const forgetScript = connection.script(forgetBefore);

  const addOne = (calls: AgentCalls, agentsMax: number) => {
    const { agentId, keyId = '', firstSeenMs, lastSeenMs, search, article, other, failed, rateLimited, days } = calls;
    const keys = [agentPrefix + agentId, newestFirst, withOneCall];
    const counts = [search, article, other, failed, rateLimited];
    return addScript(...keys, agentId, agentsMax, firstSeenMs, lastSeenMs, ...counts, keyId, ...[...days].flat());
  };

  /** Does the same with each, in as many round trips as it takes. */
  async function inTrips<Asked, Answer>(all: readonly Asked[], one: (asked: Asked) => Promise<Answer>) {
    const answers: Answer[] = [];
    for (let begin = 0; begin < all.length; begin += agentsPerTrip)
      answers.push(...(await connection.ask(() => Promise.all(all.slice(begin, begin + agentsPerTrip).map(one)))));
    return answers;
  }

  const recordsOf = (agentIds: readonly string[]): Promise<(AgentRecord | undefined)[]> =>
    inTrips(agentIds, async (agentId) => agentOf(agentId, await redis.hgetall(agentPrefix + agentId)));

  return {
    async registered(agentIds) {
      const answers = await inTrips(agentIds, (agentId) => redis.exists(agentPrefix + agentId));
      return new Set(agentIds.filter((_, index) => answers[index] === 1));
    },
    async add(calls, { agentsMax }) {
      await inTrips(calls, (one) => addOne(one, agentsMax));
    },
    async find(agentId) {
      return (await recordsOf([agentId]))[0];
    },
    count: () => connection.ask(() => redis.zcard(newestFirst)),
    async list({ offset, limit }) {
      if (limit <= 0) return [];
      const agentIds = await connection.ask(() => redis.zrange(newestFirst, offset, `${offset + limit - 1}`));
      // Some may have been forgotten meanwhile.
      return (await recordsOf(agentIds)).filter((record) => record !== undefined);
    },
    async forgetBefore(ms) {
      for (let forgotten = 0; ; ) {
        const now = await connection.ask(() => forgetScript(newestFirst, newestFirst, withOneCall, ms));
        forgotten += now;
        if (now < forgottenAtOnce) return forgotten;
      }
    },
  };
}

function agentOf(agentId: string, hash: Record<string, string>): AgentRecord | undefined {
  if (hash.first === undefined) return undefined;
  const [firstSeenMs = 0, lastSeenMs = 0, search = 0, article = 0, other = 0, failed = 0, rateLimited = 0] = fields.map(
    (field) => Number(hash[field]),
  );
  const days = Object.entries(hash).flatMap(([field, calls]): [number, number][] =>
    /^\d+$/.test(field) ? [[Number(field), Number(calls)]] : [],
  );
  days.sort(([left], [right]) => right - left);
  return recordOf({ agentId, firstSeenMs, lastSeenMs, search, article, other, failed, rateLimited, days });
}
