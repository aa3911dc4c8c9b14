// Sends problems. Only this file turns a problem into a status, headers and the envelope.
import type { Request, Response } from 'express';
import { metaOf, problemText } from '../../envelope.ts';
import { type Problem, type ProblemBody, problemCodes } from '../../problems.ts';
import { contextOf } from '../../request-context.ts';
import { cacheControls, contentTypes, send } from './send.ts';

export async function sendProblem(request: Request, response: Response, found: Problem): Promise<void> {
  const { nextStep, headers = {}, ...error } = found;
  const context = contextOf(response);
  response.set(headers);
  if (found.retryAfterSeconds !== undefined) response.set('Retry-After', String(found.retryAfterSeconds));
  const about = metaOf(context, nextStep);
  await send(request, response, {
    status: problemCodes[found.code].status,
    contentType: contentTypes.json,
    pieces: [problemText(error satisfies ProblemBody, about)],
    cacheControl: cacheControls.never,
  });
}
