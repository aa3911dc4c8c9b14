// The end of the chain: requests that no route took, and bugs, of which callers get no detail.
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { apiPrefix } from '../../build/edition/locations.ts';
import { sendProblem } from '../faces/http/problem-response.ts';
import { prefersHtml } from '../faces/pages/error-pages.ts';
import { internalError, notFound } from '../problems.ts';
import { findContext } from '../request-context.ts';

/** Answers requests that no route took. */
export const nothingHere: RequestHandler = (request, response) =>
  sendProblem(
    request,
    response,
    notFound('There is nothing at this path.', {
      hint: `The API is described at ${apiPrefix}/openapi.json.`,
      nextStep: `GET ${apiPrefix}/openapi.json`,
    }),
  );

/**
 * Answers a bug: the log gets everything, the caller an id; a browser gets it on a page, when one is given. If the page fails too, it
 * gets the envelope.
 */
export function answerBugs(
  logger: Logger,
  sendPage?: (request: Request, response: Response) => Promise<void>,
): ErrorRequestHandler {
  // Express tells a handler of errors by its four parameters.
  return (error: unknown, request, response, _next) => {
    const context = findContext(response);
    logger.error({ err: error, requestId: context?.requestId }, 'a bug');
    if (context === undefined || response.headersSent) {
      // Too early or too late for an answer: the connection is cut, so that half a body does not pass for a whole one. Log and metrics
      // count a bug, whatever status was sent.
      response.statusCode = 500;
      response.destroy();
      return;
    }
    for (const name of ['ETag', 'Content-Encoding', 'Content-Length']) {
      response.removeHeader(name);
    }
    if (sendPage === undefined || !isForBrowser(request)) return sendProblem(request, response, internalError);
    return sendPage(request, response).catch((fault: unknown) => {
      logger.error({ err: fault, requestId: context.requestId }, 'a bug in the error page');
      return sendProblem(request, response, internalError);
    });
  };
}

/** The API answers everyone with its envelope. */
export const isForBrowser = (request: Request): boolean =>
  !`${request.originalUrl}/`.startsWith(`${apiPrefix}/`) && prefersHtml(request);
