// Before everything else: when an answer is over, sent or not, whoever keeps account of requests is told of it, once.
import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../clock.ts';

/** Keeps account of a request. What the server knows about it may be nothing, when a bug came first. */
export type Account = (ended: { request: Request; response: Response; durationMs: number }) => void;

export function whenOver(clock: Clock, accounts: readonly Account[]): RequestHandler {
  return (request, response, next) => {
    const startedMs = clock.monotonic();
    // Not `once`, which takes longer than the rest of this file: a response closes once.
    response.on('close', () => {
      const ended = { request, response, durationMs: clock.monotonic() - startedMs };
      for (const account of accounts) account(ended);
    });
    next();
  };
}
