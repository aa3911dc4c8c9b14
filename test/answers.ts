// Validates API answers against the OpenAPI document: an undocumented or missing status, header or field
// fails the test that sent the request.

import { defaultSite } from '../build/edition/site-settings.ts';
import { openApiDocument } from '../server/faces/http/openapi.ts';
import { operations } from '../server/operations/table.ts';
import { type ApiAnswer, DocumentReader, answerFaults as faultsBy } from './fuzz/document-reader.ts';

let known: DocumentReader | undefined;
/** The document without its examples: its schemas do not depend on an edition (tested in `openapi.test.ts`). */
export const reader = (): DocumentReader =>
  (known ??= new DocumentReader(
    openApiDocument({ operations, site: defaultSite, origin: 'https://kb.example.org', version: '0.0.0' }),
  ));

/** The faults of an answer, by the document of this server unless another one is given. */
export const answerFaults = (answer: ApiAnswer, document: DocumentReader = reader()): string[] =>
  faultsBy(answer, document);

/** Throws when an answer violates the document. */
export function holdToDocument(answer: ApiAnswer): void {
  const faults = answerFaults(answer);
  if (faults.length > 0) throw new Error(`not as the OpenAPI document says:\n${faults.join('\n')}`);
}

/** `fetch` with validation against the document. */
export async function ask(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  const { status, headers } = response;
  const text = await response.clone().text();
  holdToDocument({
    method: init.method ?? 'GET',
    target: String(url),
    status,
    header: (name) => headers.get(name),
    text,
  });
  return response;
}
