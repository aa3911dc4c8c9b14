// Refuses requests for names that are not this server's: see `hosts.ts`.
import type { Request, RequestHandler } from 'express';
import { healthPaths } from '../faces/http/health.ts';
import { sendProblem } from '../faces/http/problem-response.ts';
import { type HostRules, hostFault } from '../hosts.ts';

/** Health checks are answered under any name: load balancers and orchestrators choose their own. */
export function checkHost(
  { names, isForAllPaths }: HostRules,
  { always }: { always: boolean } = { always: false },
): RequestHandler {
  return (request, response, next) => {
    const fault = (always || isForAllPaths()) && !isHealth(request) ? hostFault(request, names()) : undefined;
    if (fault === undefined) {
      next();
      return;
    }
    return sendProblem(request, response, fault);
  };
}

const isHealth = ({ baseUrl, path }: Request): boolean => healthPaths.includes(`${baseUrl}${path}`);
