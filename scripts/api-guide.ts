// `stele api-guide`: generates the API reference guide from the server's OpenAPI document. A test fails when the guide is out of
// date.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import { escapedMarkdown } from '../build/bodies/markdown.ts';
import { defaultSite, domainIds } from '../build/edition/site-settings.ts';
import type { Language } from '../build/edition/vocabulary.ts';
import { languageHeadings } from '../build/source/outline.ts';
import { allowanceOf, planNames } from '../server/access/plans.ts';
import { openApiDocument } from '../server/faces/http/openapi.ts';
import { operations } from '../server/operations/table.ts';
import { problemCodes } from '../server/problems.ts';
import type { CommandIo } from './command-io.ts';
import { reportingMistakes } from './content-option.ts';
import { packageRoot, packageVersion } from './package-root.ts';

export const apiGuideFile = join('content', 'guides', 'api.md');

export function apiGuideCommand(io: CommandIo): Command {
  return new Command('api-guide')
    .description('write the API reference from the OpenAPI document of the server')
    .action(reportingMistakes(io, async () => writeFile(join(packageRoot, apiGuideFile), apiGuide())));
}

/** The parts of a JSON Schema that the guide shows. */
const jsonSchema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).default([]),
  get properties() {
    return z.record(z.string(), jsonSchema).optional();
  },
  get items() {
    return jsonSchema.optional();
  },
  get anyOf() {
    return z.array(jsonSchema).optional();
  },
});
type JsonSchema = z.infer<typeof jsonSchema>;

const reference = z.object({ $ref: z.string() });
const response = z.object({
  description: z.string(),
  content: z.record(z.string(), z.object({ schema: jsonSchema })).optional(),
});
const parameter = z.object({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  required: z.boolean(),
  description: z.string(),
  schema: jsonSchema,
});
type Parameter = z.infer<typeof parameter>;
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(z.union([reference, parameter])),
  responses: z.record(z.string(), z.union([reference, response])),
});
type Operation = z.infer<typeof operation>;
/** The parts of the OpenAPI document that the guide shows. */
const openApi = z.object({
  paths: z.record(z.string(), z.object({ get: operation })),
  components: z.object({
    schemas: z.record(z.string(), jsonSchema),
    responses: z.record(z.string(), response),
    parameters: z.record(z.string(), parameter),
    headers: z.record(z.string(), z.object({ description: z.string() })),
  }),
});
type Document = z.infer<typeof openApi>;

/** One example request per operation, relative to the base address of the API. */
const requests: Readonly<Record<string, string>> = {
  search: '/search?q=timeout&pageSize=5',
  getContext: '/context?q=timeout&maxTokens=600',
  getArticle: '/articles/$SLUG?format=markdown',
  listDomains: '/domains',
  listChanges: '/changes?since=2026-01-01',
  getAgent: '/agents/me',
};

const frontMatter = `---
title:
  zh: "API 参考"
  en: "API reference"
summary:
  zh: "每个操作的参数、返回字段、状态码和一个请求示例，以及错误码、限额、HTTP 头和共用的数据结构。由服务器的 OpenAPI 文档生成。"
  en: "The parameters, fields and statuses of every operation with an example request; the error codes, limits, headers and shared objects. Generated from the server's OpenAPI document."
order: 4
audience: agent
---
`;

const words = {
  zh: {
    intro:
      '本页由服务器的 OpenAPI 文档生成，说明文字沿用其中的英文。程序可以直接读取 [openapi.json](/api/v1/openapi.json)，那里有每个字段的完整约束和更多示例。各个操作怎样配合使用，见[调用 API](agents.md)。',
    variables:
      '所有请求都用 GET。示例中的 `$BASE` 是响应头 `X-Agent-API-Endpoint` 给出的基础地址，`$SLUG` 是某篇文章的 slug。',
    parameters: '参数：',
    fields: '`data` 的字段：',
    dataIs: '`data` 是 ',
    alsoMarkdown: '`format=markdown` 时，响应是 Markdown 文本，没有外层结构。',
    statuses: '[状态码](#状态码与错误码)：',
    stop: '。',
    comma: '、',
    pause: '，',
    aside: (text: string) => `（${text}）`,
    name: '名称',
    type: '类型',
    defaultValue: '默认 ',
    meaning: '含义',
    status: '状态码',
    code: '错误码',
    plan: '方案',
    allowance: '限额',
    required: '必需',
    optional: '可选',
    places: { path: '路径参数', query: '', header: '请求头' },
    or: ' 或 ',
    arrayOf: (item: string) => `${item} 的数组`,
    characters: ' 个字符',
    elements: ' 项',
    domain: '领域',
    domainMeaning: '`GET /api/v1/domains` 列出的领域之一',
    errors: '状态码与错误码',
    errorsIntro:
      '失败时 `success` 为 `false`，`data` 为 `null`，`error` 说明出了什么问题、允许什么、下一步做什么。`error.code` 是下表中的错误码；`meta` 见 [Meta](#meta)。',
    errorFields: '`error` 的其他字段：',
    limits: '限额',
    limitsIntro:
      '超过限额的请求得到 `RATE_LIMITED`（429），`Retry-After` 给出需要等待的秒数。每个响应的 `RateLimit` 都说明还剩多少。',
    headers: 'HTTP 头',
    requestHeaders: '请求头：',
    responseHeaders: '响应头：',
    objects: '数据结构',
    objectsIntro: '下面是多个响应共用的数据结构。',
  },
  en: {
    intro:
      'This page is generated from the OpenAPI document of the server. Programs can read [openapi.json](/api/v1/openapi.json), which has all constraints of every field and more examples. How the operations are used together is described in [Calling the API](agents.md).',
    variables:
      'Every request is a GET. In the examples `$BASE` is the base address that the response header `X-Agent-API-Endpoint` names, and `$SLUG` is the slug of an article.',
    parameters: 'Parameters:',
    fields: 'Fields of `data`:',
    dataIs: '`data` is ',
    alsoMarkdown: 'With `format=markdown` the response is Markdown text without the envelope.',
    statuses: '[Statuses](#statuses-and-error-codes): ',
    stop: '.',
    comma: ', ',
    pause: ', ',
    aside: (text: string) => ` (${text})`,
    name: 'Name',
    type: 'Type',
    defaultValue: 'default ',
    meaning: 'Meaning',
    status: 'Status',
    code: 'Code',
    plan: 'Plan',
    allowance: 'Limit',
    required: 'required',
    optional: 'optional',
    places: { path: 'in the path', query: '', header: 'header' },
    or: ' or ',
    arrayOf: (item: string) => `array of ${item}`,
    characters: ' characters',
    elements: ' elements',
    domain: 'domain',
    domainMeaning: 'one of the domains that `GET /api/v1/domains` lists',
    errors: 'Statuses and error codes',
    errorsIntro:
      'On failure `success` is `false`, `data` is `null`, and `error` says what is wrong, what is allowed and what to do next. `error.code` is a code of this table; `meta` is described under [Meta](#meta).',
    errorFields: 'Further fields of `error`:',
    limits: 'Limits',
    limitsIntro:
      'A request beyond the limit gets `RATE_LIMITED` (429), and `Retry-After` says how many seconds to wait. `RateLimit` on every response says how much is left.',
    headers: 'Headers',
    requestHeaders: 'Request headers:',
    responseHeaders: 'Response headers:',
    objects: 'Objects',
    objectsIntro: 'These objects are shared by several responses.',
  },
} as const;
type Words = (typeof words)[Language];

/** The text of the guide. It lists no domains, because they differ between editions. */
export function apiGuide(): string {
  const document = openApi.parse(
    openApiDocument({ operations, origin: '', version: packageVersion, site: defaultSite }),
  );
  return `${frontMatter}\n${textIn('zh', document)}\n${textIn('en', document)}`;
}

function textIn(language: Language, { paths, components }: Document): string {
  const said = words[language];
  const { schemas, parameters, headers } = components;
  const nameAndMeaning = (described: readonly { name: string; description: string }[]): string =>
    table(
      [said.name, said.meaning],
      described.map(({ name, description }) => [`\`${name}\``, markdownOf(description)]),
    );
  const shared = Object.entries(schemas).filter(([name]) => !isProblem(name));
  return [
    `# ${languageHeadings[language]}`,
    said.intro,
    said.variables,
    ...Object.entries(paths).flatMap(([path, { get }]) => operationSection(path, get, said)),
    `## ${said.errors}`,
    said.errorsIntro,
    statusTable(paths, components.responses, said),
    said.errorFields,
    fieldTable(errorFields(schemas), said),
    `## ${said.limits}`,
    said.limitsIntro,
    table(
      [said.plan, said.allowance],
      planNames.map((plan) => [`\`${plan}\``, allowanceOf(plan)]),
    ),
    `## ${said.headers}`,
    said.requestHeaders,
    nameAndMeaning(Object.values(parameters)),
    said.responseHeaders,
    nameAndMeaning(Object.entries(headers).map(([name, { description }]) => ({ name, description }))),
    `## ${said.objects}`,
    said.objectsIntro,
    ...shared.flatMap(([name, schema]) => [
      `### ${name}`,
      ...(schema.description === undefined ? [] : [markdownOf(schema.description)]),
      fieldTable(fieldsOf(schema), said),
    ]),
    '',
  ].join('\n\n');
}

/** True for the schemas of error responses. The guide describes them in the section on error codes, not among the objects. */
const isProblem = (name: string): boolean => name.endsWith('Problem');

function operationSection(path: string, get: Operation, said: Words): string[] {
  const { operationId, summary, description, parameters, responses } = get;
  const own = parameters.flatMap((given) => ('$ref' in given ? [] : [given]));
  const success = responses[200];
  const content = success === undefined || '$ref' in success ? {} : (success.content ?? {});
  const data = content['application/json']?.schema.properties?.data ?? { required: [] };
  const fields = fieldsOf(data);
  return [
    `## GET ${path}`,
    `**${summary}.** ${markdownOf(description)}`,
    `\`\`\`sh\n${commandOf(operationId, own)}\n\`\`\``,
    ...(own.length === 0 ? [] : [said.parameters, parameterTable(own, said)]),
    ...(fields.length === 0
      ? [`${said.dataIs}${typeOf(data, said)}${said.stop}`]
      : [said.fields, fieldTable(fields, said)]),
    ...(content['text/markdown'] === undefined ? [] : [said.alsoMarkdown]),
    `${said.statuses}${Object.keys(responses).join(said.comma)}${said.stop}`,
  ];
}

function commandOf(operationId: string, parameters: readonly Parameter[]): string {
  const request = requests[operationId];
  if (request === undefined) throw new Error(`scripts/api-guide.ts has no example request for ${operationId}`);
  const headers = parameters.filter((one) => one.in === 'header' && one.required);
  return `curl -s${headers.map(({ name }) => ` -H '${name}: docs-helper/1.0'`).join('')} "$BASE${request}"`;
}

function parameterTable(parameters: readonly Parameter[], said: Words): string {
  return table(
    [said.name, said.type, said.meaning],
    parameters.map(({ name, in: place, required, description, schema }) => [
      `\`${name}\`${marksOf(place, required, said)}`,
      // Enum values are left out of the type, because the description of the parameter lists them.
      `${typeOf({ ...schema, enum: undefined }, said)}${rangeOf(schema, said)}${defaultOf(schema, said)}`,
      isDomain(schema) ? said.domainMeaning : markdownOf(description),
    ]),
  );
}

/** Marks after the name of a parameter: where it is sent, unless in the query, and whether it is required. */
function marksOf(place: Parameter['in'], required: boolean, said: Words): string {
  const marks = [said.places[place], required ? said.required : ''].filter((mark) => mark !== '');
  return marks.length === 0 ? '' : said.aside(marks.join(said.pause));
}

const defaultOf = ({ default: value }: JsonSchema, said: Words): string =>
  value === undefined ? '' : `${said.pause}${said.defaultValue}\`${value}\``;

interface Field {
  /** The path of the field within the described object, such as `counts.added` or `sections[].text`. */
  name: string;
  required: boolean;
  schema: JsonSchema;
}

/** The fields of an object. A field that contains an object without a schema of its own is followed by the fields of that object. */
function fieldsOf({ properties = {}, required }: JsonSchema): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner =
      schema.type === 'array' ? schema.items : (schema.anyOf?.find(({ type }) => type === 'object') ?? schema);
    const below = inner === undefined || isByDomain(inner) ? [] : fieldsOf(inner);
    const prefix = `${name}${schema.type === 'array' ? '[]' : ''}.`;
    return [
      { name, required: required.includes(name), schema },
      ...below.map((field) => ({ ...field, name: `${prefix}${field.name}` })),
    ];
  });
}

/** All fields of `error` besides `code`. A field is required if the errors of every code have it. */
function errorFields(schemas: Document['components']['schemas']): Field[] {
  const ofCodes = Object.entries(schemas).flatMap(([name, { properties }]) => {
    const error = properties?.error;
    return isProblem(name) && error !== undefined ? [fieldsOf(error)] : [];
  });
  const byName = new Map(ofCodes.flat().map((field) => [field.name, field]));
  byName.delete('code');
  return [...byName.values()].map((field) => {
    const required = ofCodes.every((fields) => fields.some((own) => own.name === field.name && own.required));
    return { ...field, required };
  });
}

function fieldTable(fields: readonly Field[], said: Words): string {
  return table(
    [said.name, said.type, said.meaning],
    fields.map(({ name, required, schema }) => [
      `\`${name}\`${required ? '' : said.aside(said.optional)}`,
      `${typeOf(schema, said)}${rangeOf(schema, said)}`,
      markdownOf(schema.description ?? ''),
    ]),
  );
}

/** A table of all HTTP statuses of the API with their error codes and meanings. */
function statusTable(paths: Document['paths'], responses: Document['components']['responses'], said: Words): string {
  const meanings = new Map<string, string>();
  for (const { get } of Object.values(paths)) {
    for (const [status, given] of Object.entries(get.responses)) {
      const name = '$ref' in given ? given.$ref.slice(given.$ref.lastIndexOf('/') + 1) : undefined;
      const { description } = '$ref' in given ? (responses[name ?? ''] ?? { description: '' }) : given;
      meanings.set(status, description);
    }
  }
  const codeOf = (status: string): string =>
    Object.entries(problemCodes).find(([, declared]) => String(declared.status) === status)?.[0] ?? '';
  return table(
    [said.status, said.code, said.meaning],
    [...meanings.entries()]
      .sort(([left], [right]) => Number(left) - Number(right))
      .map(([status, meaning]) => {
        const code = codeOf(status);
        return [status, code === '' ? '' : `\`${code}\``, markdownOf(meaning.replace(`${code}: `, ''))];
      }),
  );
}

function typeOf(schema: JsonSchema, said: Words): string {
  const { $ref, type, format, items, anyOf, enum: values } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `[${name}](#${name.toLowerCase()})`;
  }
  // A schema with both `type` and `anyOf` has one type: its `anyOf` only lists patterns.
  if (anyOf !== undefined && type === undefined) return anyOf.map((one) => typeOf(one, said)).join(said.or);
  if (isDomain(schema)) return `[${said.domain}](#get-apiv1domains)`;
  if (values !== undefined && type !== 'boolean') return values.map((value) => `\`${value}\``).join(said.comma);
  if (type === 'array') return said.arrayOf(items === undefined ? '' : typeOf(items, said));
  return format ?? [type ?? ''].flat().join(said.or);
}

const domains = domainIds(defaultSite);
/** True for the enum of domain ids. The guide does not list its values, because other sites have other domains. */
const isDomain = ({ enum: values }: JsonSchema): boolean => values?.join() === domains.join();
const isByDomain = ({ properties = {} }: JsonSchema): boolean => Object.keys(properties).join() === domains.join();

/** The bounds of a value as text, such as `, 1–100`, `, ≥ 1` or `, 1–4096 characters`; empty if it has none. */
function rangeOf(schema: JsonSchema, said: Words): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    between(minimum, maximum, ''),
    between(minLength, maxLength, said.characters),
    between(minItems, maxItems, said.elements),
  ]
    .filter((range) => range !== '')
    .map((range) => `${said.pause}${range}`)
    .join('');
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  // For an integer without bounds, zod writes the bounds of JavaScript's safe integers.
  const from = least === Number.MIN_SAFE_INTEGER ? undefined : least;
  const to = most === Number.MAX_SAFE_INTEGER ? undefined : most;
  if (from === undefined && to === undefined) return '';
  if (from === to) return `${from}${unit}`;
  if (to === undefined) return `≥ ${from}${unit}`;
  return from === undefined ? `≤ ${to}${unit}` : `${from}–${to}${unit}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map((cells) => line(cells.map(cellText)))].join('\n');
}

/** The text of a table cell: one line, with `|` escaped. */
const cellText = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');

/** Escapes a description as Markdown. Descriptions are plain text except for code in backticks, which stays as it is. */
const markdownOf = (description: string): string =>
  description
    .split(/(`[^`]+`)/)
    .map((piece, index) => (index % 2 === 1 ? piece : escapedMarkdown(piece)))
    .join('');
