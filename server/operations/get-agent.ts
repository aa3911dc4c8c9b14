// Get agent: an agent's own statistics.
import { z } from 'zod';
import { invalid, notFound } from '../problems.ts';
import { agentIdAllowed } from '../state/agents.ts';
import { agentRecord } from '../state/store.ts';
import { operation, problem } from './operation.ts';

export const getAgent = operation({
  name: 'getAgent',
  summary: 'Get your own statistics',
  description:
    'What the service has counted for the agent that the header x-agent-id names. This call counts as other.',
  path: '/agents/me',
  endpoint: 'other',
  needsAgent: true,
  input: z.strictObject({}),
  output: agentRecord,
  run(context) {
    const caller = context.agent;
    if (caller === undefined) {
      return problem(
        invalid([{ parameter: 'x-agent-id', given: null, allowed: agentIdAllowed }], {
          hint: 'Send the header x-agent-id with a name of your own choice; it is registered on the first call.',
        }),
      );
    }
    if (caller.record === undefined) {
      return problem(
        notFound('This agent is not registered.', {
          hint: 'New agents are registered a few at a time per address. Call again in a minute; calls are served meanwhile.',
        }),
      );
    }
    return { kind: 'data', pieces: [JSON.stringify(caller.record)], tag: '', fresh: true };
  },
});
