// The examples of the OpenAPI document: what the operations really answer to their samples on the edition that is served, and
// the problems that any request can end in. Only what is long is cut, and what belongs to a single request is fixed.
import { type PlanName, plans } from '../../access/plans.ts';
import { answerHead, answerTail, metaOf, problemText } from '../../envelope.ts';
import type { Library } from '../../library.ts';
import type { Operation, Outcome } from '../../operations/operation.ts';
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

/** As OpenAPI has it: name → what it shows. */
export type Examples = Record<string, { summary: string; description?: string; value: unknown }>;

export interface OperationExamples {
  /** The examples of answers with this status in this media type; undefined when there are none. */
  of(status: number, mediaType: string): Examples | undefined;
  /** A value of a parameter that was answered, as callers write it. */
  valueOf(parameter: string): string | undefined;
}

/** Texts are cut after so many characters, lists after so many elements. */
const jsonTextMax = 300;
const markdownMax = 1500;
const listMax = 10;

export function examplesOf(operation: Operation, library: Library, origin: string): OperationExamples {
  const answered = operation.samples(library).map((sample) => ({
    sample,
    target: targetOf(operation, sample),
    ...answerTo(operation, sample, { library, origin }),
  }));
  return {
    of(status, mediaType) {
      const own = answered.filter((answer) => answer.status === status && answer.mediaType === mediaType);
      if (own.length === 0) return undefined;
      return Object.fromEntries(
        own.map(({ sample: { name, summary }, target, value }) => [
          name,
          { summary, description: `\`GET ${target}\``, value },
        ]),
      );
    },
    valueOf: (parameter) =>
      answered.filter(({ status }) => status === 200).flatMap(({ sample }) => sample.given[parameter] ?? [])[0],
  };
}

/** Examples of the problems that have nothing to do with what is asked for. */
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
      free: { summary: 'A key of the free plan that is used up.', value: overLimit('free') },
      busy: { summary: 'The server is busy.', value: problemValue(busy, library) },
    },
    INTERNAL_ERROR: { bug: { summary: 'A bug.', value: problemValue(internalError, library) } },
  };
}

interface Answer {
  status: number;
  mediaType: 'application/json' | 'text/markdown';
  value: unknown;
}

function answerTo(
  operation: Operation,
  sample: Sample,
  { library, origin }: { library: Library; origin: string },
): Answer {
  const reading = readInput(operation, pathParametersOf(operation, sample), targetOf(operation, sample));
  if (!reading.ok) return problemAnswer(reading.problem, library);
  const context = { library, origin, agent: sample.agent, preferredFormat: 'json' } as const;
  return answerOf(operation.run(context, reading.input), library);
}

function answerOf(outcome: Outcome, library: Library): Answer {
  if (outcome.kind === 'problem') return problemAnswer(outcome.problem, library);
  if (outcome.kind === 'markdown')
    return { status: 200, mediaType: 'text/markdown', value: cut(textOf(outcome.pieces), markdownMax) };
  const [status, data, nextStep] =
    outcome.kind === 'moved' ? [301, 'null', `GET ${outcome.path}`] : [200, textOf(outcome.pieces), outcome.nextStep];
  const tail = answerTail(metaOf(exampleRequest(library), nextStep));
  return { status, mediaType: 'application/json', value: JSON.parse(`${answerHead}${data}${tail}`, cutLong) };
}

const problemAnswer = (problem: Problem, library: Library): Answer => ({
  status: problemCodes[problem.code].status,
  mediaType: 'application/json',
  value: problemValue(problem, library),
});

function problemValue(problem: Problem, library: Library, quota?: Quota): unknown {
  const { nextStep, headers: _sentApart, ...error } = problem;
  const about = metaOf({ ...exampleRequest(library), ...(quota && { quota }) }, nextStep);
  return JSON.parse(problemText(error, about), cutLong);
}

/** What is another in every real answer. */
const exampleRequest = (library: Library) => ({
  requestId: 'req_example',
  receivedAtMs: sampleTime(library).getTime(),
});

const textOf = (pieces: readonly (Buffer | string)[]): string =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString('utf8');

function cutLong(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return cut(value, jsonTextMax);
  return Array.isArray(value) ? value.slice(0, listMax) : value;
}

function cut(text: string, charactersMax: number): string {
  const characters = [...text];
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

const isOfPath = ({ path }: Operation, name: string): boolean => path.includes(`{${name}}`);

const pathParametersOf = (operation: Operation, { given }: Sample): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => isOfPath(operation, name)));

function targetOf(operation: Operation, { given }: Sample): string {
  const path = fullPath(operation).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
  const query = new URLSearchParams(Object.entries(given).filter(([name]) => !isOfPath(operation, name))).toString();
  return query === '' ? path : `${path}?${query}`;
}
