// Serves the OpenAPI document, bare by its own format, and leads to it from the API's prefix. It is made once for an edition and
// a public address.
import { Router } from 'express';
import { fingerprint } from '../../../build/edition/hash.ts';
import { openApiDocumentPath } from '../../../build/edition/locations.ts';
import type { Library } from '../../library.ts';
import { sampleLibrary } from '../../operations/samples.ts';
import { invalid, type ProblemDetail, shown } from '../../problems.ts';
import { contextOf } from '../../request-context.ts';
import type { DocumentSettings } from './openapi.ts';
import { sendProblem } from './problem-response.ts';
import { readQuery } from './query-string.ts';
import { answerTo, openApiPath, sendAnswer } from './routes.ts';
import { cacheControls, contentTypes, send } from './send.ts';

/** See `loaded-later.ts`. */
export const loadDocument = () => import('./openapi.ts');

export function openApiRoute({
  operations,
  origin,
  version,
}: Omit<DocumentSettings, 'origin' | 'library'> & { origin: () => string }): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let made: { origin: string; library: Library; text: string; etag: string } | undefined;
  router.get(openApiPath, async (request, response) => {
    const faults = parametersGiven(request.originalUrl);
    if (faults.length > 0) return sendProblem(request, response, invalid(faults));
    const { library } = contextOf(response);
    if (made === undefined || made.origin !== origin() || made.library !== library) {
      const { openApiDocument } = await loadDocument();
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
  // The header X-Agent-API-Endpoint names the prefix itself. Whoever follows it finds out what there is.
  router.get('/', (request, response) => {
    const faults = parametersGiven(request.originalUrl);
    if (faults.length > 0) return sendProblem(request, response, invalid(faults));
    return sendAnswer(answerTo({ kind: 'moved', path: openApiDocumentPath }, origin()), request, response);
  });
  return router;
}

/** The document has no parameters: every one is a fault. */
function parametersGiven(url: string): ProblemDetail[] {
  const { values, details } = readQuery(url);
  const unknown = Object.entries(values).map(([name, value]) => ({
    parameter: shown(name),
    given: shown(value),
    allowed: 'no parameters',
  }));
  return [...details, ...unknown];
}
