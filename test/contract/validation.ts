// Judges JSON answers twice: by the operations' own zod schemas and by the OpenAPI document that the server serves, so that a
// leaked, missing or misspelt field fails in every test that asks for anything.
import { z } from 'zod';
import { answerOf, problemEnvelopes } from '../../server/faces/http/envelope.ts';
import { fullPath } from '../../server/faces/http/routes.ts';
import { operations } from '../../server/operations/table.ts';
import { DocumentReader, pointerOf } from '../fuzz/document-reader.ts';

/** What is wrong with an answer; empty when nothing is. */
export type Judge = (path: string, status: number, body: unknown) => string[];

const anyProblem = z.union(Object.values(problemEnvelopes));

export function judgeBy(document: object): Judge {
  const reader = new DocumentReader(document);
  const addresses = operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${fullPath(operation).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (path, status, body) => {
    const bare = path.split('?', 1)[0] ?? '';
    const operation = addresses.find(({ pattern }) => pattern.test(bare))?.operation;
    const wanted = status === 200 && operation !== undefined ? answerOf(operation.output) : anyProblem;
    const shape = (status === 301 ? answerOf(z.null()) : wanted).safeParse(body);
    const documented = reader.documented(bare, status);
    if (documented === undefined) return [`the OpenAPI document does not name the status ${status} for ${bare}`];
    return [
      ...(shape.success ? [] : [z.prettifyError(shape.error)]),
      ...reader.faultsOf(body, `${documented.pointer}${pointerOf('content', 'application/json', 'schema')}`),
    ];
  };
}
