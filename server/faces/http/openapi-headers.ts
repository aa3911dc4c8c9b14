// The headers of the API's answers, as the OpenAPI document describes them. Those it refers to are always there.

import { requestIdPattern } from '../../request-context.ts';
import { agentIdAllowed, agentIdPattern } from '../../state/agents.ts';

const address = { type: 'string', pattern: '^https?://' };

/** By name: what a header holds. */
const headers = {
  'X-Request-Id': {
    description: 'The id of this request, as in meta.requestId.',
    schema: { type: 'string', pattern: requestIdPattern.source },
  },
  'X-Agent-API-Endpoint': { description: 'Where the API is.', schema: address },
  'X-Agent-API-Docs': { description: 'Where its documentation is.', schema: address },
  Link: {
    description: 'Where everything else is: the relations of RFC 8288, RFC 8631, RFC 9727 and llmstxt.org.',
    schema: { type: 'string', pattern: '^<https?://' },
  },
  RateLimit: {
    description:
      'What is left of the limit: the plan, requests left (r), and seconds until there are more (t); draft-ietf-httpapi-ratelimit-headers-08.',
    schema: { type: 'string', pattern: '^"[a-z]+"; r=[0-9]+; t=[0-9]+$' },
  },
  'RateLimit-Policy': {
    description:
      'The limit that applies: the plan, requests (q) in a window of seconds (w), and for whom (pk); draft-ietf-httpapi-ratelimit-headers-08.',
    schema: { type: 'string', pattern: '^"[a-z]+"; q=[0-9]+; w=[0-9]+; pk=:.+:$' },
  },
  'Retry-After': {
    description: 'Seconds after which there is room again (RFC 9110, section 10.2.3).',
    schema: { type: 'integer', minimum: 1 },
  },
  ETag: {
    description: 'Names this representation; send it back in If-None-Match (RFC 9110, section 8.8.3).',
    schema: { type: 'string', pattern: '^(?:W/)?"[^"]+"$' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750, section 3).',
    schema: { type: 'string', pattern: '^Bearer ' },
  },
  Location: { description: 'Where it is now.', schema: address },
} as const;
export type HeaderName = keyof typeof headers;

export const headerComponents: Record<string, object> = Object.fromEntries(
  Object.entries(headers).map(([name, header]) => [name, { ...header, required: true }]),
);

const onEveryAnswer: readonly HeaderName[] = ['X-Request-Id', 'X-Agent-API-Endpoint', 'X-Agent-API-Docs', 'Link'];
const whenCounted: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

/** The headers of an answer of the API that the limiter has seen, and those that only this kind of answer has. */
export const headersOf = (...own: readonly HeaderName[]): object =>
  referencesTo([...onEveryAnswer, ...whenCounted, ...own]);

/** Of an answer that may have been given before the limiter was asked. */
export const headersOfBugs = (): object => referencesTo(onEveryAnswer);

/** Of a refusal: by the limiter, or before it was asked by a server that is busy. */
export const headersOfRefusals = (): object => ({
  ...referencesTo([...onEveryAnswer, 'Retry-After']),
  ...Object.fromEntries(whenCounted.map((name) => [name, { ...headers[name], required: false }])),
});

const referencesTo = (names: readonly HeaderName[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The request headers that operations take; Accept and Authorization are described by the document in other places. */
export const agentHeader = {
  name: 'x-agent-id',
  in: 'header',
  description: `Names the calling agent: ${agentIdAllowed}.`,
  schema: { type: 'string', pattern: agentIdPattern.source },
} as const;

export const tagHeader = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'Entity tags of the representations that you have; when one of them is current, the answer is 304.',
  schema: { type: 'string' },
} as const;
