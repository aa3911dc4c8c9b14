// Checks the invariants that hold for every answer to any request.
import { problemCodes } from '../../server/problems.ts';
import { answerFaults, type DocumentReader } from './document-reader.ts';
import type { RawAnswer } from './raw-answers.ts';

export interface Judging {
  /** The origin that the server advertises in its headers. */
  origin: string;
  /** The OpenAPI document of the server. */
  document: DocumentReader;
  /** Texts that no answer may contain, such as the paths of folders on the server. */
  hidden: readonly string[];
}

/** The method and the target of a request; absent if the request was malformed. */
export interface Asked {
  method?: string;
  target?: string;
}

const statuses = new Set([200, 204, 301, 304, 400, 401, 404, 429]);
const problemCode = new Map<number, string>(Object.entries(problemCodes).map(([code, { status }]) => [status, code]));
/** Patterns of stack frames, Node modules and source lines, which must not occur in a problem. */
const inside = [/\n\s+at \S/, /[\\/]node_modules[\\/]|node:internal/, /\.[cm]?[jt]s:\d+:\d+/];

const apiTarget = /^(?:https?:\/\/(?:\[[\d.:a-f]+\]|[\w.-]+)(?::\d+)?)?(?:\/api\/v1)(?:[/?#]|$)/i;

/** Whether a target lies below the prefix of the API, with any host. */
const isOfApi = (target: string): boolean => apiTarget.test(target) && !target.includes('/API/');

/** The faults of an answer; an empty list for a valid one. */
export function faultsOf(answer: RawAnswer, judging: Judging, asked: Asked = {}): string[] {
  const { method, target } = asked;
  const isApi = target !== undefined && isOfApi(target);
  const byDocument = method !== undefined && isApi ? documentFaults(answer, { method, target }, judging.document) : [];
  return [...byDocument, ...formFaults(answer, judging, { isApi, isCounted: isApi && method !== 'OPTIONS' })];
}

/** Lists where an answer violates the OpenAPI document. A 400 without RateLimit comes from Node's parser and is skipped. */
export function documentFaults(answer: RawAnswer, asked: Required<Asked>, document: DocumentReader): string[] {
  if (answer.status === 400 && !answer.headers.has('ratelimit')) return [];
  const { method, target } = asked;
  return answerFaults({ method, target, ...answer, header: (name) => answer.header(name.toLowerCase()) }, document);
}

function formFaults(
  answer: RawAnswer,
  { origin, hidden }: Judging,
  { isApi, isCounted }: { isApi: boolean; isCounted: boolean },
): string[] {
  const faults: string[] = [];
  const expectTrue = (isTrue: boolean, fault: string): void => {
    if (!isTrue) faults.push(fault);
  };
  const { status, text } = answer;
  expectTrue(statuses.has(status), `status ${status}`);
  expectTrue(answer.header('x-agent-api-endpoint') === `${origin}/api/v1`, 'no X-Agent-API-Endpoint');
  expectTrue(answer.header('x-agent-api-docs') === `${origin}/docs`, 'no X-Agent-API-Docs');
  const requestId = answer.header('x-request-id') ?? '';
  expectTrue(/^req_[a-z0-9]+$/.test(requestId), `X-Request-Id is ${JSON.stringify(requestId)}`);
  expectTrue(
    [...answer.headers.values()].flat().every((value) => !/evil\.example/.test(value)),
    'a forged header',
  );
  expectTrue(!answer.headers.has('set-cookie'), 'a cookie');
  // Articles may contain stack traces and source lines, but problems must not.
  if (status >= 400) for (const pattern of inside) expectTrue(!pattern.test(text), `the problem matches ${pattern}`);
  for (const folder of hidden) expectTrue(!text.includes(folder), 'a path of this machine');

  if (isCounted) {
    expectTrue(/^"\w+"; r=\d+; t=\d+$/.test(answer.header('ratelimit') ?? ''), 'no RateLimit');
    expectTrue(answer.headers.has('ratelimit-policy'), 'no RateLimit-Policy');
  }
  if (status === 429) expectTrue(Number(answer.header('retry-after')) >= 1, 'no Retry-After');
  if (status === 304) expectTrue(answer.headers.has('etag'), '304 without ETag');
  if (answer.body.length === 0) return faults;

  const type = answer.header('content-type') ?? '';
  expectTrue(answer.headers.has('content-length'), 'a body without Content-Length');
  // Pages, Markdown and redirects are text. Outside the API, a caller that asks for HTML gets the errors 404 and 429 as HTML. Every
  // other error is JSON.
  const isErrorPage = [404, 429].includes(status) && !isApi && type.startsWith('text/html');
  const isText = type.startsWith('text/') && (status < 400 || isErrorPage);
  // The sitemap is XML, and the API catalogue is a linkset.
  const isDiscovery =
    status === 200 && !isApi && /^application\/(?:xml; charset=utf-8$|linkset\+json; profile=")/.test(type);
  if (isText || isDiscovery) return faults;
  expectTrue(type === 'application/json; charset=utf-8', `content type ${type}`);
  const isBare = status === 200 && (/"openapi":/.test(text.slice(0, 40)) || !answer.headers.has('ratelimit'));
  return isBare ? faults : [...faults, ...envelopeFaults(text, status, requestId)];
}

function envelopeFaults(text: string, status: number, requestId: string): string[] {
  let envelope: unknown;
  try {
    envelope = JSON.parse(text);
  } catch {
    return [`not JSON: ${text.slice(0, 100)}`];
  }
  const { success, data, error, meta, ...more } = Object(envelope);
  const isSuccess = status < 400;
  const checks: [isTrue: boolean, fault: string][] = [
    [Object.keys(more).length === 0, `more in the envelope: ${Object.keys(more)}`],
    [success === isSuccess, `success is ${success}`],
    [isSuccess ? error === null : data === null, 'data and error'],
    [isSuccess ? data !== undefined : error?.code === problemCode.get(status), `error code ${error?.code}`],
    [isSuccess || (typeof error?.message === 'string' && error.message !== ''), 'no message'],
    [status !== 429 || error?.retryAfterSeconds >= 1, 'no retryAfterSeconds'],
    [meta?.requestId === requestId, 'another request id'],
    [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(meta?.timestamp), `timestamp ${meta?.timestamp}`],
  ];
  return checks.flatMap(([isTrue, fault]) => (isTrue ? [] : [fault]));
}
