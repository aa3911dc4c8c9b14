// What must be true of every answer, whatever was asked.
import { tmpdir } from 'node:os';
import { problemCodes } from '../../server/problems.ts';
import { repositoryRoot } from '../site.ts';
import { documentFaults, type RawAnswer } from './raw.ts';

const statuses = new Set([200, 204, 301, 304, 400, 401, 404, 429]);
const problemCode = new Map<number, string>(Object.entries(problemCodes).map(([code, { status }]) => [status, code]));
/** A frame of a stack, a module of Node, and the folders of this machine that the server works in. */
const inside = [/\n\s+at \S/, /[\\/]node_modules[\\/]|node:internal/, /\.[cm]?[jt]s:\d+:\d+/];
const folders = [repositoryRoot, tmpdir()];

const apiTarget = /^(?:https?:\/\/(?:\[[\d.:a-f]+\]|[\w.-]+)(?::\d+)?)?(?:\/api\/v1)(?:[/?#]|$)/i;

/** True for a target that the API answers: below its prefix, whatever stands for the host. */
const isOfApi = (target: string): boolean => apiTarget.test(target) && !target.includes('/API/');

/** The faults of an answer; none for a good one. `method` and `target` are undefined when they are not known for sure. */
export function faultsOf(
  answer: RawAnswer,
  origin: string,
  asked: { method?: string; target?: string } = {},
): string[] {
  const faults: string[] = [];
  const expectTrue = (isTrue: boolean, fault: string): void => {
    if (!isTrue) faults.push(fault);
  };
  const { status, text } = answer;
  if (asked.method !== undefined && asked.target !== undefined && isOfApi(asked.target))
    faults.push(...documentFaults(answer, asked.method, asked.target));
  expectTrue(statuses.has(status), `status ${status}`);
  expectTrue(answer.header('x-agent-api-endpoint') === `${origin}/api/v1`, 'no X-Agent-API-Endpoint');
  expectTrue(answer.header('x-agent-api-docs') === `${origin}/docs`, 'no X-Agent-API-Docs');
  const requestId = answer.header('x-request-id') ?? '';
  expectTrue(/^req_[a-z0-9]+$/.test(requestId), `X-Request-Id is ${JSON.stringify(requestId)}`);
  expectTrue(
    [...answer.headers.values()].flat().every((value) => !/evil\.example/.test(value)),
    'a forged header',
  );
  for (const pattern of inside) expectTrue(!pattern.test(text), `a look inside: ${pattern}`);
  for (const folder of folders) expectTrue(!text.includes(folder), 'a path of this machine');

  const isApi = asked.target !== undefined && isOfApi(asked.target);
  const isCounted = isApi && asked.method !== 'OPTIONS';
  if (isCounted) {
    expectTrue(/^"\w+"; r=\d+; t=\d+$/.test(answer.header('ratelimit') ?? ''), 'no RateLimit');
    expectTrue(answer.headers.has('ratelimit-policy'), 'no RateLimit-Policy');
  }
  if (status === 429) expectTrue(Number(answer.header('retry-after')) >= 1, 'no Retry-After');
  if (status === 304) expectTrue(answer.headers.has('etag'), '304 without ETag');
  if (answer.body.length === 0) return faults;

  const type = answer.header('content-type') ?? '';
  expectTrue(answer.headers.has('content-length'), 'a body without Content-Length');
  // Pages, Markdown and redirects are text; who reads HTML is told so that a page is missing; every other error is JSON.
  const isText =
    type.startsWith('text/') && (status < 400 || (status === 404 && !isApi && type.startsWith('text/html')));
  // The sitemap and the catalogue of APIs are in formats of their own.
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
