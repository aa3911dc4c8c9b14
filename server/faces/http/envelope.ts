// The common envelope (HTTP specification, section 2.1), as text around prebuilt data. Knows no request and no response.
import { z } from 'zod';
import { type ProblemBody, problemBody } from '../../problems.ts';

export const meta = z
  .strictObject({
    requestId: z.string().describe('req_…; also the header X-Request-Id.'),
    timestamp: z.string().describe('ISO 8601, UTC.'),
    nextStep: z.string().optional().describe('A suggested next request, `GET <path with query>`; it answers 2xx.'),
  })
  .meta({ id: 'Meta' });
export type Meta = z.infer<typeof meta>;

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
