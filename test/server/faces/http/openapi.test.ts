import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { openApiDocument } from '../../../../server/faces/http/openapi.ts';
import { fullPath } from '../../../../server/faces/http/routes.ts';
import { operations } from '../../../../server/operations/table.ts';
import { problemCodes } from '../../../../server/problems.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Record<string, unknown>;
}
interface Described {
  operationId: string;
  summary: string;
  description: string;
  parameters?: Parameter[];
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
interface Document {
  paths: Record<string, { get: Described }>;
  components: { schemas: Record<string, object> };
}

const document = openApiDocument({ operations, origin: 'https://kb.example.org', version: '1.2.3' }) as Document;
const described = operations.map((operation) => ({
  operation,
  get: document.paths[fullPath(operation)]?.get as Described,
}));

describe('the OpenAPI document', () => {
  it('describes every operation, and nothing else', () => {
    expect(Object.keys(document.paths)).toEqual(operations.map(fullPath));
    expect(described.map(({ get }) => get.operationId)).toEqual(operations.map(({ name }) => name));
    for (const { operation, get } of described) {
      expect([get.summary, get.description]).toEqual([operation.summary, operation.description]);
    }
  });

  it('names every parameter once, where it stands, with what is allowed', () => {
    for (const { operation, get } of described) {
      const own = (get.parameters ?? []).filter((parameter) => parameter.in !== 'header');
      expect(own.map(({ name }) => name).sort(), operation.name).toEqual(Object.keys(operation.input.shape).sort());
      for (const parameter of own) {
        const isOfPath = operation.path.includes(`{${parameter.name}}`);
        const field: z.ZodType | undefined = operation.input.shape[parameter.name];
        const isNeeded = field?.safeParse(undefined).success === false;
        expect([parameter.in, parameter.required]).toEqual([isOfPath ? 'path' : 'query', isNeeded]);
        expect(parameter.description).toMatch(/\S/);
      }
    }
  });

  it('describes parameters by schemas that accept exactly what the operation accepts', () => {
    const samples: Record<string, unknown[]> = {
      page: [1, 1_000_000, 0, 1_000_001, 1.5],
      pageSize: [1, 100, 0, 101],
      domain: ['mcp', 'MCP'],
      status: ['verified', 'passed'],
      minConfidence: [0, 1, 100, 101, -1, 0.5],
      maxRisk: ['low', 'medium', 'high', 'none'],
      lang: ['zh', 'fr'],
      format: ['json', 'xml'],
      facets: [true, false, 1, 'yes'],
      snippet: [true, false, 0],
      since: ['2026-01-01', '2026-01-01T00:00:00Z', 'a'.repeat(12), 'yesterday'],
      have: ['teapot@0123456789ab'],
      q: ['x', '', 'x'.repeat(256), 'x'.repeat(257)],
    };
    const ajv = new Ajv2020({ strict: false });
    let compared = 0;
    for (const { operation, get } of described) {
      for (const { name, schema } of get.parameters ?? []) {
        for (const value of samples[name] ?? []) {
          const accepts = operation.input.shape[name]?.safeParse(String(value)).success;
          expect(ajv.validate(schema, value), `${operation.name} ${name}=${value}`).toBe(accepts);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(20);
  });

  it('names the header of agents on every operation, required where it is', () => {
    for (const { operation, get } of described) {
      const header = get.parameters?.find(({ name }) => name === 'x-agent-id');
      expect([header?.in, header?.required], operation.name).toEqual(['header', operation.needsAgent === true]);
    }
  });

  it('names every problem of the table with its status, on every operation', () => {
    for (const { operation, get } of described) {
      for (const [code, { status }] of Object.entries(problemCodes)) {
        expect(get.responses[status]?.description, operation.name).toContain(code);
      }
    }
  });

  it('names what is answered besides JSON', () => {
    for (const { operation, get } of described) {
      const types = Object.keys(get.responses['200']?.content ?? {});
      expect(types).toEqual(['application/json', ...(operation.alsoAnswers === 'markdown' ? ['text/markdown'] : [])]);
      expect('301' in get.responses, operation.name).toBe(operation.mayMove === true);
    }
  });

  it('leaves no reference open and holds only schemas that can be compiled', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: 'openapi', ...document });
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"(#[^"]+)"/g)].map(([, reference]) => reference);
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references) expect(ajv.getSchema(`openapi${reference}`), reference).toBeDefined();
  });

  it('lets no answer carry a field that it does not name', () => {
    const open: string[] = [];
    JSON.stringify(document, (_key, value: unknown) => {
      if (typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value)) {
        open.push(JSON.stringify(value).slice(0, 100));
      }
      return value;
    });
    expect(open).toEqual([]);
  });
});
