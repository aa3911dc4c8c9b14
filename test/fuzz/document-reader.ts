// Reads an OpenAPI document, resolves its references, and validates values and whole answers against its schemas.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { apiPrefix } from '../../build/edition/locations.ts';

export interface ApiAnswer {
  method: string;
  /** The request target: a path with query, or an absolute URL. */
  target: string;
  status: number;
  header(name: string): string | null | undefined;
  /** The decoded body. */
  text: string;
}

interface HeaderObject {
  description: string;
  required: boolean;
  schema: { type: string; pattern?: string };
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, { $ref: string } | HeaderObject>;
  content?: Record<
    string,
    { schema: object; examples?: Record<string, { summary: string; description?: string; value: unknown }> }
  >;
}
export interface ParameterObject {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: Record<string, unknown>;
  example?: unknown;
}
export interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  parameters: (ParameterObject | { $ref: string })[];
  responses: Record<string, ResponseObject | { $ref: string }>;
}
export interface OpenApiDocument {
  info: { version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, { get: OperationObject }>;
  components: {
    schemas: Record<string, object>;
    headers: Record<string, HeaderObject>;
    parameters: Record<string, ParameterObject>;
    responses: Record<string, ResponseObject>;
  };
}

/** Finds operations and responses in an OpenAPI document, and validates values against its schemas. JSON pointers name the schemas. */
export class DocumentReader {
  readonly document: OpenApiDocument;
  readonly #ajv: Ajv2020;

  constructor(document: object) {
    this.document = document as OpenApiDocument;
    // The document itself is not a schema, so strict mode would refuse its keywords.
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, formats });
    this.#ajv.addSchema({ $id: 'openapi', ...document });
  }

  /** The operation whose template matches the path, with the JSON pointer to it. */
  operationAt(path: string): { operation: OperationObject; pointer: string } | undefined {
    const template = Object.keys(this.document.paths).find((known) =>
      new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    const operation = template === undefined ? undefined : this.document.paths[template]?.get;
    return operation && { operation, pointer: pointerOf('paths', template ?? '', 'get') };
  }

  parametersOf({ parameters }: OperationObject): ParameterObject[] {
    const shared = this.document.components.parameters;
    return parameters.flatMap((parameter) =>
      '$ref' in parameter ? (shared[lastPart(parameter.$ref)] ?? []) : parameter,
    );
  }

  /** The response for a status, with its JSON pointer; undefined if the operation does not document the status. */
  responseOf(
    { operation, pointer }: { operation: OperationObject; pointer: string },
    status: number,
  ): { response: ResponseObject; pointer: string } | undefined {
    const found = operation.responses[status];
    if (found === undefined) return undefined;
    if (!('$ref' in found)) return { response: found, pointer: `${pointer}${pointerOf('responses', String(status))}` };
    const name = lastPart(found.$ref);
    const response = this.document.components.responses[name];
    return response && { response, pointer: pointerOf('components', 'responses', name) };
  }

  /**
   * The documented response for a path and a status. A path without an operation, or a method other than GET and HEAD (`isRead` is
   * false), is answered with a problem. A problem has the same form at every path, so the response of another path is returned.
   */
  documented(path: string, status: number, isRead = true): { response: ResponseObject; pointer: string } | undefined {
    const asked = isRead ? this.operationAt(path) : undefined;
    const found = asked ?? (status >= 400 ? this.operationAt(`${apiPrefix}/articles/any`) : undefined);
    return found && this.responseOf(found, status);
  }

  /** Lists where a value violates the schema at a pointer; an empty list if the value is valid. */
  faultsOf(value: unknown, pointer: string): string[] {
    const validate: ValidateFunction | undefined = this.#ajv.getSchema(`openapi#${encodeURI(pointer)}`);
    if (validate === undefined) return [`the document has no schema at ${pointer}`];
    return validate(value) === true ? [] : (validate.errors ?? []).map(sentence);
  }

  /** Whether a value is valid for a schema without references. */
  accepts(schema: object, value: unknown): boolean {
    return this.#ajv.validate(schema, value);
  }
}

export const pointerOf = (...parts: readonly string[]): string =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
const lastPart = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
const sentence = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath} ${message} ${JSON.stringify(params)}`;

/** The date and time formats of RFC 3339, section 5.6. A text that `Date.parse` refuses, such as one with month 13, is invalid. */
const formats = {
  'date-time': (text: string) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
};

/** The faults of an answer; an empty list if it is valid or does not belong to the API. */
export function answerFaults(answer: ApiAnswer, document: DocumentReader): string[] {
  const path = answer.target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  if (path !== apiPrefix && !path.startsWith(`${apiPrefix}/`)) return [];
  // The OpenAPI document and the redirect to it are not operations in the document.
  const isAboutDocument = [apiPrefix, `${apiPrefix}/`, `${apiPrefix}/openapi.json`].includes(path);
  if (answer.method === 'OPTIONS' || (isAboutDocument && answer.status < 400)) return [];
  const isRead = answer.method === 'GET' || answer.method === 'HEAD';
  const documented = document.documented(path, answer.status, isRead);
  const where = `${answer.method} ${answer.target}`;
  if (documented === undefined) return [`${where}: the document does not name the status ${answer.status}`];
  const { response, pointer } = documented;
  return [...headerFaults(answer, response, document), ...bodyFaults(answer, response, { document, pointer })].map(
    (fault) => `${where} (${answer.status}): ${fault}`,
  );
}

function headerFaults(answer: ApiAnswer, response: ResponseObject, { document }: DocumentReader): string[] {
  return Object.entries(response.headers ?? {}).flatMap(([name, header]) => {
    const { required, schema } = '$ref' in header ? (document.components.headers[lastPart(header.$ref)] ?? {}) : header;
    const value = answer.header(name) ?? undefined;
    if (value === undefined) return required === true ? [`no header ${name}`] : [];
    const pattern = schema?.type === 'integer' ? '^[0-9]+$' : (schema?.pattern ?? '');
    return new RegExp(pattern).test(value) ? [] : [`the header ${name} is ${value}`];
  });
}

function bodyFaults(
  { method, text, header }: ApiAnswer,
  { content }: ResponseObject,
  { document, pointer }: { document: DocumentReader; pointer: string },
): string[] {
  if (method === 'HEAD' || content === undefined) return text === '' ? [] : ['a body where there should be none'];
  const mediaType = header('content-type')?.split(';', 1)[0] ?? '';
  if (content[mediaType] === undefined) return [`the document does not name the content type ${mediaType}`];
  const value = mediaType === 'application/json' ? parsed(text) : text;
  if (value === undefined) return ['the body is not JSON'];
  return document.faultsOf(value, `${pointer}${pointerOf('content', mediaType, 'schema')}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
