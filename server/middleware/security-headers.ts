// Security headers on every response, by helmet. Pages load style sheets, scripts and pictures of this server and nothing else.
import type { RequestHandler } from 'express';
import helmet from 'helmet';

export const securityHeaders = (): RequestHandler =>
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
    // The proxy in front decides whether there is TLS.
    strictTransportSecurity: false,
  });
