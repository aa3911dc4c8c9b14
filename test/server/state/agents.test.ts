import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type AgentLimits, defaultAgentLimits, endpoints } from '../../../server/state/agents.ts';
import { movableClock, registeredAgents, stateFor } from '../../server.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

async function registry(clock = movableClock(), agents: AgentLimits = defaultAgentLimits) {
  const state = stateFor(clock, { agents });
  await state.open();
  onTestFinished(() => state.close());
  return { agents: state.agents, size: () => registeredAgents(state) };
}

const call = fc.record({
  agent: fc.constantFrom('ada', 'bob', '__proto__'),
  endpoint: fc.constantFrom(...endpoints),
  outcome: fc.constantFrom('answered', 'failed', 'rateLimited'),
  waitMs: fc.constantFrom(0, 1, 60_000, 6 * hourMs, dayMs),
});

describe('the statistics of an agent', () => {
  test('equal the sums of its calls, whatever their endpoints and outcomes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 120 }), async (calls) => {
        const clock = movableClock();
        const { agents } = await registry(clock);
        for (const { agent, endpoint, outcome, waitMs } of calls) {
          clock.advance(waitMs);
          if (outcome === 'rateLimited') agents.countRateLimited({ agentId: agent, address: '127.0.0.1' });
          else agents.countCall({ agentId: agent, address: '127.0.0.1' }, endpoint);
          if (outcome === 'failed') agents.countFailure({ agentId: agent, address: '127.0.0.1' });
        }
        for (const agent of new Set(calls.map((made) => made.agent))) {
          const own = calls.filter((made) => made.agent === agent);
          const through = own.filter(({ outcome }) => outcome !== 'rateLimited');
          const record = await agents.find(agent);
          expect(record?.requests).toEqual({
            total: through.length,
            search: through.filter(({ endpoint }) => endpoint === 'search').length,
            article: through.filter(({ endpoint }) => endpoint === 'article').length,
            other: through.filter(({ endpoint }) => endpoint === 'other').length,
            failed: own.filter(({ outcome }) => outcome === 'failed').length,
            rateLimited: own.length - through.length,
          });
          const dates = record?.recentDays.map(({ date }) => date) ?? [];
          expect(dates).toEqual([...new Set(dates)].sort().reverse());
          expect(dates.length).toBeLessThanOrEqual(30);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('the registration of agents', () => {
  const { newPerAddressPerMinute } = defaultAgentLimits;

  test('accepts at most 20 new agents per address in any minute, and then still counts the calls of registered agents', async () => {
    const { agents } = await registry();
    const call = (agentId: string): void => agents.countCall({ agentId, address: '127.0.0.1' }, 'search');
    for (let number = 0; number < 20; number += 1) call(`agent-${number}`);
    for (const agentId of ['one-more', 'agent-0']) call(agentId);
    expect(await agents.find('one-more')).toBeUndefined();
    expect((await agents.find('agent-0'))?.requests.total).toBe(2);
  });

  test('makes room at the maximum number of agents by deleting those that were not seen for more than a day', async () => {
    const clock = movableClock();
    const { agents, size } = await registry(clock, { agentsMax: 3, newPerAddressPerMinute });
    const call = (agentId: string): void => agents.countCall({ agentId, address: '127.0.0.1' }, 'search');
    for (const agentId of ['old', 'daily', 'older']) call(agentId);
    await agents.flush();
    clock.advance(dayMs);
    call('daily');
    call('new');
    expect(await agents.find('new')).toBeUndefined();
    clock.advance(1);
    for (const agentId of ['new', 'newer', 'newest']) call(agentId);
    expect(await size()).toBe(3);
    for (const agentId of ['daily', 'new', 'newer']) expect(await agents.find(agentId), agentId).toBeDefined();
  });

  test('buffers at most 10,000 agents, and can register a further agent after the next write', async () => {
    const { agents, size } = await registry(movableClock(), { agentsMax: 100_000, newPerAddressPerMinute });
    for (let number = 0; number < 11_000; number += 1)
      agents.countCall({ agentId: `agent-${number}`, address: `127.${number >> 8}.0.${number & 255}` }, 'search');
    expect(await size()).toBe(10_000);
    agents.countCall({ agentId: 'agent-10999', address: '127.0.0.1' }, 'search');
    expect((await agents.find('agent-10999'))?.requests.total).toBe(1);
  });
});
