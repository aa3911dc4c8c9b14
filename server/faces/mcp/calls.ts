// Calls of tools, without a word of the protocol: suggested requests as calls, the arguments of a call as an operation's input, and what the
// operation answered as content for a model.

import type { z } from 'zod';
import { apiPrefix } from '../../../build/edition/locations.ts';
import type { Context, Operation, Outcome } from '../../operations/operation.ts';
import { parameterSynonyms, valueSynonyms } from '../../operations/parameters.ts';
import { invalid, type Problem, type ProblemDetail, shown } from '../../problems.ts';
import { hintFor, unknownParameter, wrongValue } from '../http/input.ts';
import {
  argumentOf,
  argumentsOf,
  everyTool,
  parameterOf,
  type SuggestedCall,
  schemasOf,
  type Tool,
  typeOf,
} from './tools.ts';

export interface AskedOperation {
  operation: Operation;
  /** Parameter → text. */
  values: Record<string, string>;
}

/** What a request asks of an operation; undefined when it asks something else. */
export function askedOf(request: string, operations: readonly Operation[]): AskedOperation | undefined {
  const target = request.replace(/^GET /, '');
  const [path = '', query = ''] = target.split('?', 2);
  for (const operation of operations) {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const pattern = `^${apiPrefix}${operation.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`;
    const found = new RegExp(pattern).exec(path);
    if (found === null) continue;
    const ofPath = names.map((name, index): [string, string] => [name, decodeURIComponent(found[index + 1] ?? '')]);
    return { operation, values: { ...Object.fromEntries(ofPath), ...Object.fromEntries(new URLSearchParams(query)) } };
  }
  return undefined;
}

/** The call that does what a request does; undefined when no tool does it. */
export function callFor(request: string): SuggestedCall | undefined {
  const asked = askedOf(
    request,
    everyTool.map(({ operation }) => operation),
  );
  const tool = everyTool.find(({ operation }) => operation === asked?.operation);
  if (asked === undefined || tool === undefined) return undefined;
  const given = Object.entries(asked.values).flatMap(([parameter, text]) => {
    const argument = argumentOf(tool, parameter);
    return argument === undefined ? [] : [[argument, typedValue(tool, argument, text)] as const];
  });
  return { tool: tool.name, arguments: Object.fromEntries(given) };
}

function typedValue(tool: Tool, argument: string, text: string): string | number | boolean {
  const type = typeOf(tool, argument);
  return type === 'integer' ? Number(text) : type === 'boolean' ? text === 'true' : text;
}

/** Which operation is asked, and what of it. */
export type ArgumentsReading =
  | { ok: true; operation: Operation; input: z.infer<z.ZodObject> }
  | { ok: false; problem: Problem };

/**
 * Models invent names and spellings: what can only mean one thing is understood, and everything else is answered with what is allowed.
 */
export function readArguments(tool: Tool, given: Readonly<Record<string, unknown>>): ArgumentsReading {
  const known = argumentsOf(tool);
  const { budgeted } = tool;
  const isBudgeted = ([name, value]: [string, unknown]): boolean =>
    isGiven(value) && meantArgument(tool, name, known) === budgeted?.argument;
  if (budgeted !== undefined && Object.entries(given).some(isBudgeted)) return readArguments(budgeted.tool, given);
  const values = new Map<string, string>();
  const details: ProblemDetail[] = [];
  // Names that are right come first, so that one that is only understood never takes the place of one.
  const entries = Object.entries(given).sort(
    ([left], [right]) => Number(known.includes(right)) - Number(known.includes(left)),
  );
  for (const [name, value] of entries) {
    if (!isGiven(value)) continue;
    const argument = meantArgument(tool, name, known);
    if (argument === undefined) {
      details.push({
        ...unknownParameter(name, asText(value) ?? '', known),
        allowed: `only the arguments ${known.join(', ')}`,
      });
      continue;
    }
    const text = asText(value);
    if (text === undefined) {
      details.push({ parameter: shown(name), given: null, allowed: 'one value: a text, a number, true or false' });
    } else if (values.has(argument)) {
      if (values.get(argument) !== meantValue(tool, argument, text))
        details.push({
          parameter: shown(name),
          given: shown(text),
          allowed: `nothing else beside ${argument}, which it means`,
        });
    } else {
      values.set(argument, meantValue(tool, argument, text));
    }
  }
  const input = Object.fromEntries([...values].map(([argument, text]) => [parameterOf(tool, argument), text]));
  const checked = tool.operation.input.safeParse(input);
  if (checked.success && details.length === 0) return { ok: true, operation: tool.operation, input: checked.data };
  const issues = checked.success ? [] : checked.error.issues;
  details.push(...issues.map((issue) => asArgument(tool, wrongValue(tool.operation, issue, input))));
  return { ok: false, problem: invalid(details, { hint: hintOf(details, known) }) };
}

/** How many models leave an argument out. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const hintOf = (details: readonly ProblemDetail[], known: readonly string[]): string =>
  details.some(({ suggestion }) => suggestion !== undefined)
    ? hintFor(details, known)
    : `The arguments are ${known.join(', ')}.`;

function asArgument(tool: Tool, detail: ProblemDetail): ProblemDetail {
  const parameter = argumentOf(tool, detail.parameter) ?? detail.parameter;
  // What the operation says of a parameter with another name is about HTTP.
  const allowed = parameter in tool.renamed ? tool.descriptions[parameter] : undefined;
  return { ...detail, parameter, allowed: allowed ?? detail.allowed };
}

const folded = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, '');

/** The argument of that name, or the one that is meant by it. */
function meantArgument(tool: Tool, name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return name;
  const isMeant = (written: string): boolean => folded(written) === folded(name);
  const same = known.find(isMeant);
  if (same !== undefined) return same;
  for (const synonyms of [tool.synonyms, parameterSynonyms]) {
    const synonym = Object.keys(synonyms).find(isMeant);
    const meant = synonym === undefined ? undefined : synonyms[synonym];
    if (meant !== undefined && known.includes(meant)) return meant;
  }
  return undefined;
}

/** A single value as text, as the operation takes it. */
function asText(value: unknown): string | undefined {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof single === 'string') return single;
  return typeof single === 'boolean' || typeof single === 'number' ? String(single) : undefined;
}

/** The value of the list that is written in another way, or the name in an address. */
function meantValue(tool: Tool, argument: string, text: string): string {
  if (parameterOf(tool, argument) === 'slug') return nameIn(text);
  const properties = schemasOf(tool).input.properties as Record<string, { type?: unknown; enum?: readonly string[] }>;
  const schema = properties[argument];
  const values = schema?.type === 'boolean' ? ['true', 'false'] : schema?.enum;
  if (values === undefined || values.includes(text)) return text;
  const same = values.find((value) => folded(value) === folded(text.trim()));
  const synonyms = Object.hasOwn(valueSynonyms, argument) ? valueSynonyms[argument] : undefined;
  const written = text.trim().toLowerCase();
  return same ?? (synonyms !== undefined && Object.hasOwn(synonyms, written) ? (synonyms[written] ?? text) : text);
}

/** The slug or id in `kb://articles/<name>`, or in an address of the service; what is neither stays as it is. */
function nameIn(text: string): string {
  const trimmed = text.trim();
  return /(?:^|\/)articles\/([^/?#]+?)(?:\.md)?(?:[?#].*)?$/.exec(trimmed)?.[1] ?? trimmed;
}

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
