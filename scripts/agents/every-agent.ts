// Every agent once, page by page, while others go on calling: each call moves an agent to the front of the order that is read.
import { closest } from '../../build/edition/closest.ts';
import type { AgentRecord, AgentStore } from '../../server/state/store.ts';

export const pageSize = 500;

/** Keeps the ids that it has passed on, and nothing else of them. */
export async function* everyAgent(agents: Pick<AgentStore, 'list'>): AsyncGenerator<AgentRecord[]> {
  const passedOn = new Set<string>();
  const fresh = (page: readonly AgentRecord[]): AgentRecord[] =>
    page.filter(({ agentId }) => {
      const isFresh = !passedOn.has(agentId);
      passedOn.add(agentId);
      return isFresh;
    });
  let newestAtBegin = '';
  for await (const page of pagesOf(agents)) {
    newestAtBegin ||= page[0]?.lastSeenAt ?? '';
    yield fresh(page);
  }
  // Those who called meanwhile went from behind to the front, past what was read.
  for await (const page of pagesOf(agents)) {
    yield fresh(page);
    if ((page.at(-1)?.lastSeenAt ?? '') < newestAtBegin) return;
  }
}

async function* pagesOf(agents: Pick<AgentStore, 'list'>): AsyncGenerator<AgentRecord[]> {
  for (let offset = 0; ; offset += pageSize) {
    const page = await agents.list({ offset, limit: pageSize });
    yield page;
    if (page.length < pageSize) return;
  }
}

/** The registered id that is most like another. */
export async function likelyAgent(agents: Pick<AgentStore, 'list'>, agentId: string): Promise<string | undefined> {
  let likely: string | undefined;
  for await (const page of pagesOf(agents)) {
    const candidates = page.map((agent) => agent.agentId);
    likely = closest(agentId, likely === undefined ? candidates : [likely, ...candidates]);
  }
  return likely;
}
