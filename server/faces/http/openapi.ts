// The OpenAPI 3.1 document, generated from the operations: their inputs, outputs, descriptions and problems.
import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { allowanceOf, planNames } from '../../access/plans.ts';
import type { Operation } from '../../operations/operation.ts';
import { type ProblemCode, problemCodes } from '../../problems.ts';
import { agentIdAllowed } from '../../state/agents.ts';
import { answerOf, problemEnvelope } from './envelope.ts';
import { fullPath } from './routes.ts';

export interface DocumentSettings {
  operations: readonly Operation[];
  origin: string;
  version: string;
}

/** The document as an object, ready to be written as JSON. */
export function openApiDocument({ operations, origin, version }: DocumentSettings): object {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: `Authorization: Bearer <API_KEY>; keys come from the operator. ${allowances}`,
  });
  for (const operation of operations) registry.registerPath(routeOf(operation));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.1',
    info: {
      title: 'Stele',
      version,
      description: `Read-only knowledge articles in Chinese and English, with computed trust. All requests are GET. ${allowances}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
  });
}

const allowances = `Limits: ${planNames.map((plan) => `${plan}: ${allowanceOf(plan)}`).join('; ')}.`;

function routeOf(operation: Operation): RouteConfig {
  const { name, summary, description, output, alsoAnswers } = operation;
  return {
    method: 'get',
    path: fullPath(operation),
    operationId: name,
    summary,
    description,
    security: [{}, { apiKey: [] }],
    request: requestOf(operation),
    responses: {
      200: {
        description: 'The answer.',
        headers: rateLimitHeaders,
        content: {
          'application/json': { schema: answerOf(output) },
          ...(alsoAnswers === 'markdown' && { 'text/markdown': { schema: z.string() } }),
        },
      },
      ...(operation.mayMove === true && { 301: movedResponse }),
      ...Object.fromEntries(problemsOf().map((code) => [problemCodes[code].status, problemResponse(code)])),
    },
  };
}

const movedResponse = {
  description: 'The article is known by another name now.',
  headers: { Location: { description: 'Where it is.', schema: { type: 'string' as const } } },
  content: { 'application/json': { schema: answerOf(z.null()) } },
};

const rateLimitHeaders = {
  RateLimit: { description: 'What is left of the limit (IETF draft 8).', schema: { type: 'string' as const } },
  'RateLimit-Policy': { description: 'The limit that applies (IETF draft 8).', schema: { type: 'string' as const } },
  'X-Request-Id': { description: 'The id of this request.', schema: { type: 'string' as const } },
};

function requestOf({ path, input, needsAgent }: Operation): NonNullable<RouteConfig['request']> {
  const entries = Object.entries(input.shape);
  const isOfPath = ([name]: [string, unknown]): boolean => path.includes(`{${name}}`);
  const agentHeader = z.string().describe(`Names the calling agent: ${agentIdAllowed}.`);
  return {
    ...(entries.some(isOfPath) && { params: z.object(Object.fromEntries(entries.filter(isOfPath))) }),
    query: z.object(Object.fromEntries(entries.filter((entry) => !isOfPath(entry)))),
    headers: z.object({ 'x-agent-id': needsAgent === true ? agentHeader : agentHeader.optional() }),
  };
}

const problemsOf = (): ProblemCode[] => Object.keys(problemCodes) as ProblemCode[];

function problemResponse(code: ProblemCode) {
  return {
    description: `${code}: ${problemCodes[code].meaning}.`,
    content: { 'application/json': { schema: problemEnvelope } },
  };
}
