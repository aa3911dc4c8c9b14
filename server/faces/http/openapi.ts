// The OpenAPI 3.1 document, generated from the operations: their inputs, outputs, descriptions and problems, with examples of the
// edition that is served; and its route.
import { Router } from 'express';
import { z } from 'zod';
import { fingerprint } from '../../../build/edition/hash.ts';
import { openApiDocumentPath } from '../../../build/edition/locations.ts';
import { allowanceOf, planNames } from '../../access/plans.ts';
import { answerOf, problemEnvelopes } from '../../envelope.ts';
import type { Library } from '../../library.ts';
import { type Operation, subjects } from '../../operations/operation.ts';
import { sampleLibrary } from '../../operations/samples.ts';
import { invalid, type ProblemCode, type ProblemDetail, problemCodes, shown } from '../../problems.ts';
import { contextOf, requestIdPattern } from '../../request-context.ts';
import { agentIdAllowed, agentIdPattern } from '../../state/agents.ts';
import { type Examples, examplesOf, type OperationExamples, problemExamples } from './openapi-examples.ts';
import { sendProblem } from './problem-response.ts';
import { readQuery } from './query-string.ts';
import { answerTo, fullPath, openApiPath, sendAnswer } from './routes.ts';
import { cacheControls, contentTypes, send } from './send.ts';

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

const address = { type: 'string', pattern: '^https?://' };

/** By name: what a header holds. */
const headers = {
  'X-Request-Id': {
    description: 'The id of this request, as in meta.requestId.',
    schema: { type: 'string', pattern: requestIdPattern.source },
  },
  'X-Agent-API-Endpoint': { description: 'Where the API is.', schema: address },
  'X-Agent-API-Docs': { description: 'Where its documentation is.', schema: address },
  Link: {
    description: 'Where everything else is: the relations of RFC 8288, RFC 8631, RFC 9727 and llmstxt.org.',
    schema: { type: 'string', pattern: '^<https?://' },
  },
  RateLimit: {
    description:
      'What is left of the limit: the plan, requests left (r), and seconds until there are more (t); draft-ietf-httpapi-ratelimit-headers-08.',
    schema: { type: 'string', pattern: '^"[a-z]+"; r=[0-9]+; t=[0-9]+$' },
  },
  'RateLimit-Policy': {
    description:
      'The limit that applies: the plan, requests (q) in a window of seconds (w), and for whom (pk); draft-ietf-httpapi-ratelimit-headers-08.',
    schema: { type: 'string', pattern: '^"[a-z]+"; q=[0-9]+; w=[0-9]+; pk=:.+:$' },
  },
  'Retry-After': {
    description: 'Seconds after which there is room again (RFC 9110, section 10.2.3).',
    schema: { type: 'integer', minimum: 1 },
  },
  ETag: {
    description: 'Names this representation; send it back in If-None-Match (RFC 9110, section 8.8.3).',
    schema: { type: 'string', pattern: '^(?:W/)?"[^"]+"$' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750, section 3).',
    schema: { type: 'string', pattern: '^Bearer ' },
  },
  Location: { description: 'Where it is now.', schema: address },
} as const;
export type HeaderName = keyof typeof headers;

export const headerComponents: Record<string, object> = Object.fromEntries(
  Object.entries(headers).map(([name, header]) => [name, { ...header, required: true }]),
);

const onEveryAnswer: readonly HeaderName[] = ['X-Request-Id', 'X-Agent-API-Endpoint', 'X-Agent-API-Docs', 'Link'];
const whenCounted: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

/** The headers of an answer of the API that the limiter has seen, and those that only this kind of answer has. */
export const headersOf = (...own: readonly HeaderName[]): object =>
  referencesTo([...onEveryAnswer, ...whenCounted, ...own]);

/** Of an answer that may have been given before the limiter was asked. */
export const headersOfBugs = (): object => referencesTo(onEveryAnswer);

/** Of a refusal: by the limiter, or before it was asked by a server that is busy. */
export const headersOfRefusals = (): object => ({
  ...referencesTo([...onEveryAnswer, 'Retry-After']),
  ...Object.fromEntries(whenCounted.map((name) => [name, { ...headers[name], required: false }])),
});

const referencesTo = (names: readonly HeaderName[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The request headers that operations take; Accept and Authorization are described by the document in other places. */
export const agentHeader = {
  name: 'x-agent-id',
  in: 'header',
  description: `Names the calling agent: ${agentIdAllowed}.`,
  schema: { type: 'string', pattern: agentIdPattern.source },
} as const;

export const tagHeader = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'Entity tags of the representations that you have; when one of them is current, the answer is 304.',
  schema: { type: 'string' },
} as const;

/** Serves the document, bare by its own format, and leads to it from the API's prefix. It is made once for an edition and an address. */
export function openApiRoute({
  operations,
  origin,
  version,
}: Omit<DocumentSettings, 'origin' | 'library'> & { origin: () => string }): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let made: { origin: string; library: Library; text: string; etag: string } | undefined;
  router.get(openApiPath, (request, response) => {
    const faults = parametersGiven(request.originalUrl);
    if (faults.length > 0) return sendProblem(request, response, invalid(faults));
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
  // The header X-Agent-API-Endpoint names the prefix itself.
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

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Schemas of zod as JSON Schema 2020-12. Each with an id becomes a component, which the others refer to. */
export class SchemaComponents {
  readonly #components = new Map<string, unknown>();

  /** The schema of what is answered. */
  ofOutput(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, 'output');
  }

  /** The schema of what is asked with: an object with a property for every parameter. */
  ofInput(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, 'input');
  }

  /** Every component that was referred to until now, by name. */
  get components(): Record<string, unknown> {
    return Object.fromEntries(this.#components);
  }

  #convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema: _dialect, $defs, ...own } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, override });
    for (const [name, component] of Object.entries($defs ?? {})) {
      if (!this.#components.has(name)) this.#components.set(name, withReferences(component));
    }
    if (own.id === undefined) return withReferences(own);
    const { id, ...component } = own;
    this.#components.set(String(id), withReferences(component));
    return { $ref: `${componentsAt}${id}` };
  }
}

const componentsAt = '#/components/schemas/';

function withReferences(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', `"$ref":"${componentsAt}`));
}

/** What zod says of a parameter's text is not true of the value that the text stands for, and the other way round. */
function override({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  // The digits of a number that arrives as text.
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern;
  // The largest number that a float holds exactly: nothing that callers have to know.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // zod leaves out the default of what is transformed, because it is no value of the text's type.
  const usual = z.globalRegistry.get(zodSchema)?.default;
  if (usual !== undefined) jsonSchema.default = usual;
}
