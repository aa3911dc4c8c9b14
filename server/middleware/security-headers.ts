// Security headers on every response, by helmet. Pages load style sheets, scripts and pictures of this server and nothing else.
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** `origin` is the public address: with https, browsers are told to come back by https alone. */
export function securityHeaders(origin: () => string): RequestHandler {
  const headers = helmet({
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
    // Browsers that know frame-ancestors ignore it (CSP 3, section 6.4.2.2).
    xFrameOptions: false,
    // The API is meant to be read from other sites.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // The address is known only when the server listens.
    strictTransportSecurity: false,
  });
  // Other hosts below this name may not have TLS, so that includeSubDomains is left to the proxy.
  const onlyHttps = helmet.strictTransportSecurity({ maxAge: 31_536_000, includeSubDomains: false });
  return (request, response, next) =>
    headers(request, response, (fault) => {
      if (fault === undefined && origin().startsWith('https:')) onlyHttps(request, response, next);
      else next(fault);
    });
}
