// Everything is read with GET or HEAD; another method finds nothing (DESIGN: 404 NOT_FOUND with Allow).
import type { RequestHandler } from 'express';
import { sendProblem } from '../faces/http/problem-response.ts';
import { notFound } from '../problems.ts';
import { allowedMethods } from './cors.ts';

export const readOnly: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') {
    next();
    return;
  }
  // The body is not read, and would be taken for the next request.
  response.set('Connection', 'close');
  if (request.method === 'OPTIONS') {
    response.set('Allow', allowedMethods);
    response.status(204).end();
    return;
  }
  return sendProblem(
    request,
    response,
    notFound('Method not supported.', {
      hint: 'Every operation is a GET.',
      headers: { Allow: allowedMethods },
    }),
  );
};
