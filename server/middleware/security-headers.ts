// Security headers on every response, set by helmet. Pages load style sheets, scripts and pictures only from this server.
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** `origin` is the public address. If it uses https, the header Strict-Transport-Security makes browsers use only https from then on. */
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
    // X-Frame-Options is not needed: browsers that support frame-ancestors ignore it (CSP 3, section 6.4.2.2).
    xFrameOptions: false,
    // Other sites may read the API.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // This header is set below, because it depends on the public address, which is known only once the server listens.
    strictTransportSecurity: false,
  });
  // Subdomains are not included, because hosts below this name may have no TLS. A proxy in front can send a stricter header.
  const onlyHttps = helmet.strictTransportSecurity({ maxAge: 31_536_000, includeSubDomains: false });
  return (request, response, next) =>
    headers(request, response, (fault) => {
      if (fault === undefined && origin().startsWith('https:')) onlyHttps(request, response, next);
      else next(fault);
    });
}
