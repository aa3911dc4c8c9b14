// A JSON Schema in words: what kind of value, between which bounds. For people; nothing is validated by it.
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** Words and names of shapes, which the reference tells of elsewhere. */
export type TypeText = (string | { object: string })[];

const schema = z.record(z.string(), z.unknown());
const schemas = z.array(schema);

export function typeIn(given: JsonSchema): TypeText {
  const { $ref, type, format, items, anyOf, oneOf, const: only, enum: values } = given;
  if (typeof $ref === 'string') return [{ object: $ref.slice($ref.lastIndexOf('/') + 1) }];
  const choices = schemas.safeParse(anyOf ?? oneOf);
  // A choice of patterns is still one type.
  if (choices.success && type === undefined) return joined(choices.data.map(typeIn));
  if (only !== undefined) return [JSON.stringify(only)];
  if (Array.isArray(values) && type !== 'boolean') return [values.map((value) => JSON.stringify(value)).join(' | ')];
  if (Array.isArray(type)) return joined(type.map((one) => typeIn({ ...given, type: one })));
  if (type === 'array') return ['array of ', ...typeIn(schema.catch({}).parse(items))];
  if (type === 'object') return [schema.safeParse(given.properties).success ? 'object' : 'map'];
  return [format === 'date-time' ? 'date-time' : typeof type === 'string' ? type : 'any'];
}

function joined(types: readonly TypeText[]): TypeText {
  return types.flatMap((type, index) => (index === 0 ? type : [' or ', ...type]));
}

/** Bounds, as `1–100`, `≥ 1` or `1–256 characters`; empty where there are none. */
export function rangeIn(given: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = given;
  return [
    between(minimum, maximum, ''),
    between(minLength, maxLength, ' characters'),
    between(minItems, maxItems, ' elements'),
  ]
    .filter((text) => text !== '')
    .join(', ');
}

function between(least: unknown, most: unknown, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (least === most) return `${least}${unit}`;
  if (most === undefined) return `≥ ${least}${unit}`;
  return least === undefined ? `≤ ${most}${unit}` : `${least}–${most}${unit}`;
}

/** What can be chosen; empty where that is no list. */
export function valuesIn({ enum: values }: JsonSchema): string[] {
  return Array.isArray(values) ? values.map(String) : [];
}

/** What holds when nothing is given. */
export const usualIn = ({ default: usual }: JsonSchema): string | undefined =>
  usual === undefined ? undefined : String(usual);
