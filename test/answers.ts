// Validates API answers against the OpenAPI document. An undocumented or missing status, header or field fails the test that sent
// the request.

import { defaultSite } from '../build/edition/site-settings.ts';
import { openApiDocument } from '../server/faces/http/openapi.ts';
import { operations } from '../server/operations/table.ts';
import { type ApiAnswer, DocumentReader, answerFaults as faultsBy } from './fuzz/document-reader.ts';

let known: DocumentReader | undefined;
/** The OpenAPI document without examples. Its schemas do not depend on an edition, which `answers.test.ts` verifies. */
export const reader = (): DocumentReader =>
  (known ??= new DocumentReader(
    openApiDocument({ operations, site: defaultSite, origin: 'https://kb.example.org', version: '0.0.0' }),
  ));

/** Lists where an answer violates `document`, by default the OpenAPI document of the server. */
export const answerFaults = (answer: ApiAnswer, document: DocumentReader = reader()): string[] =>
  faultsBy(answer, document);

/** Throws if an answer violates the OpenAPI document. */
export function holdToDocument(answer: ApiAnswer): void {
  const faults = answerFaults(answer);
  if (faults.length > 0) throw new Error(`the answer violates the OpenAPI document:\n${faults.join('\n')}`);
}

/** `fetch`, with validation of the answer against the OpenAPI document. */
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
