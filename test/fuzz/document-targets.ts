// Generates request targets from an OpenAPI document: all operations, with valid or nearly valid parameters.
import fc from 'fast-check';
import type { DocumentReader, OperationObject, ParameterObject } from './document-reader.ts';

/** Arbitrary texts, which are invalid values for most parameters. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    ...['', ' ', '　', '..', '%', '0', '-1', '-0', '01', '1e2', '1.0', 'null', '٣', 'a'.repeat(257), 'a'.repeat(4097)],
  ),
  fc.constantFrom('\uFDFA'.repeat(250), 'teapot', 'old-teapot', 'art_teapot', 'teapot@0123456789ab', '2026-02-30'),
);

/** A value in `weight` of ten cases, and undefined otherwise. */
export const present = <Value>(arbitrary: fc.Arbitrary<Value>, weight: number) =>
  fc.oneof({ weight, arbitrary }, { weight: 10 - weight, arbitrary: fc.constant(undefined) });

/** Texts for a parameter, most of them valid or nearly valid by its schema. */
export function textFor({ schema, example }: ParameterObject): fc.Arbitrary<string> {
  const { minimum, maximum, anyOf } = schema as { minimum?: number; maximum?: number; anyOf?: object[] };
  const patterns = [schema, ...(anyOf ?? [])].flatMap((part) =>
    'pattern' in part && part.pattern !== '\\S' ? [new RegExp(String(part.pattern).replace(/\(\?=.*?@\)/g, ''))] : [],
  );
  const allowed: fc.Arbitrary<string>[] = [
    ...(example === undefined ? [] : [fc.constant(String(example))]),
    ...(Array.isArray(schema.enum) ? [fc.constantFrom(...schema.enum.map(String))] : []),
    ...(minimum !== undefined && maximum !== undefined
      ? [fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum - 1, minimum, maximum, maximum + 1)]
      : []
    ).map((number) => number.map(String)),
    ...patterns.map((pattern) => fc.stringMatching(pattern, { size: 'small' })),
  ];
  const text = allowed.length === 0 ? anyText : fc.oneof({ weight: 4, arbitrary: fc.oneof(...allowed) }, anyText);
  return text.filter((candidate) => !/\p{Surrogate}/u.test(candidate));
}

/** The request target for a path template such as `/api/v1/articles/{slug}`, with these values of path and query parameters. */
export function targetOf(path: string, given: Readonly<Record<string, string>>): string {
  const isOfPath = (name: string): boolean => path.includes(`{${name}}`);
  const query = Object.entries(given).filter(([name]) => !isOfPath(name));
  const text = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
  return text === '' ? target : `${target}?${text}`;
}

/** Targets of all operations, each with equal probability. A path parameter is usually one of `names`. */
export function documentTargets(reader: DocumentReader, names: readonly string[]): fc.Arbitrary<string> {
  const described = Object.entries(reader.document.paths);
  return fc.oneof(...described.map(([path, { get }]) => targetsAt(path, reader, get, names)));
}

function targetsAt(
  path: string,
  reader: DocumentReader,
  operation: OperationObject,
  names: readonly string[],
): fc.Arbitrary<string> {
  const values = reader
    .parametersOf(operation)
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter): [string, fc.Arbitrary<string | undefined>] => {
      const text = textFor(parameter);
      if (parameter.in === 'query') return [parameter.name, present(text, 3)];
      return [parameter.name, fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, text)];
    });
  return fc.record(Object.fromEntries(values)).map((given) => {
    const texts = Object.entries(given).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
    return targetOf(path, Object.fromEntries(texts));
  });
}
