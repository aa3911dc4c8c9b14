// Serves the OpenAPI document, bare by its own format. It is made once for a public address.
import { Router } from 'express';
import { fingerprint } from '../../../build/edition/hash.ts';
import { invalid, shown } from '../../problems.ts';
import { type DocumentSettings, openApiDocument } from './openapi.ts';
import { sendProblem } from './problem-response.ts';
import { readQuery } from './query-string.ts';
import { openApiPath } from './routes.ts';
import { cacheControls, contentTypes, send } from './send.ts';

export function openApiRoute({
  operations,
  origin,
  version,
}: Omit<DocumentSettings, 'origin'> & { origin: () => string }): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let made: { origin: string; text: string; etag: string } | undefined;
  router.get(openApiPath, async (request, response) => {
    const { values, details } = readQuery(request.originalUrl);
    const unknown = Object.keys(values).map((name) => ({
      parameter: shown(name),
      given: shown(values[name] ?? ''),
      allowed: 'no parameters',
    }));
    if (unknown.length + details.length > 0) return sendProblem(request, response, invalid([...details, ...unknown]));
    if (made === undefined || made.origin !== origin()) {
      const text = JSON.stringify(openApiDocument({ operations, origin: origin(), version }));
      made = { origin: origin(), text, etag: `"${fingerprint(text)}"` };
    }
    return send(request, response, {
      status: 200,
      contentType: contentTypes.json,
      pieces: [made.text],
      etag: made.etag,
      cacheControl: cacheControls.api,
    });
  });
  return router;
}
