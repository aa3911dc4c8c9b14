// After the limiter: registers and counts the agent, then refuses bad credentials and bad agent ids.
import type { RequestHandler } from 'express';
import { sendProblem } from '../faces/http/problem-response.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { invalid, shown } from '../problems.ts';
import { contextOf } from '../request-context.ts';
import { type AgentRegistry, agentIdAllowed } from '../state/agents.ts';

export function admitCallers(agents: AgentRegistry, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const { caller, endpoint = 'other' } = contextOf(response);
    if (caller?.agent.kind === 'named') {
      const { id } = caller.agent;
      agents.countCall(id, caller.limitKey, endpoint);
      response.once('finish', () => {
        if (response.statusCode >= 400) agents.countFailure(id);
      });
    }
    if (caller?.credential === 'refused') {
      metrics.credentialRefused();
      return sendProblem(request, response, {
        code: 'UNAUTHORIZED',
        message: 'This credential is not valid.',
        hint: 'Send no Authorization header to use the service without a key.',
        headers: { 'WWW-Authenticate': 'Bearer realm="stele", error="invalid_token"' },
      });
    }
    if (caller?.agent.kind === 'refused') {
      const detail = { parameter: 'x-agent-id', given: shown(caller.agent.given), allowed: agentIdAllowed };
      return sendProblem(
        request,
        response,
        invalid([detail], { hint: 'Send one x-agent-id with such a value, or none.' }),
      );
    }
    next();
  };
}
