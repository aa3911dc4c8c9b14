// Generates the OpenAPI 3.1 document from the operations: their inputs, outputs, descriptions and problems, with examples from the served
// edition. Also serves the document.
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { domain } from '../../../build/edition/article-schema.ts';
import { fingerprint } from '../../../build/edition/hash.ts';
import { openApiDocumentPath } from '../../../build/edition/locations.ts';
import { domainIds, type SiteSettings } from '../../../build/edition/site-settings.ts';
import { allowanceOf, planNames } from '../../access/plans.ts';
import { answerOf, problemEnvelopes } from '../../envelope.ts';
import type { Library } from '../../library.ts';
import { type Operation, operationOf, subjects } from '../../operations/operation.ts';
import { sampleLibrary } from '../../operations/samples.ts';
import { invalid, type ProblemCode, problemCodes } from '../../problems.ts';
import { contextOf, requestIdPattern } from '../../request-context.ts';
import { countsOf, domainCounts } from '../../search/filters.ts';
import { agentIdAllowed, agentIdPattern } from '../../state/agents.ts';
import { unknownParameter } from './input.ts';
import { type Examples, examplesOf, type OperationExamples, problemExamples } from './openapi-examples.ts';
import { sendProblem } from './problem-response.ts';
import { readQuery } from './query-string.ts';
import { answerTo, fullPath, openApiPath, sendAnswer } from './routes.ts';
import { cacheControls, contentTypes, send } from './send.ts';

export interface DocumentSettings {
  operations: readonly Operation[];
  origin: string;
  version: string;
  site: SiteSettings;
  /** The library that the examples come from. Without it, the document has no examples. */
  library?: Library;
}

/** The document as an object, ready to be written as JSON. */
export function openApiDocument({ operations, origin, version, site, library }: DocumentSettings): object {
  const schemas = new SchemaComponents(site);
  const paths = Object.fromEntries(
    operations.map((declared) => {
      const operation = operationOf(declared, site);
      const examples = library && examplesOf(operation, library, origin);
      return [fullPath(operation), { get: operationObject(operation, schemas, examples) }];
    }),
  );
  const limits = `Limits: ${planNames.map((plan) => `${plan}: ${allowanceOf(plan)}`).join('; ')}.`;
  return {
    openapi: '3.1.1',
    info: {
      title: site.name.en,
      version,
      description: `Read-only knowledge articles in Chinese and English, with computed trust. All requests are GET; HEAD and OPTIONS work too. A key is not needed. ${limits} Examples are answers of the served edition, with long texts and lists cut. The earlier edition in the example of /changes (its buildId is answered with 404) and the statistics in that of /agents/me are invented.`,
      contact: { name: 'Documentation', url: `${origin}/docs` },
      ...(site.license !== undefined && { license: { name: site.license, identifier: site.license } }),
    },
    servers: [{ url: origin }],
    tags: Object.entries(subjects).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      responses: sharedResponses(schemas, library && problemExamples(library)),
      schemas: schemas.components,
      parameters: { 'x-agent-id': { ...agentHeader, required: false }, 'If-None-Match': tagHeader },
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, header]) => [name, { ...header, required: true }]),
      ),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `Authorization: Bearer <API_KEY>; keys come from the operator. ${limits}`,
        },
      },
    },
  };
}

function operationObject(
  operation: Operation,
  schemas: SchemaComponents,
  examples: OperationExamples | undefined,
): object {
  const { name, summary, description, subject } = operation;
  return {
    operationId: name,
    summary,
    description,
    tags: [subject],
    security: [{}, { apiKey: [] }],
    parameters: parametersOf(operation, schemas, examples),
    responses: responsesOf(operation, schemas, examples),
  };
}

function parametersOf(
  { path, input, needsAgent, isFresh }: Operation,
  schemas: SchemaComponents,
  examples: OperationExamples | undefined,
): object[] {
  const { properties = {}, required = [] } = schemas.convert(input, 'input');
  const own = Object.entries(properties as Record<string, JsonSchema>).map(([name, { description, ...schema }]) => {
    const written = examples?.valueOf(name);
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

function responsesOf(operation: Operation, schemas: SchemaComponents, examples: OperationExamples | undefined): object {
  const { output, alsoAnswers, mayMove, mayMiss, isFresh } = operation;
  const content = (mediaType: string, status: number, schema: JsonSchema) =>
    mediaObject(mediaType, schema, examples?.of(status, mediaType));
  const answer = (status: number, data: z.ZodType) => content(json, status, schemas.convert(answerOf(data), 'output'));
  const problem = (code: ProblemCode) => {
    const { status } = problemCodes[code];
    const schema = schemas.convert(problemEnvelopes[code], 'output');
    return { [status]: { description: meaningOf(code), headers: headersOf(), content: content(json, status, schema) } };
  };
  return {
    200: {
      description: 'The answer.',
      headers: isFresh === true ? headersOf() : headersOf('ETag'),
      content: {
        ...answer(200, output.describe('The requested data.')),
        ...(alsoAnswers === 'markdown' && content('text/markdown', 200, { type: 'string' })),
      },
    },
    ...(mayMove === true && {
      301: {
        description: 'The resource has another address now.',
        headers: headersOf('Location'),
        content: answer(301, z.null().describe('Null, because the resource has another address.')),
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

const mediaObject = (mediaType: string, schema: JsonSchema, examples: Examples | undefined) => ({
  [mediaType]: { schema, ...(examples && { examples }) },
});

/** The descriptions of answers that are the same for every operation. */
function sharedResponses(schemas: SchemaComponents, examples: ReturnType<typeof problemExamples> = {}): object {
  const response = (code: ProblemCode, headers: object) => {
    const schema = schemas.convert(problemEnvelopes[code], 'output');
    return { [code]: { description: meaningOf(code), headers, content: mediaObject(json, schema, examples[code]) } };
  };
  return {
    NOT_MODIFIED: { description: 'The representation that you have is current.', headers: headersOf('ETag') },
    ...response('UNAUTHORIZED', headersOf('WWW-Authenticate')),
    // The rate-limit headers are optional, because an overloaded server sends this answer before the limiter runs.
    ...response('RATE_LIMITED', {
      ...referencesTo([...onEveryAnswer, 'Retry-After']),
      ...Object.fromEntries(whenCounted.map((name) => [name, { ...headers[name], required: false }])),
    }),
    // The rate-limit headers are left out, because a bug can occur before the limiter runs.
    ...response('INTERNAL_ERROR', referencesTo(onEveryAnswer)),
  };
}

const address = { type: 'string', pattern: '^https?://' };

/** The headers of responses. */
const headers = {
  'X-Request-Id': {
    description: 'The id of this request, as in meta.requestId.',
    schema: { type: 'string', pattern: requestIdPattern.source },
  },
  'X-Agent-API-Endpoint': { description: 'The address of the API.', schema: address },
  'X-Agent-API-Docs': { description: 'The address of the API’s documentation.', schema: address },
  Link: {
    description: 'Links to the other entry points, with the relations of RFC 8288, RFC 8631, RFC 9727 and llmstxt.org.',
    schema: { type: 'string', pattern: '^<https?://' },
  },
  RateLimit: {
    description:
      'The remaining quota: the plan, requests left (r), and seconds until more requests are allowed (t); draft-ietf-httpapi-ratelimit-headers-08.',
    schema: { type: 'string', pattern: '^"[a-z]+"; r=[0-9]+; t=[0-9]+$' },
  },
  'RateLimit-Policy': {
    description:
      'The limit that applies: the plan, requests (q) in a window of seconds (w), and for whom (pk); draft-ietf-httpapi-ratelimit-headers-08.',
    schema: { type: 'string', pattern: '^"[a-z]+"; q=[0-9]+; w=[0-9]+; pk=:.+:$' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request (RFC 9110, section 10.2.3).',
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
  Location: { description: 'The present address of the resource.', schema: address },
} as const;
type HeaderName = keyof typeof headers;

const onEveryAnswer: readonly HeaderName[] = ['X-Request-Id', 'X-Agent-API-Endpoint', 'X-Agent-API-Docs', 'Link'];
const whenCounted: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

const referencesTo = (names: readonly HeaderName[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of an answer that the limiter has counted, and the given further headers. */
const headersOf = (...own: readonly HeaderName[]): object => referencesTo([...onEveryAnswer, ...whenCounted, ...own]);

/**
 * The request headers that the document lists as parameters. Accept and Authorization are not among them: OpenAPI describes Accept by the
 * media types of the answers, and Authorization by a security scheme.
 */
const agentHeader = {
  name: 'x-agent-id',
  in: 'header',
  description: `Names the calling agent: ${agentIdAllowed}.`,
  schema: { type: 'string', pattern: agentIdPattern.source },
} as const;

const tagHeader = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'Entity tags of the representations that you have; when one of them is current, the answer is 304.',
  schema: { type: 'string' },
} as const;

/** Serves the document without the envelope. The API prefix itself, which X-Agent-API-Endpoint names, redirects to the document. */
export function openApiRoute({
  operations,
  origin,
  version,
}: Omit<DocumentSettings, 'origin' | 'site' | 'library'> & { origin: () => string }): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let made: { origin: string; library: Library; text: string; etag: string } | undefined;
  router.get(openApiPath, withoutParameters, (request, response) => {
    const { library } = contextOf(response);
    if (made === undefined || made.origin !== origin() || made.library !== library) {
      const { site } = library;
      const document = openApiDocument({
        ...{ operations, origin: origin(), version, site },
        library: sampleLibrary(library),
      });
      const text = JSON.stringify(document);
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
  router.get('/', withoutParameters, (request, response) =>
    sendAnswer(answerTo({ kind: 'moved', path: openApiDocumentPath }, origin()), request, response),
  );
  return router;
}

const withoutParameters: RequestHandler = (request, response, next) => {
  const { values, details } = readQuery(request.originalUrl);
  const unknown = Object.entries(values).map(([name, value]) => unknownParameter(name, value, []));
  const faults = [...details, ...unknown];
  return faults.length === 0 ? next() : sendProblem(request, response, invalid(faults));
};

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Converts zod schemas to JSON Schema 2020-12. A schema with an id becomes a component that other schemas refer to. */
class SchemaComponents {
  readonly components: Record<string, JsonSchema> = {};
  readonly #domains: string[];

  constructor(site: SiteSettings) {
    this.#domains = domainIds(site);
  }

  /** Converts a schema. `io` is `input` for the parameters of an operation, and `output` for an answer. */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      ...{ target: 'draft-2020-12', io },
      override: (converted) => override(converted, this.#domains),
    });
    for (const [name, component] of Object.entries($defs)) this.components[name] ??= withReferences(component);
    const { id, ...anonymous } = withReferences(own);
    if (id === undefined) return anonymous;
    this.components[id] = anonymous;
    return { $ref: `${componentsAt}${id}` };
  }
}

const componentsAt = '#/components/schemas/';

/** Removes the maximum 2^53 - 1 that zod adds to whole numbers. */
function withoutLimit({ jsonSchema }: Pick<Converted, 'jsonSchema'>): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

const withReferences = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', `"$ref":"${componentsAt}`));

interface Converted {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: JsonSchema;
}

/**
 * Corrects the JSON Schema that zod makes. The schemas of a domain and of counts by domain get the list of domains. A parameter whose text
 * is converted to another type gets the default of the converted value. A number gets no pattern.
 */
function override({ zodSchema, jsonSchema }: Converted, domains: readonly string[]): void {
  if (zodSchema === domain) {
    delete jsonSchema.pattern;
    jsonSchema.enum = [...domains];
  }
  if (zodSchema === domainCounts) {
    const { properties, required } = z.toJSONSchema(countsOf(domains), { override: withoutLimit });
    delete jsonSchema.propertyNames;
    Object.assign(jsonSchema, { properties, required, additionalProperties: false });
  }
  withoutLimit({ jsonSchema });
  // The pattern is for the text in which the number arrives. It does not apply to the number itself.
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern;
  // zod leaves out the default of a text that is transformed into another type, because the default is not a text.
  const usual = z.globalRegistry.get(zodSchema)?.default;
  if (usual !== undefined) jsonSchema.default = usual;
}
