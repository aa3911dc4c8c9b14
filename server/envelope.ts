// The response envelope (HTTP specification, section 2.1). It is written as text, because the data in it is prebuilt JSON.
import { z } from 'zod';
import { timestamp } from '../build/edition/article-schema.ts';
import { planName } from './access/plans.ts';
import { nextStep } from './operations/parameters.ts';
import { type ProblemBody, type ProblemCode, problemBodyOf } from './problems.ts';
import { type RequestContext, requestIdPattern } from './request-context.ts';

export const meta = z
  .strictObject({
    requestId: z.string().regex(requestIdPattern).describe('req_…; also the header X-Request-Id.'),
    timestamp: timestamp.describe('When the request arrived: ISO 8601, UTC.'),
    nextStep: nextStep.optional().describe('A suggested next request, `GET <path with query>`; it answers 2xx.'),
    quota: z
      .strictObject({
        plan: planName.describe('The plan whose limit applies to the request.'),
        limit: z.int().min(1).describe('Requests that the plan allows in its period.'),
        remaining: z.int().min(0).describe('Requests left now.'),
        resetAt: timestamp.describe(
          'ISO 8601, UTC. With a key: when counting starts again. Without one: when a further request is allowed.',
        ),
      })
      .optional()
      .describe(
        'The remaining quota of the plan. It is in answers to requests with a key, and in every 429 because of the limit of a plan. It is absent from a 429 of a busy server or for too many connections, because those requests are not counted.',
      ),
  })
  .meta({ id: 'Meta' });
export type Meta = z.infer<typeof meta>;

export function metaOf(
  { requestId, receivedAtMs, quota }: Pick<RequestContext, 'requestId' | 'receivedAtMs' | 'quota'>,
  nextStep: string | undefined,
): Meta {
  return {
    requestId,
    timestamp: new Date(receivedAtMs).toISOString(),
    ...(nextStep !== undefined && { nextStep }),
    ...(quota !== undefined && { quota }),
  };
}

/** The schema of a successful answer whose data has the given schema. */
export const answerOf = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({
    success: z.literal(true).describe('True on success.'),
    data,
    error: z.null().describe('Null on success.'),
    meta: meta.describe('About this request.'),
  });

const problemEnvelopeOf = (code: ProblemCode, id: string) =>
  z
    .strictObject({
      success: z.literal(false).describe('False: there is a problem.'),
      data: z.null().describe('Null when there is a problem.'),
      error: problemBodyOf(code).describe('The problem, and what to do about it.'),
      meta: meta.describe('About this request.'),
    })
    .meta({ id });

/** Code of a problem → the schema of the answer that reports it. */
export const problemEnvelopes = {
  VALIDATION_ERROR: problemEnvelopeOf('VALIDATION_ERROR', 'ValidationProblem'),
  UNAUTHORIZED: problemEnvelopeOf('UNAUTHORIZED', 'UnauthorizedProblem'),
  NOT_FOUND: problemEnvelopeOf('NOT_FOUND', 'NotFoundProblem'),
  RATE_LIMITED: problemEnvelopeOf('RATE_LIMITED', 'RateLimitedProblem'),
  INTERNAL_ERROR: problemEnvelopeOf('INTERNAL_ERROR', 'InternalProblem'),
} as const satisfies Record<ProblemCode, z.ZodType>;

/** The text of a successful answer consists of the head, the data as JSON, and the tail. */
export const answerHead = '{"success":true,"data":';
export const answerTail = (about: Meta): string => `,"error":null,"meta":${JSON.stringify(about)}}`;

export function problemText(error: ProblemBody, about: Meta): string {
  return JSON.stringify({ success: false, data: null, error, meta: about });
}
