// The end of the middleware chain: answers requests without a matching route, and requests that end in a bug. Callers get no details of it.
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { apiPrefix } from '../../build/edition/locations.ts';
import { sendProblem } from '../faces/http/problem-response.ts';
import { prefersHtml } from '../faces/pages/error-pages.ts';
import { internalError, notFound } from '../problems.ts';
import { findContext } from '../request-context.ts';

/** Answers requests without a matching route. */
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
 * Answers a request that ended in a bug. The log gets the details, and the caller gets the request id. A browser gets the id on a page
 * if `sendPage` is given, and in the envelope if the page fails too.
 */
export function answerBugs(
  logger: Logger,
  sendPage?: (request: Request, response: Response) => Promise<void>,
): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, request, response, _next) => {
    const context = findContext(response);
    logger.error({ err: error, requestId: context?.requestId }, 'a bug');
    if (context === undefined || response.headersSent) {
      // No answer can be sent without a context, or after the headers were sent. The connection is cut, so that the caller cannot mistake
      // half a body for a whole one. The status is set for the log and the metrics, whatever status was sent.
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

/** Whether to answer with a page. The API never does: it always answers with its envelope, also to an invalid target (`/api/v1#`). */
export const isForBrowser = (request: Request): boolean =>
  !`${request.baseUrl}${request.path}/`.startsWith(`${apiPrefix}/`) && prefersHtml(request);
