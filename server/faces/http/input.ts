// Parses the parameters of a request into the input of an operation, or into a problem that names each wrong parameter, the allowed
// values, and the most likely intended parameter or value.
import { z } from 'zod';
import { closest } from '../../../build/edition/closest.ts';
import type { Operation } from '../../operations/operation.ts';
import { parameterSynonyms, valueSynonyms } from '../../operations/parameters.ts';
import { invalid, type Problem, type ProblemDetail, shown } from '../../problems.ts';
import { readQuery } from './query-string.ts';

export type InputReading = { ok: true; input: z.infer<z.ZodObject> } | { ok: false; problem: Problem };

export function readInput(operation: Operation, pathParameters: Record<string, string>, url: string): InputReading {
  const query = readQuery(url);
  const known = Object.keys(operation.input.shape);
  const ofPath = known.filter((name) => name in pathParameters);
  const ofQuery = known.filter((name) => !ofPath.includes(name));
  const unknown = Object.keys(query.values).filter((name) => !ofQuery.includes(name));
  const given = Object.fromEntries([
    ...ofPath.map((name) => [name, pathParameters[name]]),
    ...ofQuery.filter((name) => name in query.values).map((name) => [name, query.values[name]]),
  ]);
  const checked = operation.input.safeParse(given);
  const details: ProblemDetail[] = [
    ...query.details,
    ...unknown.map((name) => unknownParameter(name, query.values[name] ?? '', ofQuery)),
    ...(checked.success ? [] : checked.error.issues.map((issue) => wrongValue(operation, issue, given))),
  ];
  if (details.length > 0 || !checked.success) {
    return { ok: false, problem: invalid(details, { hint: hintFor(details, ofQuery) }) };
  }
  return { ok: true, input: checked.data };
}

/** A detail about a parameter that is not one of `known`, with the most likely intended one. */
export function unknownParameter(name: string, value: string, known: readonly string[]): ProblemDetail {
  const synonym = Object.hasOwn(parameterSynonyms, name) ? parameterSynonyms[name] : undefined;
  const suggestion = synonym !== undefined && known.includes(synonym) ? synonym : closest(name, known);
  return {
    parameter: shown(name),
    given: shown(value),
    allowed: known.length === 0 ? 'no parameters' : `only the parameters ${known.join(', ')}`,
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** A detail about a value that the schema of its parameter refuses. */
export function wrongValue(
  { input }: Operation,
  issue: z.core.$ZodIssue,
  given: Record<string, unknown>,
): ProblemDetail {
  const parameter = String(issue.path[0] ?? '');
  const value = given[parameter];
  const schema: unknown = input.shape[parameter];
  const values = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const suggestion = typeof value === 'string' ? likelyValue(parameter, value, { values, schema }) : undefined;
  return {
    parameter,
    given: typeof value === 'string' ? shown(value) : null,
    allowed: describe(schema) ?? issue.message,
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** The most likely intended value: one of the list, or the nearest number within the bounds. */
function likelyValue(
  parameter: string,
  value: string,
  { values, schema }: { values: readonly string[]; schema: unknown },
): string | undefined {
  const meant = meantBy(parameter, value, values);
  if (meant !== undefined) return meant;
  const written = value.trim();
  const { minimum, maximum } = metaOf(schema) ?? {};
  if (typeof minimum === 'number' && typeof maximum === 'number' && /^[+-]?[0-9]+$/.test(written)) {
    return String(Math.min(maximum, Math.max(minimum, Number(written))));
  }
  return closest(value, values);
}

/** The allowed value of which a text is a synonym. */
export function meantBy(parameter: string, text: string, values: readonly string[]): string | undefined {
  const synonyms = Object.hasOwn(valueSynonyms, parameter) ? (valueSynonyms[parameter] ?? {}) : {};
  const written = text.trim().toLowerCase();
  const meant = Object.hasOwn(synonyms, written) ? (synonyms[written] ?? '') : '';
  return values.includes(meant) ? meant : undefined;
}

/** The description of a schema, or of the schema inside it when it only adds a default. */
export const describe = (schema: unknown): string | undefined => metaOf(schema)?.description;

function metaOf(schema: unknown): z.core.GlobalMeta | undefined {
  if (!(schema instanceof z.ZodType)) return undefined;
  const own = schema.meta();
  if (own?.description !== undefined) return own;
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? metaOf(schema.unwrap()) : own;
}

/** The most likely intended request, in words. */
export function hintFor(details: readonly ProblemDetail[], known: readonly string[]): string {
  const meant = details.flatMap(({ parameter, given, suggestion }) =>
    suggestion === undefined
      ? []
      : known.includes(suggestion)
        ? [`${suggestion} instead of ${parameter}`]
        : [`${parameter}=${suggestion} instead of ${given}`],
  );
  if (meant.length > 0) return `Did you mean ${meant.join(', and ')}?`;
  return known.length === 0
    ? 'This request takes no parameters.'
    : `The parameters are ${known.join(', ')}; each at most once.`;
}
