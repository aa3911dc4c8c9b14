// Calls a tool: its arguments to the operation, and what the operation answered to content for a model. Knows no protocol.
import type { Context, Outcome } from '../../operations/operation.ts';
import type { Problem } from '../../problems.ts';
import { readArguments } from './arguments.ts';
import { askedOf, callFor } from './calls.ts';
import type { SuggestedCall, Tool } from './tools.ts';

export interface ToolAnswer {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

/** What the server has to know about a call, beside its answer. */
export type CallNoted = (outcome: Outcome) => void;

export function answerCall(
  tool: Tool,
  context: Context,
  { given, noted }: { given: Readonly<Record<string, unknown>>; noted: CallNoted },
): ToolAnswer {
  const reading = readArguments(tool, given);
  const outcome: Outcome = reading.ok
    ? followed(reading.operation.run(context, reading.input), reading, context)
    : { kind: 'problem', problem: reading.problem };
  noted(outcome);
  if (outcome.kind === 'problem')
    return { content: [{ type: 'text', text: inWords(outcome.problem, tool) }], isError: true };
  if (outcome.kind !== 'data')
    throw new Error(`the operation ${tool.operation.name} answered a tool with ${outcome.kind}`);
  const data: Record<string, unknown> = JSON.parse(textOf(outcome.pieces));
  if (Array.isArray(data.suggestions)) data.suggestions = data.suggestions.flatMap((request) => callFor(request) ?? []);
  for (const name of ['omitted', 'passages']) {
    const parts = data[name];
    if (Array.isArray(parts)) data[name] = parts.map(({ get, ...part }) => ({ ...part, call: callFor(get) }));
  }
  const next = outcome.nextStep === undefined ? undefined : callFor(outcome.nextStep);
  const structuredContent = { ...data, ...(next !== undefined && { nextStep: next }) };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

/** What moved is asked for again where it is. */
export function followed(outcome: Outcome, { operation }: Pick<Tool, 'operation'>, context: Context): Outcome {
  if (outcome.kind !== 'moved') return outcome;
  const asked = askedOf(outcome.path, [operation]);
  if (asked === undefined) throw new Error('an operation moved to another one');
  return operation.run(context, operation.input.parse(asked.values));
}

export const textOf = (pieces: readonly (Buffer | string)[]): string =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))).toString('utf8');

/** What went wrong, and what to do next. */
function inWords({ message, hint, nextStep }: Problem, tool: Tool): string {
  const next = nextStep === undefined ? undefined : callFor(nextStep);
  const step =
    next === undefined ? `Correct the arguments and call ${tool.name} again.` : `Next: ${callInWords(next)}.`;
  return [message, hint, step]
    .filter((sentence) => sentence !== undefined)
    .map(closed)
    .join(' ');
}

const closed = (sentence: string): string => (/[.?!]$/.test(sentence) ? sentence : `${sentence}.`);

export const callInWords = ({ tool, arguments: given }: SuggestedCall): string =>
  `call ${tool} with ${JSON.stringify(given)}`;
