import { describe, expect, it } from 'vitest';
import { defaultSite } from '../../../build/edition/site-settings.ts';
import { operationOf } from '../../../server/operations/operation.ts';
import { parameterSynonyms, valueSynonyms } from '../../../server/operations/parameters.ts';
import { operations } from '../../../server/operations/table.ts';

describe('a synonym', () => {
  const shapes = operations.map((operation) => operationOf(operation, defaultSite).input.shape);
  const schemasNamed = (name: string) => shapes.flatMap((shape) => (name in shape ? [shape[name]] : []));

  it('of a parameter is never itself an existing parameter', () => {
    for (const written of Object.keys(parameterSynonyms)) expect(schemasNamed(written), written).toEqual([]);
  });

  it('of a parameter always means an existing parameter', () => {
    for (const meant of Object.values(parameterSynonyms)) expect(schemasNamed(meant).length, meant).toBeGreaterThan(0);
  });

  it('of a value always means an allowed value, and is never an allowed value itself', () => {
    for (const [parameter, values] of Object.entries(valueSynonyms)) {
      const schemas = schemasNamed(parameter);
      expect(schemas.length, parameter).toBeGreaterThan(0);
      for (const [written, meant] of Object.entries(values)) {
        for (const schema of schemas) {
          expect(schema?.safeParse(meant).success, meant).toBe(true);
          expect(schema?.safeParse(written).success, written).toBe(false);
        }
        expect(written).toBe(written.toLowerCase());
      }
    }
  });
});
