// What agents called and what is asked, in Redis: written in batches, and all in one slot of a cluster.
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  type AgentCalls,
  type AgentRecord,
  type AgentStore,
  type AskedQuery,
  agentRecordOf,
  type QueryStore,
  recentDaysMax,
  tagsMax,
  tagText,
} from '../store.ts';
import { type Connection, keyPrefix } from './connection.ts';

const agentPrefix = `${keyPrefix}agent:`;
/** Ids by the negative of their last call: the newest first, and those of one moment by their names. */
const newestFirst = `${keyPrefix}agents`;
/** Ids with a single call at most, by their last call: those that make room for others. */
const withOneCall = `${keyPrefix}agents:once`;

const counters = ['search', 'article', 'other', 'failed', 'limited'] as const;
/** Beside its days: these, the moments of the first and the last call, and the key that it was registered with, empty for none. */
const fieldsMax = counters.length + 3;

/**
 * Adds the calls of one agent. Each day is a field of its own, so that calls of several instances add up without any of them
 * reading them.
 */
const addAgent = {
  name: 'steleAddAgent',
  keys: 3,
  lua: `
local id, first, last, key = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local owner = redis.call('HGET', KEYS[1], 'key') or ''
if owner ~= '' and owner ~= key then return 0 end
if redis.call('HSETNX', KEYS[1], 'first', first) == 1 then redis.call('HSET', KEYS[1], 'key', key) end
local kept = redis.call('HGET', KEYS[1], 'last')
if kept and tonumber(kept) > tonumber(last) then last = kept end
redis.call('HSET', KEYS[1], 'last', last)
redis.call('ZADD', KEYS[2], '-' .. last, id)

local calls = 0
for index, field in ipairs({'${counters.join("', '")}'}) do
  local sum = redis.call('HINCRBY', KEYS[1], field, ARGV[4 + index])
  if field ~= 'failed' then calls = calls + sum end
end
if calls <= 1 then redis.call('ZADD', KEYS[3], last, id) else redis.call('ZREM', KEYS[3], id) end

for index = 10, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[index], ARGV[index + 1]) end
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

export function redisAgents(connection: Connection): AgentStore {
  const { redis } = connection;
  const addScript = connection.script(addAgent);

  const addOne = (calls: AgentCalls) => {
    const { agentId, keyId = '', firstSeenMs, lastSeenMs, search, article, other, failed, rateLimited, days } = calls;
    const counts = [search, article, other, failed, rateLimited];
    const values = [agentId, firstSeenMs, lastSeenMs, keyId, ...counts, ...[...days].flat()];
    return addScript(agentPrefix + agentId, newestFirst, withOneCall, ...values);
  };

  const recordsOf = (agentIds: readonly string[]): Promise<(AgentRecord | undefined)[]> =>
    connection.inTrips(agentIds, (part) =>
      Promise.all(part.map(async (agentId) => agentOf(agentId, await redis.hgetall(agentPrefix + agentId)))),
    );

  async function forget(agentIds: readonly string[]): Promise<number> {
    await connection.inTrips(agentIds, (part) =>
      Promise.all([
        redis.del(...part.map((agentId) => agentPrefix + agentId)),
        redis.zrem(newestFirst, ...part),
        redis.zrem(withOneCall, ...part),
      ]),
    );
    return agentIds.length;
  }

  return {
    async registered(agentIds) {
      const answers = await connection.inTrips(agentIds, (part) =>
        Promise.all(part.map((agentId) => redis.exists(agentPrefix + agentId))),
      );
      return new Set(agentIds.filter((_, index) => answers[index] === 1));
    },
    add: async (calls) => void (await connection.inTrips(calls, (part) => Promise.all(part.map(addOne)))),
    find: async (agentId) => (await recordsOf([agentId]))[0],
    count: () => connection.ask(() => redis.zcard(newestFirst)),
    async list({ offset, limit }) {
      if (limit <= 0) return [];
      const agentIds = await connection.ask(() => redis.zrange(newestFirst, offset, `${offset + limit - 1}`));
      // Some may have been forgotten meanwhile.
      return (await recordsOf(agentIds)).filter((record) => record !== undefined);
    },
    forgetBefore: async (ms) => forget(await connection.ask(() => redis.zrangebyscore(newestFirst, `(-${ms}`, '+inf'))),
    forgetQuietest: async (agents) => forget(await connection.ask(() => redis.zrange(withOneCall, 0, `${agents - 1}`))),
  };
}

function agentOf(agentId: string, hash: Record<string, string>): AgentRecord | undefined {
  if (hash.first === undefined) return undefined;
  const [search = 0, article = 0, other = 0, failed = 0, rateLimited = 0] = counters.map((name) => Number(hash[name]));
  const days = Object.entries(hash).flatMap(([field, calls]): [number, number][] =>
    /^\d+$/.test(field) ? [[Number(field), Number(calls)]] : [],
  );
  days.sort(([left], [right]) => right - left);
  const seen = { firstSeenMs: Number(hash.first), lastSeenMs: Number(hash.last) };
  return agentRecordOf({ agentId, ...seen, search, article, other, failed, rateLimited, days });
}

const salt = `${keyPrefix}query-salt`;
/** Under the hash of its text, what too few callers asked. */
const hiddenPrefix = `${keyPrefix}query:`;
/** Those hashes by when they were last asked. */
const hidden = `${keyPrefix}queries:hidden`;
/** Of what enough callers asked: texts by when they were last asked. */
const shown = `${keyPrefix}queries:shown`;
/** Texts by the negative of how often they were asked, and found nothing: the most often first, then by text. */
const asked = `${keyPrefix}queries:asked`;
const nothing = `${keyPrefix}queries:nothing`;

const addQuery = {
  name: 'steleAddQuery',
  keys: 5,
  lua: `
local text, hash, callersMin, last = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local asked, nothing, moreTags = tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]

local lastShown = redis.call('ZSCORE', KEYS[2], text)
if not lastShown then
  local kept = redis.call('HMGET', KEYS[5], 'asked', 'nothing', 'last', 'addresses')
  asked = asked + tonumber(kept[1] or 0)
  nothing = nothing + tonumber(kept[2] or 0)
  if tonumber(kept[3] or 0) > tonumber(last) then last = kept[3] end

  local tags, seen = {}, {}
  for tag in string.gmatch((kept[4] or '') .. ' ' .. moreTags, '%S+') do
    if not seen[tag] and #tags < ${tagsMax} then
      tags[#tags + 1] = tag
      seen[tag] = true
    end
  end
  if #tags < callersMin then
    redis.call('HSET', KEYS[5], 'asked', asked, 'nothing', nothing, 'last', last, 'addresses', table.concat(tags, ' '))
    redis.call('ZADD', KEYS[1], last, hash)
    return 0
  end
elseif tonumber(lastShown) > tonumber(last) then
  last = lastShown
end

-- From here on it is known that enough callers asked, and their tags are of no more use.
redis.call('ZADD', KEYS[2], last, text)
redis.call('ZINCRBY', KEYS[3], -asked, text)
if nothing > 0 then redis.call('ZINCRBY', KEYS[4], -nothing, text) end
if not lastShown then
  redis.call('ZREM', KEYS[1], hash)
  redis.call('DEL', KEYS[5])
end
return 1
`,
  reply: z.literal([0, 1]),
};

export function redisQueries(connection: Connection): QueryStore {
  const { redis } = connection;
  const addScript = connection.script(addQuery);

  async function saltOf(): Promise<string> {
    await connection.ask(() => redis.setnx(salt, randomBytes(16).toString('hex')));
    return (await connection.ask(() => redis.get(salt))) ?? '';
  }

  async function forget(hashes: readonly string[], texts: readonly string[]): Promise<number> {
    await connection.inTrips(hashes, (part) =>
      Promise.all([redis.zrem(hidden, ...part), redis.del(...part.map((hash) => hiddenPrefix + hash))]),
    );
    await connection.inTrips(texts, (part) =>
      Promise.all([shown, asked, nothing].map((order) => redis.zrem(order, ...part))),
    );
    return hashes.length + texts.length;
  }

  async function trim(queriesMax: number): Promise<void> {
    const [hashes = 0, texts = 0] = await connection.ask(() => Promise.all([redis.zcard(hidden), redis.zcard(shown)]));
    const excess = hashes + texts - queriesMax;
    if (excess <= 0) return;
    const oldest = (order: string, count: number): Promise<string[]> =>
      connection.ask(async () => (count > 0 ? redis.zrange(order, 0, `${count - 1}`) : []));
    await forget(await oldest(hidden, excess), await oldest(shown, excess - hashes));
  }

  async function forgetBefore(end: string): Promise<number> {
    const [hashes = [], texts = []] = await connection.ask(() =>
      Promise.all([hidden, shown].map((order) => redis.zrangebyscore(order, '-inf', end))),
    );
    return forget(hashes, texts);
  }

  return {
    salt: saltOf,
    async add(queries, { callersMin, queriesMax }) {
      // Asked each time: when Redis loses what it had, its salt is another one.
      const salted = await saltOf();
      const addOne = ({ text, asked: times, foundNothing, lastAskedMs, callerTags }: AskedQuery) => {
        const hash = createHash('sha256').update(`${salted}\n${text}`).digest('hex').slice(0, 32);
        const values = [text, hash, callersMin, lastAskedMs, times, foundNothing, tagText(callerTags)];
        return addScript(hidden, shown, asked, nothing, hiddenPrefix + hash, ...values);
      };
      await connection.inTrips(queries, (part) => Promise.all(part.map(addOne)));
      await trim(queriesMax);
    },
    async list({ limit, foundNothing }) {
      if (limit <= 0) return [];
      const texts = await connection.ask(() => redis.zrange(foundNothing ? nothing : asked, 0, `${limit - 1}`));
      return connection.inTrips(texts, async (part) => {
        const orders = [asked, nothing, shown].map((order) => redis.zmscore(order, ...part));
        const [times = [], nothings = [], moments = []] = await Promise.all(orders);
        return part.map((text, index) => ({
          text,
          asked: 0 - Number(times[index]),
          foundNothing: 0 - Number(nothings[index]),
          lastAskedAt: new Date(Number(moments[index])).toISOString(),
        }));
      });
    },
    forgetBefore: (ms) => forgetBefore(`(${ms}`),
    clear: async () => void (await forgetBefore('+inf')),
  };
}
