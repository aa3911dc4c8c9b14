// Statistics in the form that the stores keep: one document for each agent and each query, with an id and a rank for ordering. The
// merging of counts is defined here, once for both stores, which only read, write and order documents.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { byCodeUnit } from '../../build/edition/hash.ts';
import {
  type AgentCalls,
  type AgentRecord,
  type AgentStore,
  type AskedQuery,
  agentRecordOf,
  type QueryCount,
  type QueryStore,
  recentDaysMax,
} from './store.ts';

/** A kind of documents: their schema, id and rank. */
export interface DocumentKind<Value> {
  name: string;
  schema: z.ZodType<Value>;
  rank(value: Value): number;
}

/** The documents of one kind. */
export interface Documents<Value> {
  /**
   * Changes or creates documents. No change of another process is lost: when another process writes a document after this
   * process has read it and before this process writes it, the store calls the change function again.
   */
  change(changes: Changes<Value>): Promise<void>;
  find(ids: readonly string[]): Promise<(Value | undefined)[]>;
  count(): Promise<number>;
  /** Lists documents, the highest rank first, then by id. */
  list(range: { offset: number; limit: number }): Promise<Value[]>;
  /** Deletes documents with a rank of at least `from` and less than `below`, lowest rank first; resolves to their number. */
  forget(range: { from?: number; below?: number; atMost?: number }): Promise<number>;
}

export type Changes<Value> = ReadonlyMap<string, (kept: Value | undefined) => Value>;

/** Combines all entries for a document into one change. */
function changesBy<Value, Entry>(
  entries: readonly Entry[],
  idOf: (entry: Entry) => string,
  add: (kept: Value | undefined, entry: Entry) => Value,
): Changes<Value> {
  const changes = new Map<string, (kept: Value | undefined) => Value>();
  for (const entry of entries) {
    const before = changes.get(idOf(entry));
    changes.set(idOf(entry), (kept) => add(before === undefined ? kept : before(kept), entry));
  }
  return changes;
}

const count = z.int().min(0);

const keptAgent = z.strictObject({
  agentId: z.string(),
  /** The id of the key with which the agent was registered; empty without a key. */
  keyId: z.string(),
  firstSeenMs: z.int(),
  lastSeenMs: z.int(),
  search: count,
  article: count,
  other: count,
  failed: count,
  rateLimited: count,
  /** Days since 1970-01-01 and the calls on them, the newest first. */
  days: z.array(z.tuple([z.int(), count])),
});
export type KeptAgent = z.infer<typeof keptAgent>;

export const agentDocuments: DocumentKind<KeptAgent> = {
  name: 'agents',
  schema: keptAgent,
  rank: ({ lastSeenMs }) => lastSeenMs,
};

export function addCalls(kept: KeptAgent | undefined, calls: AgentCalls): KeptAgent {
  const { agentId, keyId = '', firstSeenMs, lastSeenMs } = calls;
  if (kept !== undefined && kept.keyId !== '' && kept.keyId !== keyId) return kept;
  const days = new Map(kept?.days);
  for (const [day, more] of calls.days) days.set(day, (days.get(day) ?? 0) + more);
  return {
    agentId,
    keyId: kept?.keyId ?? keyId,
    firstSeenMs: kept?.firstSeenMs ?? firstSeenMs,
    lastSeenMs: Math.max(kept?.lastSeenMs ?? lastSeenMs, lastSeenMs),
    search: (kept?.search ?? 0) + calls.search,
    article: (kept?.article ?? 0) + calls.article,
    other: (kept?.other ?? 0) + calls.other,
    failed: (kept?.failed ?? 0) + calls.failed,
    rateLimited: (kept?.rateLimited ?? 0) + calls.rateLimited,
    days: [...days].sort(([left], [right]) => right - left).slice(0, recentDaysMax),
  };
}

export function agentsIn(documents: Documents<KeptAgent>): AgentStore {
  const recordOf = (kept: KeptAgent | undefined): AgentRecord | undefined => kept && agentRecordOf(kept);
  return {
    async registered(agentIds) {
      const found = await documents.find(agentIds);
      return new Set(agentIds.filter((_, index) => found[index] !== undefined));
    },
    add: (calls) => documents.change(changesBy(calls, ({ agentId }) => agentId, addCalls)),
    find: async (agentId) => recordOf((await documents.find([agentId]))[0]),
    count: () => documents.count(),
    list: async (range) => (await documents.list(range)).map(agentRecordOf),
    forgetBefore: (ms, atMost) => documents.forget({ below: ms, ...(atMost !== undefined && { atMost }) }),
  };
}

const keptQuery = z.strictObject({
  /** The text of the query; null until enough callers have sent it. */
  text: z.string().nullable(),
  asked: count,
  foundNothing: count,
  lastAskedMs: z.int(),
  /** The tags of the callers that sent the query (see `queries.ts`); empty once `text` is kept. */
  tags: z.array(z.int()),
});
type KeptQuery = z.infer<typeof keptQuery>;

/** Lowers the rank of queries without a text by this much, so that they come last and are deleted first. */
const behindMs = 2 ** 50;

export const queryDocuments: DocumentKind<KeptQuery> = {
  name: 'queries',
  schema: keptQuery,
  rank: ({ text, lastAskedMs }) => (text === null ? lastAskedMs - behindMs : lastAskedMs),
};

function addQuery(kept: KeptQuery | undefined, query: AskedQuery, callersMin: number): KeptQuery {
  const tags = new Set([...(kept?.tags ?? []), ...query.callerTags]);
  const isShown = typeof kept?.text === 'string' || tags.size >= callersMin;
  return {
    text: isShown ? query.text : null,
    asked: (kept?.asked ?? 0) + query.asked,
    foundNothing: (kept?.foundNothing ?? 0) + query.foundNothing,
    lastAskedMs: Math.max(kept?.lastAskedMs ?? 0, query.lastAskedMs),
    tags: isShown ? [] : [...tags],
  };
}

export function queriesIn(documents: Documents<KeptQuery>, salt: () => Promise<string>): QueryStore {
  return {
    salt,
    async add(queries, { callersMin, queriesMax }) {
      // The salt is read each time, because a store that has lost its data gets a new one.
      const salted = await salt();
      const hashOf = ({ text }: AskedQuery): string =>
        createHash('sha256').update(`${salted}\n${text}`).digest('hex').slice(0, 32);
      await documents.change(changesBy(queries, hashOf, (kept, query) => addQuery(kept, query, callersMin)));
      const excess = (await documents.count()) - queriesMax;
      if (excess > 0) await documents.forget({ atMost: excess });
    },
    async list({ limit, foundNothing }) {
      const times = foundNothing ? 'foundNothing' : 'asked';
      const all = await documents.list({ offset: 0, limit: Number.MAX_SAFE_INTEGER });
      const shown = all.flatMap(({ text, asked, foundNothing: nothing, lastAskedMs }): QueryCount[] =>
        text === null ? [] : [{ text, asked, foundNothing: nothing, lastAskedAt: new Date(lastAskedMs).toISOString() }],
      );
      return shown
        .filter((query) => query[times] > 0)
        .sort((left, right) => right[times] - left[times] || byCodeUnit(left.text, right.text))
        .slice(0, limit);
    },
    forgetBefore: async (ms) =>
      (await documents.forget({ below: ms - behindMs })) + (await documents.forget({ from: 0, below: ms })),
    clear: async () => void (await documents.forget({})),
  };
}
