// Serves the OpenAPI document, bare by its own format. It is made once for an edition and a public address.
import { Router } from 'express';
import { fingerprint } from '../../../build/edition/hash.ts';
import type { Library } from '../../library.ts';
import { sampleLibrary } from '../../operations/samples.ts';
import { invalid, shown } from '../../problems.ts';
import { contextOf } from '../../request-context.ts';
import { type DocumentSettings, openApiDocument } from './openapi.ts';
import { sendProblem } from './problem-response.ts';
import { readQuery } from './query-string.ts';
import { openApiPath } from './routes.ts';
import { cacheControls, contentTypes, send } from './send.ts';

export function openApiRoute({
  operations,
  origin,
  version,
}: Omit<DocumentSettings, 'origin' | 'library'> & { origin: () => string }): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let made: { origin: string; library: Library; text: string; etag: string } | undefined;
  router.get(openApiPath, async (request, response) => {
    const { values, details } = readQuery(request.originalUrl);
    const unknown = Object.keys(values).map((name) => ({
      parameter: shown(name),
      given: shown(values[name] ?? ''),
      allowed: 'no parameters',
    }));
    if (unknown.length + details.length > 0) return sendProblem(request, response, invalid([...details, ...unknown]));
    const { library } = contextOf(response);
    if (made === undefined || made.origin !== origin() || made.library !== library) {
      const text = JSON.stringify(
        openApiDocument({ operations, origin: origin(), version, library: sampleLibrary(library) }),
      );
      made = { origin: origin(), library, text, etag: `"${fingerprint(text)}"` };
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
