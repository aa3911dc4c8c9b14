// What MCP says of messages beyond JSON-RPC, after the schemas of its SDK. Both revisions that are spoken today are known:
// 2025-11-25, which begins with `initialize`, and 2026-07-28, whose requests carry their revision and whose results say their type.

import * as core from '@modelcontextprotocol/core';
import { z } from 'zod';
import type { Bilingual } from '../../build/edition/vocabulary.ts';

/** Which schemas a method has. */
interface Method {
  /** Of the message without `jsonrpc` and `id`. */
  message: z.ZodType;
  /** Undefined for a notification. */
  result: z.ZodType | undefined;
}

const schemas = new Map<string, unknown>(Object.entries(core));

/** From the names of the SDK: `CallToolRequestSchema`, of which `method` is «tools/call», has `CallToolResultSchema`. */
const methods: ReadonlyMap<string, Method> = new Map(
  [...schemas].flatMap(([name, schema]): [string, Method][] => {
    const [, stem = '', kind] = /^(\w+)(Request|Notification)Schema$/.exec(name) ?? [];
    const method = schema instanceof z.ZodObject ? schema.shape.method : undefined;
    if (!(schema instanceof z.ZodObject && method instanceof z.ZodLiteral)) return [];
    return [[String(method.value), { message: schema, result: kind === 'Request' ? resultOf(stem) : undefined }]];
  }),
);

/** Sampling may have used tools; what has no result of its own answers with an empty one. */
function resultOf(stem: string): z.ZodType {
  const named = schemas.get(`${stem}ResultWithToolsSchema`) ?? schemas.get(`${stem}ResultSchema`);
  return named instanceof z.ZodType ? named : core.EmptyResultSchema;
}

export interface McpMessage {
  method: string;
  params?: unknown;
}

export const isMcpMethod = (method: string): boolean => methods.has(method);
export const isMcpNotification = (method: string): boolean =>
  methods.has(method) ? methods.get(method)?.result === undefined : method.startsWith('notifications/');

/** SDK 2.4.0 has no schemas of this revision among its exports: what is its own stands below. */
export const modernRevision = '2026-07-28';
const modernOnly = new Set(['server/discover', 'subscriptions/listen', 'notifications/subscriptions/acknowledged']);
/** Gone with it; the last three are then asked within a result. */
const legacyOnly =
  /^(?:initialize|ping|logging\/setLevel|resources\/(?:un)?subscribe|tasks\/\w+|sampling\/createMessage|elicitation\/create|roots\/list)$/;
const cacheable = /^(?:(?:tools|prompts|resources|resources\/templates)\/list|resources\/read|server\/discover)$/;
const mayAskForInput = /^(?:tools\/call|prompts\/get|resources\/read)$/;

const revisionKey = 'io.modelcontextprotocol/protocolVersion';
const objectOf = z.record(z.string(), z.unknown());
const modernMeta = z.looseObject({
  [revisionKey]: z.string(),
  'io.modelcontextprotocol/clientCapabilities': core.ClientCapabilitiesSchema,
  'io.modelcontextprotocol/clientInfo': core.ImplementationSchema.optional(),
  'io.modelcontextprotocol/logLevel': core.LoggingLevelSchema.optional(),
});
const inputResponse = z.union([
  core.ElicitResultSchema,
  core.CreateMessageResultWithToolsSchema,
  core.ListRootsResultSchema,
]);
const modernParams = z.looseObject({
  inputResponses: z.record(z.string(), inputResponse).optional(),
  requestState: z.string().optional(),
});
const resultMeta = z.looseObject({ 'io.modelcontextprotocol/serverInfo': core.ImplementationSchema.optional() });
const modernResult = z.looseObject({ resultType: z.string(), _meta: resultMeta.optional() });
/** An address to visit has no id of its own any more. */
const modernElicitation = core.ElicitRequestSchema.extend({
  params: z.union([
    core.ElicitRequestFormParamsSchema,
    core.ElicitRequestURLParamsSchema.omit({ elicitationId: true }),
  ]),
});
const inputRequired = z
  .looseObject({
    inputRequests: z
      .record(
        z.string(),
        z.discriminatedUnion('method', [
          modernElicitation,
          core.CreateMessageRequestSchema,
          core.ListRootsRequestSchema,
        ]),
      )
      .optional(),
    requestState: z.string().optional(),
  })
  .refine((result) => result.requestState !== undefined || Object.keys(result.inputRequests ?? {}).length > 0, {
    path: ['inputRequests'],
    message: 'input_required: inputRequests / requestState',
  });
const cacheHints = z.looseObject({ ttlMs: z.int().min(0), cacheScope: z.enum(['public', 'private']) });
/** The SDK reads a result without content as an empty one; both revisions demand it. */
const toolResult = z.looseObject({ content: z.array(z.unknown()) });
const legacyToolResult = toolResult.extend({ structuredContent: objectOf.optional() });

/** Whether a request says that it is of the newer revision. */
export function isModern({ method, params }: McpMessage): boolean {
  const meta = objectOf.safeParse(objectOf.safeParse(params).data?._meta).data;
  return modernOnly.has(method) || meta?.[revisionKey] === modernRevision;
}

/** A method that the revision of the request does not have any more. */
export const isGone = (message: McpMessage): boolean => isModern(message) && legacyOnly.test(message.method);

/** What is wrong with a request or a notification of a method that MCP knows. */
export function mcpRequestFault(message: McpMessage): SchemaFault | undefined {
  const method = methods.get(message.method);
  if (method === undefined) return undefined;
  const found = schemaFault(method.message, message);
  if (found !== undefined || !isModern(message)) return found;
  const rules = method.result === undefined ? modernParams.optional() : modernParams.extend({ _meta: modernMeta });
  return within('params', schemaFault(rules, message.params));
}

/** What is wrong with a result; without its request only what holds for results of every method. */
export function mcpResultFault(result: unknown, request: McpMessage | undefined): SchemaFault | undefined {
  const type = objectOf.safeParse(result).data?.resultType;
  const method = request && methods.get(request.method);
  if (request !== undefined && method === undefined) return undefined;
  const isOfModern = type !== undefined || (request !== undefined && isModern(request));
  return within(
    'result',
    firstFault(result, [
      // A result that is no object may be anybody's: JSON-RPC allows it.
      ...(isOfModern ? [modernResult] : []),
      ...(type === 'input_required'
        ? [inputRequired, ...(request && !mayAskForInput.test(request.method) ? [complete] : [])]
        : []),
      ...(request !== undefined && method !== undefined && (type === undefined || type === 'complete')
        ? resultSchemas(request, method, isOfModern)
        : []),
    ]),
  );
}

const complete = z.looseObject({ resultType: z.literal('complete') });

function resultSchemas(request: McpMessage, { result }: Method, isOfModern: boolean): z.ZodType[] {
  // In 2025-11-25 a request may ask to be carried out as a task, whose creation is then the answer.
  const params = objectOf.safeParse(request.params).data;
  if (!isOfModern && params?.task !== undefined) return [core.CreateTaskResultSchema];
  return [
    ...(result === undefined ? [] : [result]),
    ...(request.method === 'tools/call' ? [isOfModern ? toolResult : legacyToolResult] : []),
    ...(isOfModern && cacheable.test(request.method) ? [cacheHints] : []),
  ];
}

const errorData: ReadonlyMap<unknown, z.ZodType> = new Map<unknown, z.ZodType>([
  [-32021, z.looseObject({ requiredCapabilities: core.ClientCapabilitiesSchema })],
  [-32022, z.looseObject({ supported: z.array(z.string()), requested: z.string() })],
  [-32042, z.looseObject({ elicitations: z.array(core.ElicitRequestURLParamsSchema) })],
]);

/** What is wrong with the data of an error whose code MCP defines. */
export function mcpErrorFault(error: { code: unknown; data?: unknown }): SchemaFault | undefined {
  const schema = errorData.get(error.code);
  return schema && within('error', within('data', schemaFault(schema, error.data)));
}

function firstFault(value: unknown, rules: readonly z.ZodType[]): SchemaFault | undefined {
  for (const rule of rules) {
    const found = schemaFault(rule, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

const within = (name: string, found: SchemaFault | undefined): SchemaFault | undefined =>
  found && { ...found, path: [name, ...found.path] };

export interface SchemaFault {
  path: PropertyKey[];
  reason: Bilingual;
}

const languages = { zh: z.locales.zhCN(), en: z.locales.en() };

/** The first thing that is wrong; undefined when the schema accepts the value. */
export function schemaFault(schema: z.ZodType, value: unknown): SchemaFault | undefined {
  const [zh, en] = [languages.zh, languages.en].map((language) => {
    const issue = schema.safeParse(value, { error: language.localeError }).error?.issues[0];
    return issue && innermost(issue);
  });
  return zh && en && { path: en.path, reason: { zh: zh.message, en: en.message } };
}

/** Of a union, what is wrong with the member that was meant: the one whose type is right, else the one that fits furthest. */
function innermost(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string } {
  if (issue.code !== 'invalid_union') return { path: issue.path, message: issue.message };
  const members = issue.errors.flatMap((issues) => {
    const isMeant = !issues.some(({ path }) => path.length === 1 && path[0] === 'type');
    const [first] = issues.map(innermost);
    return first === undefined ? [] : [{ ...first, rank: (isMeant ? 1_000 : 0) + first.path.length }];
  });
  const best = members.sort((left, right) => right.rank - left.rank)[0];
  if (best === undefined || best.path.length === 0) return { path: issue.path, message: issue.message };
  return { path: [...issue.path, ...best.path], message: best.message };
}
