// The examples in the OpenAPI document equal the answers of the server, and an edition always gives the same document.
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fullPath } from '../../../../server/faces/http/routes.ts';
import { operations } from '../../../../server/operations/table.ts';
import { problemCodes } from '../../../../server/problems.ts';
import { DocumentReader, pointerOf } from '../../../fuzz/document-reader.ts';
import { type Started, startServer } from '../../../server.ts';
import { fixtures, publishFolder } from '../../../site.ts';
import { teaHouse } from '../../tea-house.ts';

const publicUrl = 'https://kb.example.org';

const start = (folder: string): Promise<Started> => startServer(folder, { settings: { publicUrl } });
const textFrom = async (server: Started): Promise<string> => (await server.get('/api/v1/openapi.json')).text();

const server = await start(await publishFolder(join(fixtures, 'site')));
const text = await textFrom(server);
const served = new DocumentReader(JSON.parse(text));
afterAll(() => server.close());

interface Example {
  where: string;
  name: string;
  status: number;
  mediaType: string;
  /** The request target, if the example belongs to an operation. */
  target: string | undefined;
  value: unknown;
  schemaAt: string;
}

/** Every example of an answer in an OpenAPI document. */
function examplesIn({ document }: DocumentReader): Example[] {
  const { paths, components } = document;
  const places = [
    ...Object.entries(paths).flatMap(([path, { get }]) =>
      Object.entries(get.responses).map(
        ([status, response]) =>
          ({ status, response, pointer: pointerOf('paths', path, 'get', 'responses', status) }) as const,
      ),
    ),
    ...Object.entries(components.responses).map(
      ([name, response]) => ({ status: '0', response, pointer: pointerOf('components', 'responses', name) }) as const,
    ),
  ];
  return places.flatMap(({ status, response, pointer }) =>
    '$ref' in response
      ? []
      : Object.entries(response.content ?? {}).flatMap(([mediaType, { examples = {} }]) =>
          Object.entries(examples).map(([name, { value, description }]) => ({
            where: pointer,
            name,
            status: Number(status),
            mediaType,
            target: /^`GET (.+)`$/.exec(description ?? '')?.[1],
            value,
            schemaAt: `${pointer}${pointerOf('content', mediaType, 'schema')}`,
          })),
        ),
  );
}

/** Shortens texts and lists as examples do, and removes id and time, so that an answer and an example can be compared. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, part: unknown) => {
    if (key === 'requestId' || key === 'timestamp') return undefined;
    if (typeof part === 'string') return [...part].slice(0, 299).join('');
    return Array.isArray(part) ? part.slice(0, 10) : part;
  });
}

describe('the examples in the OpenAPI document', () => {
  it('show every possible answer of every operation, and every error code that all operations share', () => {
    const { document } = served;
    for (const operation of operations) {
      const { get } = document.paths[fullPath(operation)] ?? {};
      for (const [status, response] of Object.entries(get?.responses ?? {})) {
        const content = '$ref' in response ? {} : (response.content ?? {});
        for (const [mediaType, { examples = {} }] of Object.entries(content))
          expect(Object.keys(examples).length, `${operation.name} ${status} ${mediaType}`).toBeGreaterThan(0);
      }
    }
    for (const code of ['UNAUTHORIZED', 'RATE_LIMITED', 'INTERNAL_ERROR'] as const) {
      const { examples = {} } = document.components.responses[code]?.content?.['application/json'] ?? {};
      expect(Object.keys(examples).length, code).toBeGreaterThan(0);
      expect(problemCodes[code].status).toBeGreaterThan(400);
    }
  });

  it('are valid against their schemas', () => {
    const examples = examplesIn(served);
    expect(examples.length).toBeGreaterThan(20);
    for (const { where, name, value, schemaAt } of examples)
      expect(served.faultsOf(value, schemaAt), `${where} ${name}`).toEqual([]);
    const parameters = Object.values(served.document.paths).flatMap(({ get }) => served.parametersOf(get));
    const shown = parameters.filter(({ example }) => example !== undefined);
    expect(new Set(shown.map(({ name }) => name)).size).toBeGreaterThan(12);
    for (const { name, schema, example } of shown) expect(served.accepts(schema, example), name).toBe(true);
  });

  it('equal the server’s answers to the requests that they name', async () => {
    // Examples of agents and of changes are left out: they depend on earlier calls and earlier editions.
    const asked = examplesIn(served).filter(({ where }) => !/agents~1me|changes.*(?:200|404)$/.test(where));
    let compared = 0;
    for (const { name, status, mediaType, target, value } of asked) {
      if (target === undefined) continue;
      const response = await server.get(target);
      expect([response.status, response.headers.get('content-type')], name).toEqual([
        status,
        `${mediaType}; charset=utf-8`,
      ]);
      const answered = await response.text();
      if (mediaType === 'application/json') expect(comparable(JSON.parse(answered)), target).toEqual(comparable(value));
      else expect(answered.slice(0, 1_000)).toBe(String(value).slice(0, 1_000));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(10);
  });
});

describe('the OpenAPI document', () => {
  it('of an edition has the same bytes, whatever edition was published before', async () => {
    const { folder } = await teaHouse();
    await publishFolder(join(fixtures, 'site'), folder);
    expect(await textFrom(await start(folder))).toBe(text);
  });
});
