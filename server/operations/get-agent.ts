// Get agent: returns the statistics of the calling agent.
import { z } from 'zod';
import { invalid, notFound } from '../problems.ts';
import { agentIdAllowed } from '../state/agents.ts';
import { agentRecord, agentRecordOf, dayAt } from '../state/store.ts';
import { operation, problem } from './operation.ts';
import { sampleTime } from './samples.ts';

const sampleAgent = 'example-agent';

export const getAgent = operation({
  name: 'getAgent',
  summary: 'Get your own statistics',
  description:
    'The statistics of the agent named in the header x-agent-id. A name that was registered with a key is counted only with that key. This call is counted in requests.other.',
  subject: 'Agents',
  path: '/agents/me',
  endpoint: 'other',
  needsAgent: true,
  mayMiss: true,
  isFresh: true,
  input: z.strictObject({}),
  output: agentRecord,
  samples(library) {
    const now = sampleTime(library).getTime();
    const calls = { search: 3, article: 2, other: 1, failed: 0, rateLimited: 0 };
    const days = [[dayAt(now), calls.search + calls.article + calls.other]] as const;
    const record = agentRecordOf({ agentId: sampleAgent, firstSeenMs: now - 60_000, lastSeenMs: now, ...calls, days });
    return [
      { name: 'known', summary: 'An agent that has called before.', given: {}, agent: { id: sampleAgent, record } },
      { name: 'noName', summary: 'The header is missing.', given: {} },
      {
        name: 'notRegistered',
        summary: 'Too many new agents came from this address.',
        given: {},
        agent: { id: sampleAgent, record: undefined },
      },
    ];
  },
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
          hint: 'Only a few new agents per minute are registered for each IP address. Call again in a minute; unregistered agents can use the service too.',
        }),
      );
    }
    return { kind: 'data', pieces: [JSON.stringify(caller.record)], tag: '' };
  },
});
