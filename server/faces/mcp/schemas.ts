// The JSON Schemas of a tool's arguments and of what it answers, made once from the zod schemas of its operation.
import { z } from 'zod';
import { argumentOf, type Tool } from './tools.ts';

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
