// The OpenAPI 3.1 document, generated from the operations: their inputs, outputs, descriptions and problems, with examples of
// the edition that is served.
import { z } from 'zod';
import { allowanceOf, planNames } from '../../access/plans.ts';
import type { Library } from '../../library.ts';
import { type Operation, subjects } from '../../operations/operation.ts';
import { type ProblemCode, problemCodes } from '../../problems.ts';
import { answerOf, problemEnvelopes } from './envelope.ts';
import { type JsonSchema, SchemaComponents } from './json-schemas.ts';
import { type Examples, examplesOf, type OperationExamples, problemExamples } from './openapi-examples.ts';
import {
  agentHeader,
  headerComponents,
  headersOf,
  headersOfBugs,
  headersOfRefusals,
  tagHeader,
} from './openapi-headers.ts';
import { fullPath } from './routes.ts';

export interface DocumentSettings {
  operations: readonly Operation[];
  origin: string;
  version: string;
  /** Where the examples come from; without a library there are none. */
  library?: Library;
}

/** The document as an object, ready to be written as JSON. */
export function openApiDocument({ operations, origin, version, library }: DocumentSettings): object {
  const schemas = new SchemaComponents();
  const paths = Object.fromEntries(
    operations.map((operation) => {
      const examples = library === undefined ? noExamples : examplesOf(operation, library, origin);
      return [fullPath(operation), { get: operationObject(operation, schemas, examples) }];
    }),
  );
  const allowances = allowancesOfPlans();
  const responses = sharedResponses(schemas, library === undefined ? {} : problemExamples(library));
  const apiKey = {
    type: 'http',
    scheme: 'bearer',
    description: `Authorization: Bearer <API_KEY>; keys come from the operator. ${allowances}`,
  };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Stele',
      version,
      description: `Read-only knowledge articles in Chinese and English, with computed trust. All requests are GET; HEAD and OPTIONS work too. A key is not needed. ${allowances} Examples are answers of the edition that is served, long texts and lists in them cut; invented are the earlier edition of /changes (its buildId is answered with 404) and the statistics of /agents/me.`,
      contact: { name: 'Documentation', url: `${origin}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: Object.entries(subjects).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      responses,
      parameters: { 'x-agent-id': { ...agentHeader, required: false }, 'If-None-Match': tagHeader },
      headers: headerComponents,
      securitySchemes: { apiKey },
    },
  };
}

const noExamples: OperationExamples = { of: () => undefined, valueOf: () => undefined };
const allowancesOfPlans = (): string =>
  `Limits: ${planNames.map((plan) => `${plan}: ${allowanceOf(plan)}`).join('; ')}.`;

function operationObject(operation: Operation, schemas: SchemaComponents, examples: OperationExamples): object {
  const { name, summary, description, subject } = operation;
  return {
    operationId: name,
    summary,
    description,
    tags: [subject],
    // Either without a key, or with one.
    security: [{}, { apiKey: [] }],
    parameters: parametersOf(operation, schemas, examples),
    responses: responsesOf(operation, schemas, examples),
  };
}

function parametersOf(
  { path, input, needsAgent, isFresh }: Operation,
  schemas: SchemaComponents,
  examples: OperationExamples,
): object[] {
  const { properties = {}, required = [] } = schemas.ofInput(input);
  const own = Object.entries(properties as Record<string, JsonSchema>).map(([name, { description, ...schema }]) => {
    const written = examples.valueOf(name);
    return {
      name,
      in: path.includes(`{${name}}`) ? 'path' : 'query',
      required: required.includes(name),
      description,
      schema,
      ...(written !== undefined && { example: schema.type === 'string' ? written : JSON.parse(written) }),
    };
  });
  return [
    ...own,
    needsAgent === true ? { ...agentHeader, required: true } : { $ref: '#/components/parameters/x-agent-id' },
    ...(isFresh === true ? [] : [{ $ref: '#/components/parameters/If-None-Match' }]),
  ];
}

function responsesOf(operation: Operation, schemas: SchemaComponents, examples: OperationExamples): object {
  const { output, alsoAnswers, mayMove, mayMiss, isFresh } = operation;
  const content = (mediaType: string, status: number, schema: JsonSchema) => ({
    [mediaType]: mediaObject(schema, examples.of(status, mediaType)),
  });
  const problem = (code: ProblemCode) => {
    const { status } = problemCodes[code];
    const schema = schemas.ofOutput(problemEnvelopes[code]);
    return {
      [status]: { description: meaningOf(code), headers: headersOf(), content: content(json, status, schema) },
    };
  };
  return {
    200: {
      description: 'The answer.',
      headers: isFresh === true ? headersOf() : headersOf('ETag'),
      content: {
        ...content(json, 200, schemas.ofOutput(answerOf(output.describe('What was asked for.')))),
        ...(alsoAnswers === 'markdown' && content('text/markdown', 200, { type: 'string' })),
      },
    },
    ...(mayMove === true && {
      301: {
        description: 'It is known by another name now.',
        headers: headersOf('Location'),
        content: content(json, 301, schemas.ofOutput(answerOf(z.null().describe('Null: it is elsewhere.')))),
      },
    }),
    ...(isFresh !== true && shared(304, 'NOT_MODIFIED')),
    ...problem('VALIDATION_ERROR'),
    ...shared(401, 'UNAUTHORIZED'),
    ...(mayMiss === true && problem('NOT_FOUND')),
    ...shared(429, 'RATE_LIMITED'),
    ...shared(500, 'INTERNAL_ERROR'),
  };
}

const json = 'application/json';
const shared = (status: number, name: string) => ({ [status]: { $ref: `#/components/responses/${name}` } });
const meaningOf = (code: ProblemCode): string => `${code}: ${problemCodes[code].meaning}.`;

const mediaObject = (schema: JsonSchema, examples: Examples | undefined): object => ({
  schema,
  ...(examples !== undefined && { examples }),
});

/** The answers that every operation has alike. */
function sharedResponses(schemas: SchemaComponents, examples: ReturnType<typeof problemExamples>): object {
  const response = (code: ProblemCode, headers: object) => ({
    [code]: {
      description: meaningOf(code),
      headers,
      content: { [json]: mediaObject(schemas.ofOutput(problemEnvelopes[code]), examples[code]) },
    },
  });
  return {
    NOT_MODIFIED: { description: 'You have this representation already.', headers: headersOf('ETag') },
    ...response('UNAUTHORIZED', headersOf('WWW-Authenticate')),
    ...response('RATE_LIMITED', headersOfRefusals()),
    ...response('INTERNAL_ERROR', headersOfBugs()),
  };
}
