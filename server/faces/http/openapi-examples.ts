// The examples in the OpenAPI document: the answers of the operations to their sample requests, from the served edition, and the problems
// that every request can get. Long texts and lists are cut. The request id and the time are fixed.
import { type PlanName, plans } from '../../access/plans.ts';
import { answerHead, answerTail, metaOf, problemText } from '../../envelope.ts';
import type { Library } from '../../library.ts';
import { joined, type Operation } from '../../operations/operation.ts';
import { type Sample, sampleTime } from '../../operations/samples.ts';
import {
  busy,
  internalError,
  type Problem,
  type ProblemCode,
  problemCodes,
  tooMany,
  unauthorized,
} from '../../problems.ts';
import type { Quota } from '../../request-context.ts';
import { readInput } from './input.ts';
import { fullPath } from './routes.ts';

/** The member `examples` of OpenAPI: name → example. */
export type Examples = Record<string, { summary: string; description?: string; value: unknown }>;

export interface OperationExamples {
  /** The examples of answers with this status in this media type; undefined when there are none. */
  of(status: number, mediaType: string): Examples | undefined;
  /** A parameter value from a successful request, as callers write it. */
  valueOf(parameter: string): string | undefined;
}

/** The bounds on an example: characters of a text in JSON, characters of Markdown, and elements of a list. */
const jsonTextMax = 300;
const markdownMax = 1500;
const listMax = 10;

export function examplesOf(operation: Operation, library: Library, origin: string): OperationExamples {
  const answered = operation.samples(library).map((sample) => answerTo(sample, operation, { library, origin }));
  return {
    of(status, mediaType) {
      const own = answered.filter((answer) => answer.status === status && answer.mediaType === mediaType);
      return own.length === 0
        ? undefined
        : Object.fromEntries(own.map(({ sample, example }) => [sample.name, example]));
    },
    valueOf: (parameter) =>
      answered.filter(({ status }) => status === 200).flatMap(({ sample }) => sample.given[parameter] ?? [])[0],
  };
}

/** Examples of the problems that do not depend on the operation. */
export function problemExamples(library: Library): Partial<Record<ProblemCode, Examples>> {
  const secondsLeft = 17;
  const resetAt = new Date(sampleTime(library).getTime() + secondsLeft * 1000).toISOString();
  const overLimit = (plan: PlanName) => {
    const quota: Quota = { plan, limit: plans[plan].limit, remaining: 0, resetAt };
    return problemValue(tooMany(plan, plans, secondsLeft), library, quota);
  };
  return {
    UNAUTHORIZED: {
      unknown: { summary: 'No such key.', value: problemValue(unauthorized('unknown'), library) },
      revoked: { summary: 'A key that was revoked.', value: problemValue(unauthorized('revoked'), library) },
    },
    RATE_LIMITED: {
      keyless: { summary: 'Too many requests without a key.', value: overLimit('keyless') },
      free: { summary: 'A key of the free plan with no requests left.', value: overLimit('free') },
      busy: { summary: 'The server is busy.', value: problemValue(busy, library) },
    },
    INTERNAL_ERROR: { bug: { summary: 'A bug.', value: problemValue(internalError, library) } },
  };
}

function answerTo(sample: Sample, operation: Operation, { library, origin }: { library: Library; origin: string }) {
  const ofPath = Object.keys(sample.given).filter((name) => operation.path.includes(`{${name}}`));
  const path = fullPath(operation).replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sample.given[name] ?? ''));
  const query = new URLSearchParams(Object.entries(sample.given).filter(([name]) => !ofPath.includes(name)));
  const target = query.size === 0 ? path : `${path}?${query}`;
  const example = { summary: sample.summary, description: `\`GET ${target}\`` };
  const answer = (status: number, value: unknown, mediaType = 'application/json') => ({
    ...{ sample, status, mediaType },
    example: { ...example, value },
  });
  const problem = (found: Problem) => answer(problemCodes[found.code].status, problemValue(found, library));

  const pathParameters = Object.fromEntries(ofPath.map((name) => [name, sample.given[name] ?? '']));
  const reading = readInput(operation, pathParameters, target);
  if (!reading.ok) return problem(reading.problem);
  const context = { library, origin, agent: sample.agent, preferredFormat: 'json' } as const;
  const outcome = operation.run(context, reading.input);
  if (outcome.kind === 'problem') return problem(outcome.problem);
  if (outcome.kind === 'markdown')
    return answer(200, cut(joined(outcome.pieces).toString(), markdownMax), 'text/markdown');
  const [status, data, nextStep] =
    outcome.kind === 'moved'
      ? [301, 'null', `GET ${outcome.path}`]
      : [200, joined(outcome.pieces).toString(), outcome.nextStep];
  const tail = answerTail(metaOf(exampleRequest(library), nextStep));
  return answer(status, JSON.parse(`${answerHead}${data}${tail}`, cutLong));
}

function problemValue(problem: Problem, library: Library, quota?: Quota): unknown {
  const { nextStep, headers: _sentApart, ...error } = problem;
  const about = metaOf({ ...exampleRequest(library), ...(quota && { quota }) }, nextStep);
  return JSON.parse(problemText(error, about), cutLong);
}

/** The request id and the time of every example. */
const exampleRequest = (library: Library) => ({
  requestId: 'req_example',
  receivedAtMs: sampleTime(library).getTime(),
});

function cutLong(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return cut(value, jsonTextMax);
  return Array.isArray(value) ? value.slice(0, listMax) : value;
}

function cut(text: string, charactersMax: number): string {
  const characters = [...text];
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join('')}…`;
}
