// What the server remembers between requests: who may still call, and who has called. In memory; a restart forgets it.
import type { Clock } from '../clock.ts';
import { type AgentLimits, AgentRegistry } from './agents.ts';
import { SlidingWindow, type WindowLimit } from './sliding-window.ts';

export interface State {
  keyless: WindowLimit;
  window: SlidingWindow;
  agents: AgentRegistry;
}

/** HTTP specification, section 8: 100 requests per minute per address without a key. */
export const keylessLimit: WindowLimit = { limit: 100, windowMs: 60_000 };

export function memoryState(clock: Clock, limits: { keyless?: WindowLimit; agents?: AgentLimits } = {}): State {
  const keyless = limits.keyless ?? keylessLimit;
  return { keyless, window: new SlidingWindow(keyless, clock), agents: new AgentRegistry(clock, limits.agents) };
}
