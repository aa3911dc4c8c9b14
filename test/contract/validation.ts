// Validates JSON answers with the zod schemas of the operations, so that a leaked, missing or misspelt field fails every test that
// sends a request. In addition, `ask` validates answers against the OpenAPI document.
import { z } from 'zod';
import { answerOf, problemEnvelopes } from '../../server/envelope.ts';
import { fullPath } from '../../server/faces/http/routes.ts';
import { operations } from '../../server/operations/table.ts';

const anyProblem = z.union(Object.values(problemEnvelopes));
const addresses = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${fullPath(operation).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The faults of an answer; an empty list if it is valid. */
export function shapeFaults(path: string, status: number, body: unknown): string[] {
  const bare = path.split('?', 1)[0] ?? '';
  const operation = addresses.find(({ pattern }) => pattern.test(bare))?.operation;
  const wanted = status === 200 && operation !== undefined ? answerOf(operation.output) : anyProblem;
  const shape = (status === 301 ? answerOf(z.null()) : wanted).safeParse(body);
  return shape.success ? [] : [z.prettifyError(shape.error)];
}
