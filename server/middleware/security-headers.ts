// Security headers on every response, by helmet. Pages load their own style sheet and nothing else from anywhere.
import helmet from 'helmet';

export const securityHeaders = () =>
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
