// Checks JSON-RPC 2.0 messages in examples. MCP messages are checked against the schemas of the MCP SDK. Two revisions of MCP are in use:
// in 2025-11-25 a session begins with `initialize`; in 2026-07-28 every request states its revision and every result its type. A result
// is checked against the last request with its id in the same or an earlier fence of the article.
import * as core from '@modelcontextprotocol/core';
import { z } from 'zod';
import type { Bilingual } from '../../../build/edition/vocabulary.ts';
import type { Example } from '../../../build/source/examples.ts';
import { parsedJson } from '../../parsed-json.ts';
import type { Fault } from '../checker.ts';

/** The example that contains a message, and all examples of its article. */
export interface Within {
  /** All examples of the article, in order. */
  examples: readonly Example[];
  example: Example;
}

/** The fault of a message and the path of the faulty part. The checker that parsed the text finds the line of the path. */
export interface MessageFault {
  fault: Fault;
  path: PropertyKey[];
}

/** The first fault of a message or a batch; undefined if it has none, or if the value is no JSON-RPC message. */
export function messageFault(value: unknown, within: Within): MessageFault | undefined {
  if (!Array.isArray(value)) return isMessage(value) ? faultOf(value, within) : undefined;
  if (!value.some(isMessage)) return undefined;
  for (const [index, element] of value.entries()) {
    const found = isMessage(element) ? (batchFault(element) ?? faultOf(element, within)) : wrong(noMessage);
    if (found !== undefined) return { ...found, path: [index, ...found.path] };
  }
  return undefined;
}

type Message = Readonly<Record<string, unknown>>;
type Request = Message & { method: string };

const objectOf = z.record(z.string(), z.unknown());
const isMessage = (value: unknown): value is Message =>
  objectOf.safeParse(value).success && Object.hasOwn(value as object, 'jsonrpc');
const isRequest = (message: Message): message is Request => typeof message.method === 'string';

const batchFault = (message: Message): MessageFault | undefined =>
  isRequest(message) && methods.has(message.method) ? wrong(noBatches) : undefined;

/** JSON-RPC allows more than MCP: positional parameters, any result, and null as the id of an unreadable request. */
const parameters = { method: z.string().min(1), params: z.union([z.array(z.unknown()), objectOf]).optional() };
const forms = {
  request: core.JSONRPCRequestSchema.extend(parameters),
  notification: core.JSONRPCNotificationSchema.extend(parameters),
  result: core.JSONRPCResultResponseSchema.extend({ result: z.unknown() }),
  error: core.JSONRPCErrorResponseSchema.extend({ id: core.RequestIdSchema.nullish() }),
};

function faultOf(message: Message, within: Within): MessageFault | undefined {
  const [kind, another] = ['method', 'result', 'error'].filter((name) => Object.hasOwn(message, name));
  if (kind === undefined || another !== undefined) return wrong(oneKind);
  if (kind === 'error') return schemaFault('JSON-RPC', forms.error, message);
  if (kind === 'method') return requestFault(message);
  return schemaFault('JSON-RPC', forms.result, message) ?? resultFault(message, within);
}

function requestFault(message: Message): MessageFault | undefined {
  const method = isRequest(message) ? methods.get(message.method) : undefined;
  const hasId = method === undefined ? Object.hasOwn(message, 'id') : method.result !== undefined;
  const found = schemaFault(method?.name ?? 'JSON-RPC', hasId ? forms.request : forms.notification, message);
  if (found !== undefined || method === undefined || !isRequest(message)) return found;
  if (isModern(message) && legacyOnly.test(method.name)) return wrong(gone(method.name), ['method']);
  const { jsonrpc: _, id: __, ...rest } = message;
  return (
    schemaFault(method.name, method.message, rest) ??
    (isModern(message) && hasId ? schemaFault(method.name, modernRequest, rest) : undefined)
  );
}

/** The fault of a result. If the article does not show its request, only the constraints on all results apply. */
function resultFault({ id, result }: Message, { examples, example }: Within): MessageFault | undefined {
  const request = examples
    .filter(({ ordinal }) => ordinal <= example.ordinal)
    .flatMap(requestsIn)
    .findLast((one) => one.id === id);
  const method = request && methods.get(request.method);
  if (request !== undefined && method === undefined) return undefined;
  const type = objectOf.safeParse(result).data?.resultType;
  const isOfModern = type !== undefined || (request !== undefined && isModern(request));
  const rules = [
    ...(isOfModern ? [modernResult] : []),
    ...(type === 'input_required' ? [inputRequired] : []),
    ...(request && method && type !== 'input_required' ? resultSchemas(request, method, isOfModern) : []),
    ...(method && type === 'input_required' && !mayAskForInput.test(method.name) ? [complete] : []),
  ];
  for (const rule of rules) {
    const found = schemaFault(method?.name ?? 'MCP', z.object({ result: rule }), { result });
    if (found !== undefined) return found;
  }
  return undefined;
}

function resultSchemas(request: Request, { name, result = core.EmptyResultSchema }: Method, isOfModern: boolean) {
  // In 2025-11-25, a request may ask for a task. The response is then the created task.
  const params = objectOf.safeParse(request.params).data;
  if (!isOfModern && params?.task !== undefined) return [core.CreateTaskResultSchema];
  return [
    result,
    ...(name === 'tools/call' ? [toolResult] : []),
    ...(isOfModern && cacheable.test(name) ? [cacheHints] : []),
  ];
}

interface Method {
  name: string;
  /** The schema of the message without `jsonrpc` and `id`. */
  message: z.ZodType;
  /** The schema of the result; undefined for a notification. */
  result: z.ZodType | undefined;
}

const schemas = new Map<string, unknown>(Object.entries(core));

/** Method → schemas. They are found by the names of the SDK: `CallToolRequestSchema` («tools/call») has `CallToolResultSchema`. */
const methods: ReadonlyMap<string, Method> = new Map(
  [...schemas].flatMap(([schemaName, schema]): [string, Method][] => {
    const [, stem = '', kind] = /^(\w+)(Request|Notification)Schema$/.exec(schemaName) ?? [];
    const method = schema instanceof z.ZodObject ? schema.shape.method : undefined;
    if (!(schema instanceof z.ZodObject && method instanceof z.ZodLiteral)) return [];
    const name = String(method.value);
    return [[name, { name, message: schema, result: kind === 'Request' ? resultOf(stem) : undefined }]];
  }),
);

/** The schema of a method's result. The result of sampling may use tools. A method without a result schema has an empty result. */
function resultOf(stem: string): z.ZodType {
  const named = schemas.get(`${stem}ResultWithToolsSchema`) ?? schemas.get(`${stem}ResultSchema`);
  return named instanceof z.ZodType ? named : core.EmptyResultSchema;
}

/** SDK 2.4.0 exports no schemas of this revision, so only the most frequent mistakes are checked, in this file. */
const modernRevision = '2026-07-28';
const modernOnly = new Set(['server/discover', 'subscriptions/listen', 'notifications/subscriptions/acknowledged']);
/** Methods that revision 2026-07-28 has removed. A server now sends requests of the last three methods in `inputRequests` of a result. */
const legacyOnly =
  /^(?:initialize|ping|logging\/setLevel|resources\/(?:un)?subscribe|tasks\/\w+|sampling\/createMessage|elicitation\/create|roots\/list)$/;
const cacheable = /^(?:(?:tools|prompts|resources|resources\/templates)\/list|resources\/read|server\/discover)$/;
const mayAskForInput = /^(?:tools\/call|prompts\/get|resources\/read)$/;

const revisionKey = 'io.modelcontextprotocol/protocolVersion';
const modernMeta = z.looseObject({
  [revisionKey]: z.string(),
  'io.modelcontextprotocol/clientCapabilities': core.ClientCapabilitiesSchema,
});
const modernRequest = z.looseObject({ params: z.looseObject({ _meta: modernMeta }) });
const modernResult = z.looseObject({ resultType: z.string() });
const complete = z.looseObject({ resultType: z.literal('complete') });
const inputRequired = z
  .looseObject({
    inputRequests: z.record(z.string(), core.RequestSchema).optional(),
    requestState: z.string().optional(),
  })
  .refine((result) => result.requestState !== undefined || Object.keys(result.inputRequests ?? {}).length > 0, {
    path: ['inputRequests'],
    message: 'input_required needs inputRequests or requestState',
  });
const cacheHints = z.looseObject({ ttlMs: z.int().min(0), cacheScope: z.enum(['public', 'private']) });
/** Requires `content`, as both revisions do. The schema of the SDK accepts a tool result without it. */
const toolResult = z.looseObject({ content: z.array(z.unknown()) });

/** Whether a request belongs to revision 2026-07-28. */
function isModern({ method, params }: Request): boolean {
  const meta = objectOf.safeParse(objectOf.safeParse(params).data?._meta).data;
  return modernOnly.has(method) || meta?.[revisionKey] === modernRevision;
}

function requestsIn(example: Example): Request[] {
  return valuesIn(example)
    .flatMap((value): unknown[] => (Array.isArray(value) ? value : [value]))
    .filter(isMessage)
    .filter(isRequest);
}

/** The JSON values of an example: the whole code of a JSON example, or the bodies and events of HTTP messages. */
function valuesIn({ language, code }: Example): unknown[] {
  if (language === 'json') return [parsedJson(code)];
  if (language !== 'http') return [];
  const bodies = code.split(/\n\s*\n(?=[[{])/).slice(1);
  return [
    ...bodies.map((body) => parsedJson(body.split(/\n\s*\n(?=\S+ \S+ HTTP\/|HTTP\/)/, 1)[0] ?? '')),
    ...[...code.matchAll(/^data: ?(.*)$/gm)].map(([, line = '']) => parsedJson(line)),
  ];
}

const languages = { zh: z.locales.zhCN(), en: z.locales.en() };

/** The first fault that a schema finds; undefined if it accepts the value. */
function schemaFault(subject: string, schema: z.ZodType, value: unknown): MessageFault | undefined {
  const [zh, en] = [languages.zh, languages.en].map((language) => {
    const issue = schema.safeParse(value, { error: language.localeError }).error?.issues[0];
    return issue && innermost(issue);
  });
  if (zh === undefined || en === undefined) return undefined;
  const where = en.path.map(String).join('.') || '$';
  const found = {
    zh: `${subject}：${where} 有误（${zh.message}）`,
    en: `${subject}: ${where} is wrong (${en.message})`,
  };
  const expected =
    subject === 'JSON-RPC'
      ? { zh: 'JSON-RPC 2.0 规定的形式', en: 'the form that JSON-RPC 2.0 prescribes' }
      : { zh: 'MCP 规范规定的形式', en: 'the form that the MCP specification prescribes' };
  return wrong({ found, expected }, en.path);
}

/** For a union, the issue of the member that the author probably meant: the one with the right type, else the one that matches deepest. */
function innermost(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string } {
  if (issue.code !== 'invalid_union') return { path: issue.path, message: issue.message };
  const members = issue.errors.flatMap((issues) => {
    const isMeant = !issues.some(({ path }) => path.length === 1 && path[0] === 'type');
    const [first] = issues.map(innermost);
    return first === undefined ? [] : [{ ...first, rank: (isMeant ? 1_000 : 0) + first.path.length }];
  });
  const best = members.sort((left, right) => right.rank - left.rank)[0];
  if (best === undefined) return { path: issue.path, message: issue.message };
  if (best.path.length === 0)
    return { path: issue.path, message: [...new Set(members.map(({ message }) => message))].join(' / ') };
  return { path: [...issue.path, ...best.path], message: best.message };
}

function wrong(about: { found: Bilingual; expected: Bilingual }, path: PropertyKey[] = []): MessageFault {
  const advice = {
    zh: '改正这条消息。若示例正是要展示错误的消息，就在围栏上写 verify=fails。',
    en: 'Correct the message. If the example is meant to show an invalid message, mark its fence verify=fails.',
  };
  return { path, fault: { ...about, advice } };
}

const noMessage = {
  found: { zh: '批量中不是消息的元素', en: 'an element of a batch that is not a message' },
  expected: { zh: 'JSON-RPC 消息', en: 'a JSON-RPC message' },
};
const noBatches = {
  found: { zh: 'MCP 消息的批量', en: 'a batch of MCP messages' },
  expected: { zh: '单条消息：MCP 不再有批量', en: 'one message: MCP no longer has batches' },
};
const oneKind = {
  found: {
    zh: '一条消息，其中 method、result、error 不是恰好有一个',
    en: 'a message without exactly one of method, result and error',
  },
  expected: { zh: '请求、通知、结果或错误', en: 'a request, a notification, a result or an error' },
};
const gone = (method: string) => ({
  found: { zh: `${modernRevision} 版中的 ${method}`, en: `${method} in revision ${modernRevision}` },
  expected: { zh: '该版仍有的方法', en: 'a method that this revision has' },
});
