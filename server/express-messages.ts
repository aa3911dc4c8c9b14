// Requests and responses as Express wants them from the start, for versions of Node on which it costs much to make them so.
import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * Express gives every request and response another prototype. On Node 20 and 22 an object whose prototype is changed stays slow
 * for its whole life: an article took 135 and 131 microseconds of CPU time instead of 63 and 73. On Node 24 nothing is gained (49
 * and 48). With classes that have the prototype from the start, what Express does changes nothing.
 */
const isNeeded = Number(process.versions.node.split('.', 1)[0]) < 24;

/** To be given to `createServer`. */
export type MessageClasses = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

export function messageClassesFor(app: Express): MessageClasses {
  if (!isNeeded) return {};
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
