// Security headers on every response, set by helmet. Pages load style sheets, scripts and pictures only from this server.
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** `origin` is the public address: with https, browsers are told to use only https from then on. */
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
    // Other sites may read the API.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // The address is known only once the server listens.
    strictTransportSecurity: false,
  });
  // Other hosts below this name may not have TLS, so the proxy must decide on includeSubDomains.
  const onlyHttps = helmet.strictTransportSecurity({ maxAge: 31_536_000, includeSubDomains: false });
  return (request, response, next) =>
    headers(request, response, (fault) => {
      if (fault === undefined && origin().startsWith('https:')) onlyHttps(request, response, next);
      else next(fault);
    });
}
