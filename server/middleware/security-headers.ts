// Security headers on every response, by helmet. Pages load their own style sheet and nothing else from anywhere.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** They are the same on every response, so helmet is asked once. */
export function securityHeaders(): RequestHandler {
  const headers = headersSetBy(helmetOfSite());
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

function headersSetBy(middleware: ReturnType<typeof helmet>): [name: string, value: string][] {
  const headers: [string, string][] = [];
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return response;
  };
  middleware(request, response, (error) => {
    if (error !== undefined) throw error;
  });
  return headers;
}

const helmetOfSite = () =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        scriptSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // The API is meant to be read from other sites.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // Whether there is TLS in front is the proxy's to know and to say.
    strictTransportSecurity: false,
  });
