// What the API reference says, read out of the OpenAPI document: both its HTML and its Markdown are made of this.
import { z } from 'zod';
import { allowanceOf, planNames } from '../../access/plans.ts';
import { problemCodes } from '../../problems.ts';
import { type DocumentSettings, openApiDocument } from '../http/openapi.ts';
import { type JsonSchema, rangeIn, type TypeText, typeIn, usualIn, valuesIn } from './schema-text.ts';

export interface ReferenceContent {
  operations: ReferenceOperation[];
  /** Shapes that several answers hold, by their names. */
  objects: ReferenceObject[];
  problems: { code: string; status: string; meaning: string; example: string | undefined }[];
  /** Headers that most operations take, and those of answers. */
  requestHeaders: { name: string; meaning: string }[];
  headers: { name: string; meaning: string }[];
  limits: { plan: string; allowance: string }[];
}

export interface ReferenceOperation {
  name: string;
  path: string;
  summary: string;
  description: string;
  parameters: ReferenceParameter[];
  answers: { status: string; meaning: string }[];
  /** What `data` is: an object of fields, or one of several named shapes. */
  data: { type: TypeText; fields: ReferenceField[] };
  examples: ReferenceExample[];
}

export interface ReferenceParameter {
  name: string;
  place: 'query' | 'path' | 'header';
  required: boolean;
  type: TypeText;
  range: string;
  /** What it can be, where that is a list. */
  values: readonly string[];
  usual: string | undefined;
  meaning: string;
  /** A value that was answered. */
  example: string | undefined;
}

export interface ReferenceField {
  name: string;
  required: boolean;
  type: TypeText;
  range: string;
  meaning: string;
}

export interface ReferenceObject {
  name: string;
  meaning: string;
  fields: ReferenceField[];
}

export interface ReferenceExample {
  status: string;
  summary: string;
  /** Path with query. */
  target: string;
  /** JSON or Markdown. */
  answer: string;
}

const jsonSchema: z.ZodType<JsonSchema> = z.record(z.string(), z.unknown());
const examples = z.record(
  z.string(),
  z.object({ summary: z.string(), description: z.string().optional(), value: z.unknown() }),
);
const content = z.record(z.string(), z.object({ schema: jsonSchema, examples: examples.optional() }));
const response = z.object({ description: z.string(), content: content.optional() });
const reference = z.object({ $ref: z.string() });
const parameter = z.object({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  required: z.boolean(),
  description: z.string(),
  schema: jsonSchema,
  example: z.unknown().optional(),
});
/** As much of the document as is read. */
const document = z.object({
  paths: z.record(
    z.string(),
    z.object({
      get: z.object({
        operationId: z.string(),
        summary: z.string(),
        description: z.string(),
        parameters: z.array(z.union([reference, parameter])),
        responses: z.record(z.string(), z.union([reference, response])),
      }),
    }),
  ),
  components: z.object({
    schemas: z.record(z.string(), jsonSchema),
    responses: z.record(z.string(), response),
    parameters: z.record(z.string(), parameter),
    headers: z.record(z.string(), z.object({ description: z.string() })),
  }),
});
type Components = z.infer<typeof document>['components'];

export function referenceContent(settings: DocumentSettings): ReferenceContent {
  const { paths, components } = document.parse(openApiDocument(settings));
  return {
    operations: Object.entries(paths).map(([path, { get }]) => ({
      name: get.operationId,
      path,
      summary: get.summary,
      description: get.description,
      parameters: get.parameters.flatMap((given) => ('$ref' in given ? [] : [parameterOf(given)])),
      answers: Object.entries(get.responses).map(([status, given]) => ({
        status,
        meaning: resolved(given, components.responses).description,
      })),
      data: dataOf(resolved(get.responses[200] ?? { description: '' }, components.responses)),
      examples: Object.entries(get.responses).flatMap(([status, given]) =>
        '$ref' in given ? [] : examplesOf(status, given),
      ),
    })),
    // The envelopes of problems are told of beside the codes.
    objects: Object.entries(components.schemas)
      .filter(([name]) => !/.Problem$/.test(name))
      .map(([name, schema]) => ({ name, meaning: textOf(schema.description), fields: fieldsOf(schema) })),
    problems: problemsOf(components),
    requestHeaders: Object.values(components.parameters).map(({ name, description }) => ({
      name,
      meaning: description,
    })),
    headers: Object.entries(components.headers).map(([name, { description }]) => ({ name, meaning: description })),
    limits: planNames.map((plan) => ({ plan, allowance: allowanceOf(plan) })),
  };
}

function resolved<Named extends object>(given: Named | { $ref: string }, among: Record<string, Named>): Named {
  if (!('$ref' in given)) return given;
  const found = among[given.$ref.slice(given.$ref.lastIndexOf('/') + 1)];
  if (found === undefined) throw new Error(`the OpenAPI document has no ${given.$ref}`);
  return found;
}

function parameterOf({ name, in: place, required, description, schema, example }: z.infer<typeof parameter>) {
  return {
    ...{ name, place, required, meaning: description },
    // Its values stand in the meaning, and in the form.
    type: typeIn({ ...schema, enum: undefined }),
    range: rangeIn(schema),
    values: valuesIn(schema),
    usual: usualIn(schema),
    example: example === undefined ? undefined : String(example),
  };
}

function dataOf({ content }: z.infer<typeof response>): ReferenceOperation['data'] {
  const schema = content?.['application/json']?.schema ?? {};
  const data = jsonSchema.parse(propertiesOf(schema).data ?? {});
  return { type: typeIn(data), fields: fieldsOf(data) };
}

const propertiesOf = ({ properties }: JsonSchema): Record<string, unknown> =>
  z.record(z.string(), z.unknown()).optional().parse(properties) ?? {};

function fieldsOf(schema: JsonSchema): ReferenceField[] {
  const required = new Set(z.array(z.string()).optional().parse(schema.required));
  return Object.entries(propertiesOf(schema)).map(([name, given]) => {
    const own = jsonSchema.parse(given);
    return {
      name,
      required: required.has(name),
      type: typeIn(own),
      range: rangeIn(own),
      meaning: textOf(own.description),
    };
  });
}

const textOf = (given: unknown): string => (typeof given === 'string' ? given : '');

function examplesOf(status: string, { content = {} }: z.infer<typeof response>): ReferenceExample[] {
  return Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).map(({ summary, description = '', value }) => ({
      status,
      summary,
      target: /`GET ([^`]+)`/.exec(description)?.[1] ?? '',
      answer: writtenOf(value),
    })),
  );
}

/** What a person looks at: of a list the first elements, of a text its beginning. */
const elementsShown = 2;
const charactersShown = 100;

const writtenOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, shortened, 2));

function shortened(_key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, elementsShown);
  if (typeof value !== 'string') return value;
  const characters = [...value];
  return characters.length <= charactersShown ? value : `${characters.slice(0, charactersShown - 1).join('')}…`;
}

/** Every code once, by its HTTP status; those that any request can end in come with an example. */
function problemsOf({ responses }: Components): ReferenceContent['problems'] {
  return Object.entries(problemCodes).map(([code, { status, meaning }]) => {
    const [example] = Object.values(responses[code]?.content ?? {}).flatMap(({ examples = {} }) =>
      Object.values(examples),
    );
    return { code, status: String(status), meaning, example: example && writtenOf(example.value) };
  });
}
