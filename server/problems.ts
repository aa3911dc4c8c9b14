// Problems: errors that the API reports to callers. Every code is declared here once, with its HTTP status.
import { z } from 'zod';
import { withoutKeys } from './access/api-keys.ts';
import { type PlanName, type Plans, scopeOf, scopes } from './access/plans.ts';

interface CodeDeclaration {
  status: number;
  meaning: string;
  /** The fields that a problem of this code always has besides its message. */
  says?: Partial<Record<'details' | 'retryAfterSeconds' | 'scope', true>>;
}

/** All codes of the HTTP specification, section 7. */
export const problemCodes = {
  VALIDATION_ERROR: { status: 400, meaning: 'parameter validation failed', says: { details: true } },
  UNAUTHORIZED: { status: 401, meaning: 'unauthorized access' },
  NOT_FOUND: { status: 404, meaning: 'resource does not exist' },
  RATE_LIMITED: { status: 429, meaning: 'too many requests', says: { retryAfterSeconds: true, scope: true } },
  INTERNAL_ERROR: { status: 500, meaning: 'internal server error' },
} as const satisfies Record<string, CodeDeclaration>;
export type ProblemCode = keyof typeof problemCodes;

export const problemDetail = z
  .strictObject({
    parameter: z.string().describe('The parameter or header that is wrong.'),
    given: z
      .union([z.string(), z.null()])
      .describe('The given value, cut to 100 characters; null when it is missing or is not to be repeated.'),
    allowed: z.string().describe('The allowed values.'),
    suggestion: z.string().optional().describe('The name or value that was probably meant.'),
  })
  .meta({ id: 'ProblemDetail' });
export type ProblemDetail = z.infer<typeof problemDetail>;

/** The `error` member of the envelope. */
const problemBody = z.strictObject({
  code: z.enum(Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]]).describe('The code of the problem.'),
  message: z.string().describe('The cause, in a sentence.'),
  details: z.array(problemDetail).optional().describe('Every parameter that is wrong.'),
  hint: z.string().optional().describe('The recommended next action.'),
  retryAfterSeconds: z
    .int()
    .min(1)
    .optional()
    .describe('With RATE_LIMITED: the seconds to wait before the next request.'),
  scope: z
    .enum(scopes)
    .optional()
    .describe(
      'With RATE_LIMITED: which limit was reached: that of the address, that of the key, or the capacity of the server.',
    ),
});
export type ProblemBody = z.infer<typeof problemBody>;

/** The `error` member for one code: its own fields are required, and fields of other codes are absent. */
export function problemBodyOf(code: ProblemCode) {
  const { says = {} }: CodeDeclaration = problemCodes[code];
  const own = problemBody.pick({ message: true, hint: true, ...says }).required(says);
  return z.strictObject({ code: z.literal(code).describe(`${problemCodes[code].meaning}.`), ...own.shape });
}

export interface Problem extends ProblemBody {
  /** A suggested request whose answer has a status of 2xx, if one is known. */
  nextStep?: string;
  /** Headers that belong to the problem, such as Allow. */
  headers?: Record<string, string>;
}

export const notFound = (message: string, more: Omit<Problem, 'code' | 'message'> = {}): Problem => ({
  code: 'NOT_FOUND',
  message,
  ...more,
});

export const invalid = (
  details: readonly ProblemDetail[],
  more: Omit<Problem, 'code' | 'message' | 'details'> = {},
): Problem => ({
  code: 'VALIDATION_ERROR',
  message: details.map(({ parameter, allowed }) => `${parameter}: ${allowed}`).join('; '),
  details: [...details],
  ...more,
});

/** The whole answer to a bug: callers get no detail. */
export const internalError: Problem = {
  code: 'INTERNAL_ERROR',
  message: 'An unexpected error occurred in the server. The operator can find it in the log by the request id.',
};

/** How long callers should wait, in seconds, after a refusal that was not counted. */
const busySeconds = 2;

export const busy: Problem = {
  code: 'RATE_LIMITED',
  message: 'The server is busy and refuses some requests for a moment.',
  hint: `Wait ${busySeconds} seconds, then ask again. This request was not counted against any limit.`,
  retryAfterSeconds: busySeconds,
  scope: 'server',
};

export const tooManyConnections: Problem = {
  code: 'RATE_LIMITED',
  message: 'This address has too many connections open.',
  hint: 'Send several requests over one connection, one after the other. This request was not counted against any limit.',
  retryAfterSeconds: busySeconds,
  scope: 'ip',
};

const refusals = {
  unknown: 'This credential is not valid.',
  // Only a caller that sends the whole key sees the messages `revoked` and `expired`, so a guess never gets them.
  revoked: 'This key was revoked.',
  expired: 'This key has expired.',
} as const;

/** The problem for a credential that is not valid. */
export const unauthorized = (reason: keyof typeof refusals): Problem => ({
  code: 'UNAUTHORIZED',
  message: refusals[reason],
  hint: 'Send `Authorization: Bearer <API_KEY>` with a key from the operator, or no Authorization header to use the service without a key.',
  headers: { 'WWW-Authenticate': 'Bearer realm="stele", error="invalid_token"' },
});

/** The problem for a caller that has used up its plan and may retry after this many seconds. */
export function tooMany(plan: PlanName, plans: Plans, seconds: number): Problem {
  const message =
    plan === 'keyless'
      ? `More than ${plans.keyless.limit} requests in ${plans.keyless.windowMs / 1000} seconds came from this address.`
      : `This key has used its ${plans[plan].limit} requests of this UTC ${plans[plan].unit}.`;
  return {
    code: 'RATE_LIMITED',
    message,
    hint: `Wait ${seconds} seconds, then go on. ${adviceFor[plan]}`,
    retryAfterSeconds: seconds,
    scope: scopeOf(plan),
  };
}

const left = 'The RateLimit header of every answer says how many requests are left';

const adviceFor: Record<PlanName, string> = {
  keyless: `${left}. Requests with a key from the operator are limited per UTC day or month instead of per minute.`,
  free: `${left}; in JSON answers, so does meta.quota. The paid plan counts by the UTC month.`,
  paid: `${left}; in JSON answers, so does meta.quota.`,
};

/** A value from a caller, shortened and with keys removed, for use in messages. */
export function shown(value: string): string {
  const characters = [...withoutKeys(value)];
  return characters.length > 100 ? `${characters.slice(0, 99).join('')}…` : characters.join('');
}
