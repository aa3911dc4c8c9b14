// The common envelope (HTTP specification, section 2.1), as text around prebuilt data. Knows no request and no response, only what is known about them.
import { z } from 'zod';
import { planName } from '../../access/plans.ts';
import { type ProblemBody, problemBody } from '../../problems.ts';
import type { RequestContext } from '../../request-context.ts';

export const meta = z
  .strictObject({
    requestId: z.string().describe('req_…; also the header X-Request-Id.'),
    timestamp: z.string().describe('ISO 8601, UTC.'),
    nextStep: z.string().optional().describe('A suggested next request, `GET <path with query>`; it answers 2xx.'),
    quota: z
      .strictObject({
        plan: planName,
        limit: z.int().min(1),
        remaining: z.int().min(0).describe('Requests left now.'),
        resetAt: z
          .string()
          .describe('ISO 8601, UTC: with a key, when counting begins anew; without one, when there is room again.'),
      })
      .optional()
      .describe('What is left of the plan: on every answer made with a key, and on every 429.'),
  })
  .meta({ id: 'Meta' });
export type Meta = z.infer<typeof meta>;

/** What every answer says about itself; `nextStep` where there is one. */
export function metaOf({ requestId, receivedAtMs, quota }: RequestContext, nextStep: string | undefined): Meta {
  return {
    requestId,
    timestamp: new Date(receivedAtMs).toISOString(),
    ...(nextStep !== undefined && { nextStep }),
    ...(quota !== undefined && { quota }),
  };
}

/** The envelope of an answer whose data has a shape. */
export const answerOf = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({ success: z.literal(true), data, error: z.null(), meta });

/** The envelope of a problem. */
export const problemEnvelope = z
  .strictObject({ success: z.literal(false), data: z.null(), error: problemBody, meta })
  .meta({ id: 'ProblemEnvelope' });

/** What stands before the data of an answer. */
export const answerHead = '{"success":true,"data":';

/** What stands after it. */
export function answerTail(about: Meta): string {
  return `,"error":null,"meta":${JSON.stringify(about)}}`;
}

export function problemText(error: ProblemBody, about: Meta): string {
  return JSON.stringify({ success: false, data: null, error, meta: about });
}
