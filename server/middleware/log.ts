// One log line per request. It holds no header and no query string, and of a path no key, so that no secret
// can be in it; a caller with a key is named by the key's id.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { withoutKeys } from '../access/api-keys.ts';
import { isSentWhole } from '../connections.ts';
import { contextOf } from '../request-context.ts';

/** Longer paths are cut in the log. */
const pathLengthMax = 200;

export function logRequests(logger: Logger): RequestHandler {
  return pinoHttp<IncomingMessage, Response & ServerResponse>({
    logger,
    quietReqLogger: true,
    genReqId: (_request, response) => contextOf(response).requestId,
    // pino-http's own fields would hold headers and the query; what is logged is named here.
    serializers: { req: () => undefined, res: () => undefined },
    customSuccessObject: (request, response, fields) => ({ ...fields, ...fieldsOf(request, response) }),
    customErrorObject: (request, response, _error, fields) => ({ ...fields, ...fieldsOf(request, response) }),
    customAttributeKeys: { reqId: 'requestId', responseTime: 'durationMs' },
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request failed',
  });
}

function fieldsOf(request: IncomingMessage, response: Response): object {
  const { caller } = contextOf(response);
  return {
    method: request.method,
    path: pathOf(request),
    status: response.statusCode,
    // The caller went away before the answer was sent whole.
    ...(!isSentWhole(response) && { aborted: true }),
    ...(caller && { address: caller.address }),
    ...(caller?.agent.kind === 'named' && { agent: caller.agent.id }),
    ...(caller?.access.kind === 'key' && { key: caller.access.id }),
  };
}

function pathOf(request: IncomingMessage): string {
  const url = 'originalUrl' in request ? String(request.originalUrl) : (request.url ?? '');
  return withoutKeys(url.split('?', 1)[0] ?? '').slice(0, pathLengthMax);
}
