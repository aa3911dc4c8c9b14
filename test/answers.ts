// Holds answers of the API to the OpenAPI document: a status, a header or a field that it does not name, or that is missing,
// fails the test that asked, whatever it asked for.

import { defaultSite } from '../build/edition/site-settings.ts';
import { openApiDocument } from '../server/faces/http/openapi.ts';
import { operations } from '../server/operations/table.ts';
import { type ApiAnswer, DocumentReader, answerFaults as faultsBy } from './fuzz/document-reader.ts';

let known: DocumentReader | undefined;
/** The document without its examples: its schemas do not depend on an edition (`openapi.test.ts` sees to it). */
export const reader = (): DocumentReader =>
  (known ??= new DocumentReader(
    openApiDocument({ operations, site: defaultSite, origin: 'https://kb.example.org', version: '0.0.0' }),
  ));

/** What is wrong with an answer, by the document of this server unless another one is given. */
export const answerFaults = (answer: ApiAnswer, document: DocumentReader = reader()): string[] =>
  faultsBy(answer, document);

/** Throws when an answer is not what the document says. */
export function holdToDocument(answer: ApiAnswer): void {
  const faults = answerFaults(answer);
  if (faults.length > 0) throw new Error(`not as the OpenAPI document says:\n${faults.join('\n')}`);
}

/** `fetch`, with the answer held to the document. */
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
