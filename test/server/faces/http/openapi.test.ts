import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { defaultSite } from '../../../../build/edition/site-settings.ts';
import { openApiDocument } from '../../../../server/faces/http/openapi.ts';
import { fullPath } from '../../../../server/faces/http/routes.ts';
import { subjects } from '../../../../server/operations/operation.ts';
import { operations } from '../../../../server/operations/table.ts';
import { problemCodes } from '../../../../server/problems.ts';
import { DocumentReader, type OperationObject } from '../../../fuzz/document-reader.ts';

const origin = 'https://kb.example.org/stele';
const reader = new DocumentReader(openApiDocument({ operations, site: defaultSite, origin, version: '1.2.3' }));
const { document } = reader;
const described = operations.map((operation) => ({
  operation,
  get: document.paths[fullPath(operation)]?.get as OperationObject,
}));

describe('the OpenAPI document', () => {
  it('describes all operations and no other path, with the address and version of the service', () => {
    expect(Object.keys(document.paths)).toEqual(operations.map(fullPath));
    expect([document.servers.map(({ url }) => url), document.info.version]).toEqual([[origin], '1.2.3']);
    expect(document.tags).toEqual(Object.entries(subjects).map(([name, description]) => ({ name, description })));
    for (const { operation, get } of described) {
      const { name, summary, description, subject } = operation;
      expect(get).toMatchObject({ operationId: name, summary, description, tags: [subject] });
      // Two alternatives: no key, or an API key.
      expect(get.security).toEqual([{}, { apiKey: [] }]);
      const header = reader.parametersOf(get).find((parameter) => parameter.name === 'x-agent-id');
      expect([header?.in, header?.required], name).toEqual(['header', operation.needsAgent === true]);
    }
  });

  it('describes every parameter once, with its location and whether it is required', () => {
    for (const { operation, get } of described) {
      const own = reader.parametersOf(get).filter((parameter) => parameter.in !== 'header');
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

  it('names the error code of each problem status, and allows no other code there', () => {
    const codes = new Map<string, object>(Object.entries(problemCodes));
    for (const { operation, get } of described) {
      for (const [code, { status }] of Object.entries(problemCodes)) {
        const response = reader.responseOf({ operation: get, pointer: '' }, status)?.response;
        if (response === undefined) continue;
        expect(response.description, operation.name).toContain(code);
        const { $ref } = (response.content?.['application/json']?.schema ?? {}) as { $ref: string };
        const schema = document.components.schemas[$ref.slice('#/components/schemas/'.length)];
        expect(JSON.stringify(schema)).toContain(`"const":"${code}"`);
        codes.delete(code);
      }
    }
    expect([...codes.keys()]).toEqual([]);
  });

  it('describes every field, and allows no additional fields', () => {
    const faults: string[] = [];
    JSON.stringify(document, (key, value: unknown) => {
      if (typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value))
        faults.push(`open: ${JSON.stringify(value).slice(0, 100)}`);
      if (key !== 'properties') return value;
      for (const [name, field] of Object.entries(value as Record<string, { description?: string }>))
        if (!/\S/.test(field.description ?? '')) faults.push(`not described: ${name}`);
      return value;
    });
    expect(faults).toEqual([]);
  });
});
