// What is asked, in Redis. What too few asked is a hash under the hash of its text; what enough asked is only a member of three
// orders. See `QueryStore` for what is kept before enough callers asked the same.
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { tagsMax, tagText } from '../query-tags.ts';
import type { AskedQuery, QueryStore } from '../store.ts';
import { type Connection, keyPrefix } from './connection.ts';

const salt = `${keyPrefix}query-salt`;
const hiddenPrefix = `${keyPrefix}query:`;
/** Hashes of hidden queries by when they were last asked. */
const hidden = `${keyPrefix}queries:hidden`;
/** Texts by when they were last asked. */
const shown = `${keyPrefix}queries:shown`;
/** Texts by the negative of how often they were asked, and found nothing: the most often first, then by text. */
const asked = `${keyPrefix}queries:asked`;
const foundNothing = `${keyPrefix}queries:nothing`;
const orders = [hidden, shown, asked, foundNothing];

const queriesPerTrip = 250;
/** So many are forgotten at once. Redis does nothing else meanwhile. */
const forgottenAtOnce = 1_000;

const saltScript = {
  name: 'steleSalt',
  keys: 1,
  lua: `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])
`,
  reply: z.string(),
};

const addScript = {
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

-- From here on it is known that enough callers asked, and who they were is of no more use.
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

const forget = `
local function forgetHidden(hashes)
  for _, hash in ipairs(hashes) do
    redis.call('ZREM', KEYS[1], hash)
    redis.call('DEL', '${hiddenPrefix}' .. hash)
  end
  return #hashes
end
local function forgetShown(texts)
  for _, text in ipairs(texts) do
    for key = 2, 4 do redis.call('ZREM', KEYS[key], text) end
  end
  return #texts
end
`;

/** Forgets what is more than so many. */
const trimScript = {
  name: 'steleTrimQueries',
  keys: 4,
  lua: `${forget}
local excess = redis.call('ZCARD', KEYS[1]) + redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[1])
excess = math.min(excess, ${forgottenAtOnce})
if excess > 0 then excess = excess - forgetHidden(redis.call('ZRANGE', KEYS[1], 0, excess - 1)) end
if excess > 0 then forgetShown(redis.call('ZRANGE', KEYS[2], 0, excess - 1)) end
return 1
`,
  reply: z.literal(1),
};

/** Forgets some of those last asked before a moment, and answers for how many. */
const forgetScript = {
  name: 'steleForgetQueries',
  keys: 4,
  lua: `${forget}
local limit = ${forgottenAtOnce}
local forgotten = forgetHidden(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, limit))
return forgotten + forgetShown(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1], 'LIMIT', 0, limit - forgotten))
`,
  reply: z.int().min(0),
};

/** Text, asked, found nothing, last asked; and so on. The first of the orders is the one that is listed. */
const listScript = {
  name: 'steleListQueries',
  keys: 4,
  lua: `
local list = {}
for _, text in ipairs(redis.call('ZRANGE', KEYS[1], 0, ARGV[1])) do
  list[#list + 1] = text
  for key = 2, 4 do list[#list + 1] = redis.call('ZSCORE', KEYS[key], text) or '0' end
end
return list
`,
  reply: z.array(z.string()),
};

export function redisQueries(connection: Connection): QueryStore {
  const readSalt = connection.script(saltScript);
  const addOne = connection.script(addScript);
  const trim = connection.script(trimScript);
  const forgetSome = connection.script(forgetScript);
  const listSome = connection.script(listScript);

  const saltOf = (): Promise<string> => connection.ask(() => readSalt(salt, randomBytes(16).toString('hex')));

  async function forgetAll(before: string): Promise<number> {
    for (let forgotten = 0; ; ) {
      const now = await connection.ask(() => forgetSome(...orders, before));
      forgotten += now;
      if (now < forgottenAtOnce) return forgotten;
    }
  }

  return {
    salt: saltOf,
    async add(queries, { callersMin, queriesMax }) {
      // Asked each time: when Redis loses what it had, its salt is another one.
      const salted = await saltOf();
      const add = ({ text, asked: times, foundNothing: nothing, lastAskedMs, callerTags }: AskedQuery) => {
        const hash = createHash('sha256').update(`${salted}\n${text}`).digest('hex').slice(0, 32);
        const values = [text, hash, callersMin, lastAskedMs, times, nothing, tagText(callerTags)];
        return addOne(...orders, hiddenPrefix + hash, ...values);
      };
      for (let begin = 0; begin < queries.length; begin += queriesPerTrip)
        await connection.ask(() =>
          Promise.all([...queries.slice(begin, begin + queriesPerTrip).map(add), trim(...orders, queriesMax)]),
        );
    },
    async list({ limit, foundNothing: isNothing }) {
      if (limit <= 0) return [];
      const order = isNothing ? foundNothing : asked;
      const list = await connection.ask(() => listSome(order, asked, foundNothing, shown, limit - 1));
      return Array.from({ length: list.length / 4 }, (_, index) => {
        const [text = '', ...scores] = list.slice(index * 4, index * 4 + 4);
        const [times = 0, nothing = 0, last = 0] = scores.map(Number);
        return { text, asked: 0 - times, foundNothing: 0 - nothing, lastAskedAt: new Date(last).toISOString() };
      });
    },
    forgetBefore: (ms) => forgetAll(`(${ms}`),
    clear: async () => void (await forgetAll('+inf')),
  };
}
