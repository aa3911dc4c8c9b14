// Judges JSON answers by the operations' own zod schemas, so that a leaked, missing or misspelt field fails in every test that
// asks for anything. (The OpenAPI document judges them in `ask`.)
import { z } from 'zod';
import { answerOf, problemEnvelopes } from '../../server/envelope.ts';
import { fullPath } from '../../server/faces/http/routes.ts';
import { operations } from '../../server/operations/table.ts';

const anyProblem = z.union(Object.values(problemEnvelopes));
const addresses = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${fullPath(operation).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** What is wrong with an answer; empty when nothing is. */
export function shapeFaults(path: string, status: number, body: unknown): string[] {
  const bare = path.split('?', 1)[0] ?? '';
  const operation = addresses.find(({ pattern }) => pattern.test(bare))?.operation;
  const wanted = status === 200 && operation !== undefined ? answerOf(operation.output) : anyProblem;
  const shape = (status === 301 ? answerOf(z.null()) : wanted).safeParse(body);
  return shape.success ? [] : [z.prettifyError(shape.error)];
}
