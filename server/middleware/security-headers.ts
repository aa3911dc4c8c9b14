// Security headers on every response, by helmet. Pages load their own style sheet and nothing else from anywhere.
import { Socket } from 'node:net';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from '../node-http.ts';
import type { HeaderLines } from '../response-headers.ts';

/** They are the same on every response, so helmet is asked once. */
export const securityHeaders = (): HeaderLines => headersSetBy(helmetOfSite());

function headersSetBy(middleware: ReturnType<typeof helmet>): string[] {
  const headers: string[] = [];
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.setHeader = (name, value) => {
    headers.push(name, String(value));
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
