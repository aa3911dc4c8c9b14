import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentIdIn, asAgentId, sessionIdFor } from '../../../../server/faces/mcp/message.ts';
import { agentIdPattern } from '../../../../server/state/agents.ts';

describe('the name of a client', () => {
  it('becomes a valid agent id or no id at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const id = asAgentId(name);
        if (id !== undefined) expect(id).toMatch(agentIdPattern);
      }),
    );
  });
});

describe('a session id', () => {
  it('is visible ASCII and contains the id of an agent', () => {
    fc.assert(
      fc.property(fc.stringMatching(agentIdPattern), (id) => {
        const session = sessionIdFor(id);
        expect(session).toMatch(/^[\x21-\x7e]+$/);
        expect(agentIdIn(session)).toBe(id);
      }),
    );
  });

  it.each(['', randomUUID(), 'a b~1', `stele_abcdefghjkmn_${'x'.repeat(43)}~1`])(
    'that another server issued contains no agent id: %s',
    (session) => {
      expect(agentIdIn(session)).toBeUndefined();
    },
  );
});
