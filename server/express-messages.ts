// Requests and responses as Express wants them from the start, because it costs much to make them so.
import type { IncomingMessage as Incoming, ServerOptions } from 'node:http';
import type { Express } from 'express';
import { IncomingMessage, ServerResponse } from './node-http.ts';

/** To be given to `createServer`. */
export type MessageClasses = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * Express gives every request and response another prototype. On Node 20 and 22 an object whose prototype is changed stays slow
 * for its whole life: an article took 135 and 131 microseconds of CPU time instead of 63 and 73. On Node 24 it is the change itself
 * that costs: 36 instead of 33. With classes that have the prototype from the start, what Express does changes nothing; constructors
 * without `class` lose more on Node 24 than they gain.
 */
export function messageClassesFor(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends Incoming> extends ServerResponse<Request> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
