// Runs after the limiter. Counts the call for its agent, then refuses invalid credentials, keys in the address, and invalid agent ids.
import type { Request, RequestHandler, Response } from 'express';
import { looksLikeKey } from '../access/api-keys.ts';
import { sendProblem } from '../faces/http/problem-response.ts';
import { readQuery } from '../faces/http/query-string.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { invalid, type Problem, shown, unauthorized } from '../problems.ts';
import { type Caller, contextOf, keyIdOf } from '../request-context.ts';
import { type AgentStatistics, agentIdAllowed } from '../state/agents.ts';

export function admitCallers(agents: AgentStatistics, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const { caller, endpoint = 'other' } = contextOf(response);
    if (caller?.agent.kind === 'named') {
      const named = { agentId: caller.agent.id, keyId: keyIdOf(caller), address: caller.limitKey };
      agents.countCall(named, endpoint);
      response.once('finish', () => {
        if (hasFailed(response)) agents.countFailure(named);
      });
    }
    if (caller?.access.kind === 'refused') metrics.credentialRefused();
    const found = faultOf(request, caller);
    if (found === undefined) return next();
    return sendProblem(request, response, found);
  };
}

/** Whether a call counts as failed. A 405 does not: MCP clients send GET to find out whether there is a stream, and 405 says no. */
const hasFailed = (response: Response): boolean =>
  contextOf(response).hasProblem === true || (response.statusCode >= 400 && response.statusCode !== 405);

function faultOf(request: Request, caller: Caller | undefined): Problem | undefined {
  if (caller?.access.kind === 'refused') return unauthorized(caller.access.reason);
  const keyParameter = keyParameterOf(request);
  if (keyParameter !== undefined) return keyInAddress(keyParameter);
  if (caller?.agent.kind !== 'refused') return undefined;
  const detail = { parameter: 'x-agent-id', given: shown(caller.agent.given), allowed: agentIdAllowed };
  return invalid([detail], { hint: 'Send one x-agent-id header with an allowed value, or none.' });
}

/** Names of query parameters in which some services accept a key. */
const keyNames =
  /^(?:x?[-_]?api[-_]?key|access[-_]?(?:key|token)|(?:auth|bearer)[-_]?token|authorization|bearer|token|key)$/i;

function keyParameterOf(request: Request): string | undefined {
  const { values } = readQuery(request.originalUrl);
  const found = Object.entries(values).find(
    ([name, value]) => keyNames.test(name) || looksLikeKey(name) || looksLikeKey(value),
  );
  return found?.[0];
}

const keyInAddress = (parameter: string): Problem =>
  invalid([{ parameter: shown(parameter), given: null, allowed: 'no keys; send them in the Authorization header' }], {
    hint: 'Send the key as `Authorization: Bearer <API_KEY>`. If the key is real, have it replaced, because addresses are kept in logs and browser histories.',
  });
