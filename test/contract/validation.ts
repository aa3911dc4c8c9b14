// Judges JSON answers twice: by the operations' own zod schemas and by the OpenAPI document that the server serves, so that a
// leaked, missing or misspelt field fails in every test that asks for anything.
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { answerOf, problemEnvelope } from '../../server/faces/http/envelope.ts';
import { fullPath } from '../../server/faces/http/routes.ts';
import { operations } from '../../server/operations/table.ts';

/** What is wrong with an answer; empty when nothing is. */
export type Judge = (path: string, status: number, body: unknown) => string[];

export function judgeBy(document: object): Judge {
  // The document is no schema itself, so its own keywords are unknown to the validator.
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema({ $id: 'openapi', ...document });
  const addresses = operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${fullPath(operation).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (path, status, body) => {
    const bare = path.split('?', 1)[0] ?? '';
    const operation = addresses.find(({ pattern }) => pattern.test(bare))?.operation;
    const wanted = status === 200 && operation !== undefined ? answerOf(operation.output) : problemEnvelope;
    const shape = (status === 301 ? answerOf(z.null()) : wanted).safeParse(body);
    const reference =
      operation === undefined
        ? '#/components/schemas/ProblemEnvelope'
        : `#/paths/${escaped(fullPath(operation))}/get/responses/${status}/content/${escaped('application/json')}/schema`;
    const documented = ajv.getSchema(`openapi${reference}`);
    if (documented === undefined) return [`the OpenAPI document has nothing at ${reference}`];
    return [
      ...(shape.success ? [] : [z.prettifyError(shape.error)]),
      ...(documented(body) === true ? [] : (documented.errors ?? []).map(sentence)),
    ];
  };
}

const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

const sentence = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath} ${message} ${JSON.stringify(params)}`;
