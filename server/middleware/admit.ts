// After the limiter: counts the agent, then refuses bad credentials, keys in the address, and bad agent ids.
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
    if (found === undefined) {
      next();
      return;
    }
    return sendProblem(request, response, found);
  };
}

/** MCP clients ask with GET whether there is a stream; the answer 405 means that there is none. */
const hasFailed = (response: Response): boolean =>
  contextOf(response).hasProblem === true || (response.statusCode >= 400 && response.statusCode !== 405);

function faultOf(request: Request, caller: Caller | undefined): Problem | undefined {
  if (caller?.access.kind === 'refused') return unauthorized(caller.access.reason);
  const keyParameter = keyParameterOf(request);
  if (keyParameter !== undefined) return keyInAddress(keyParameter);
  if (caller?.agent.kind !== 'refused') return undefined;
  const detail = { parameter: 'x-agent-id', given: shown(caller.agent.given), allowed: agentIdAllowed };
  return invalid([detail], { hint: 'Send one x-agent-id with such a value, or none.' });
}

/** Query parameters in which callers of other services send a key. */
const keyNames =
  /^(?:x?[-_]?api[-_]?key|access[-_]?(?:key|token)|(?:auth|bearer)[-_]?token|authorization|bearer|token|key)$/i;

/** A fast check: each of those names contains one of these words and each key the last one, unless they are percent-encoded. */
const keyHint = /key|token|auth|bearer|stele_|%/i;

function keyParameterOf(request: Request): string | undefined {
  if (!keyHint.test(request.originalUrl)) return undefined;
  const { values } = readQuery(request.originalUrl);
  const found = Object.entries(values).find(
    ([name, value]) => keyNames.test(name) || looksLikeKey(name) || looksLikeKey(value),
  );
  return found?.[0];
}

const keyInAddress = (parameter: string): Problem =>
  invalid([{ parameter: shown(parameter), given: null, allowed: 'no keys: they go into the header Authorization' }], {
    hint: 'Send the key as `Authorization: Bearer <API_KEY>`. If it was a real one, have it replaced: addresses are kept in logs and browser histories.',
  });
