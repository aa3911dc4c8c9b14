// From zod schemas to the schemas of an OpenAPI 3.1 document (JSON Schema 2020-12). What has an id becomes a component, and is
// referred to wherever it stands.
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

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
