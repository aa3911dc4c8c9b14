// The two tools, derived from operations: their names, their arguments, the operations that answer them, and their JSON Schemas.
import { z } from 'zod';
import { article, articleExcerpt } from '../../../build/edition/article.ts';
import { getArticle } from '../../operations/get-article.ts';
import { getContext } from '../../operations/get-context.ts';
import type { Operation } from '../../operations/operation.ts';
import { defaultPageSize } from '../../operations/parameters.ts';
import { search } from '../../operations/search.ts';

export interface Tool {
  name: string;
  title: string;
  /** Every agent pays for each of its words, in every conversation. */
  description: string;
  operation: Operation;
  /** Argument → parameter of the operation, where the two have different names. */
  renamed: Readonly<Record<string, string>>;
  /** Parameters that are no arguments: they choose what only HTTP can answer. */
  withheld: readonly string[];
  /** What callers write when they mean an argument, beside the synonyms of parameters. */
  synonyms: Readonly<Record<string, string>>;
  /** What an argument says about itself, where the parameter says something else. */
  descriptions: Readonly<Record<string, string>>;
  /** The shape of `structuredContent`. */
  output: z.ZodObject;
  /** The same tool over another operation, which answers when an argument is given that only this one has. */
  budgeted?: { argument: string; tool: Tool };
}

/** A call of a tool, as an answer suggests it. */
export const suggestedCall = z
  .strictObject({ tool: z.string(), arguments: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])) })
  .meta({ id: 'SuggestedCall' });
export type SuggestedCall = z.infer<typeof suggestedCall>;

const nextStep = suggestedCall.optional().describe('A call that is worth making next.');

/** A passage, with the call that gets its whole section instead of a request. */
const passages = z
  .array(getContext.output.shape.passages.element.omit({ get: true }).extend({ call: suggestedCall }))
  .optional()
  .describe('With maxTokens: the passages that answer, the best first.');

const searching = {
  name: 'search',
  title: 'Search the articles',
  description:
    'Finds articles by words or a question, in Chinese or English; without q, the newest; with maxTokens, the passages that answer. Read more with fetch.',
  renamed: {},
  withheld: [],
  synonyms: {},
  descriptions: {
    q: 'words, a question or an identifier',
    lang: 'the only language of the answer; it does not change what is found',
    pageSize: `${defaultPageSize} without it`,
    facets: 'also count what each value of the filters would find',
    maxTokens:
      'instead of a list, the passages that answer q, which it needs: at most so many tokens of text; not with page, pageSize, facets or snippet',
  },
  output: z.strictObject({
    ...search.output.partial().shape,
    ...getContext.output.partial().shape,
    passages,
    suggestions: z.array(suggestedCall).optional().describe('When nothing is found: calls that do find something.'),
    nextStep,
  }),
} satisfies Omit<Tool, 'operation'>;

const searchTool: Tool = {
  ...searching,
  operation: search,
  budgeted: { argument: 'maxTokens', tool: { ...searching, operation: getContext } },
};

/** What a whole article and an excerpt both have. */
const always = (({ id, slug, title, summary, digest, links }) => ({ id, slug, title, summary, digest, links }))(
  article.shape,
);

/** What was left out, with the call that gets it instead of a request. */
const omitted = z
  .array(articleExcerpt.shape.omitted.element.omit({ get: true }).extend({ call: suggestedCall }))
  .optional()
  .describe('What was asked for and left out, in the order of the article.');

const fetchTool: Tool = {
  name: 'fetch',
  title: 'Get an article',
  description:
    'An article by its id or slug, whole or only as many of its sections as fit into maxTokens, with status, confidence and digest. Cite slug, digest and section.',
  operation: getArticle,
  renamed: { id: 'slug' },
  withheld: ['format'],
  synonyms: Object.fromEntries(
    [
      'slug',
      'article',
      'articleId',
      'article_id',
      'docId',
      'doc_id',
      'documentId',
      'name',
      'path',
      'ref',
      'uri',
      'url',
    ].map((name) => [name, 'id']),
  ),
  descriptions: {
    id: 'the slug or id of an article, as search gives them, or a citation slug@digest#section',
    lang: 'the only language of the answer; without it, both',
    section: 'only the section with this anchor',
    maxTokens: 'at most so many tokens of text: what fits, and what is left out',
    digest: 'the text that was cited, also when it is an earlier one',
  },
  output: z.strictObject({
    ...article.partial().shape,
    ...articleExcerpt.partial().shape,
    ...always,
    omitted,
    nextStep,
  }),
};

export const tools: readonly Tool[] = [searchTool, fetchTool];

/** The parameter of the operation that an argument is. */
export const parameterOf = ({ renamed }: Tool, argument: string): string => renamed[argument] ?? argument;

/** The argument that a parameter of the operation is; undefined when it is none. */
export function argumentOf({ renamed, withheld }: Tool, parameter: string): string | undefined {
  if (withheld.includes(parameter)) return undefined;
  return Object.keys(renamed).find((argument) => renamed[argument] === parameter) ?? parameter;
}

/** Every argument, in the order of the operation's parameters. */
export const argumentsOf = (tool: Tool): string[] => [
  ...Object.keys(tool.operation.input.shape).flatMap((parameter) => argumentOf(tool, parameter) ?? []),
  ...(tool.budgeted === undefined ? [] : [tool.budgeted.argument]),
];

/** The tools, each once for every operation that it calls. */
export const everyTool: readonly Tool[] = tools.flatMap((tool) => [
  tool,
  ...(tool.budgeted === undefined ? [] : [tool.budgeted.tool]),
]);

export type JsonSchema = Record<string, unknown>;

export interface ToolSchemas {
  input: JsonSchema;
  output: JsonSchema;
}

const made = new WeakMap<Tool, ToolSchemas>();

export function schemasOf(tool: Tool): ToolSchemas {
  const known = made.get(tool);
  if (known !== undefined) return known;
  const schemas = { input: inputSchemaOf(tool), output: outputSchemaOf(tool) };
  made.set(tool, schemas);
  return schemas;
}

/** The type that JSON Schema gives an argument, such as `integer`. */
export function typeOf(tool: Tool, argument: string): unknown {
  const properties = schemasOf(tool).input.properties as Record<string, JsonSchema>;
  return properties[argument]?.type;
}

function inputSchemaOf(tool: Tool): JsonSchema {
  const { properties: own = {}, required = [] } = z.toJSONSchema(tool.operation.input, {
    io: 'input',
    override: typed,
  });
  const { argument = '', tool: budgeted } = tool.budgeted ?? {};
  const further =
    budgeted === undefined ? {} : (inputSchemaOf(budgeted).properties as Record<string, z.core.JSONSchema.BaseSchema>);
  // Without it another operation answers, so that it has no value of its own.
  const { default: _usual, ...budget } = further[argument] ?? {};
  const properties = { ...own, ...(budgeted !== undefined && { [argument]: budget }) };
  const named = Object.entries(properties).flatMap(([parameter, schema]) => {
    const argument = argumentOf(tool, parameter);
    if (argument === undefined || typeof schema === 'boolean') return [];
    const { description: own, ...rest } = schema;
    const description = tool.descriptions[argument] ?? shortened(own ?? '', schema);
    return [[argument, { ...rest, ...(description !== '' && { description }) }]];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(named),
    ...(required.length > 0 && { required: required.flatMap((parameter) => argumentOf(tool, parameter) ?? []) }),
    additionalProperties: false,
  };
}

/** Parameters arrive as text in HTTP and as what they are here: then the pattern of the text says nothing. */
function typed({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.type === 'string') return;
  delete jsonSchema.pattern;
  if (jsonSchema.type === 'boolean') delete jsonSchema.enum;
  // What zod writes for every whole number.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** What the schema says by itself is not said twice: the list of values, the bounds, the type. */
function shortened(description: string, { type, enum: values }: { type?: unknown; enum?: unknown[] }): string {
  const said = [
    ...(values === undefined ? [] : [`one of ${values.join(', ')}`]),
    ...(type === 'integer' ? [/^a whole number from \d+ to \d+/.exec(description)?.[0] ?? ''] : []),
    ...(type === 'boolean' ? ['true or false'] : []),
  ].find((words) => words !== '' && description.startsWith(words));
  return said === undefined ? description : description.slice(said.length).replace(/^: /, '');
}

/** An object at its root, which is what clients of the earlier revision expect. */
function outputSchemaOf({ output }: Tool): JsonSchema {
  const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
    typed({ jsonSchema });
    // Not every client reads a list of types.
    if (Array.isArray(jsonSchema.type)) {
      jsonSchema.anyOf = jsonSchema.type.map((type) => ({ type }));
      delete jsonSchema.type;
    }
    // Agents see the answer itself; what its members mean is in the OpenAPI document.
    delete jsonSchema.description;
  };
  const { $schema: _dialect, ...schema } = z.toJSONSchema(output, { override });
  return schema;
}
