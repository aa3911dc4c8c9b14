// Runs tool calls: converts the arguments to the input of an operation, runs it, and converts its data or problem to an answer for a model.

import type { z } from 'zod';
import { apiPrefix } from '../../../build/edition/locations.ts';
import type { Bilingual, Language } from '../../../build/edition/vocabulary.ts';
import { type Context, joined, type Operation, type Outcome } from '../../operations/operation.ts';
import { parameterSynonyms } from '../../operations/parameters.ts';
import { invalid, type Problem, type ProblemDetail, shown } from '../../problems.ts';
import { languageOf } from '../../search/query.ts';
import { hintFor, meantBy, unknownParameter, wrongValue } from '../http/input.ts';
import { argumentFor, judgement, parameterOf, type Tool, toolOf, tools, type Values } from './tools.ts';

export interface ToolAnswer {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** Answers a call; `noted` gets the outcome of the operation, for the statistics. */
export function answerCall(
  declared: Tool,
  context: Context,
  { given, noted }: { given: Arguments; noted: (outcome: Outcome) => void },
): ToolAnswer {
  const tool = toolOf(declared, context.library.site);
  const reading = readArguments(tool, given);
  const outcome = reading.ok ? run(tool, context, reading) : ({ kind: 'problem', problem: reading.problem } as const);
  noted(outcome);
  if (outcome.kind === 'problem')
    return { content: [{ type: 'text', text: problemText(outcome.problem, tool) }], isError: true };
  if (outcome.kind !== 'data')
    throw new Error(`the operation ${tool.operation.name} answered with ${outcome.kind} instead of data`);
  const data: unknown = JSON.parse(joined(outcome.pieces).toString());
  const { match, unmatched, used } = judgement.parse(data);
  const query = reading.ok ? String(reading.input.q ?? '') : '';
  const isUnanswered = match === 'none' || outcome.total === 0;
  const structuredContent = {
    ...(match !== undefined && { match }),
    ...(isUnanswered && { notice: noticeFor[languageOf(query)](callFor(outcome.nextStep)) }),
    ...(unmatched !== undefined && unmatched.length > 0 && { unmatched }),
    ...(used !== undefined && { used }),
    ...tool.answer(data, context.origin),
  };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

/** Runs the operation in one language after the other until the resource is found. If it is not, the result is the first problem. */
function run(tool: Tool, context: Context, { input, languages }: ReadArguments): Outcome {
  const { operation } = tool;
  let first: Outcome | undefined;
  for (const lang of languages) {
    const outcome = followMove(operation.run(context, { ...input, lang }), operation, context);
    if (outcome.kind !== 'problem' || outcome.problem.code !== 'NOT_FOUND') return outcome;
    first ??= outcome;
  }
  if (first === undefined) throw new Error('no language was given for the operation');
  return first;
}

/** If the outcome is a redirect, runs the operation again with the parameters of the new address. */
export function followMove(outcome: Outcome, operation: Operation, context: Context): Outcome {
  if (outcome.kind !== 'moved') return outcome;
  const values = valuesIn(outcome.path, operation);
  if (values === undefined) throw new Error('the redirect leads to another operation');
  return operation.run(context, operation.input.parse(values));
}

const noticeFor: Bilingual<(next: SuggestedCall | undefined) => string> = {
  zh: (next) =>
    `这里没有内容能回答这个问题。${next === undefined ? '' : `下一步：调用 ${next.tool}，参数 ${next.given}。`}`,
  en: (next) =>
    `Nothing here answers this question.${next === undefined ? '' : ` Next: call ${next.tool} with ${next.given}.`}`,
};

function problemText({ message, hint, nextStep }: Problem, tool: Tool): string {
  const next = callFor(nextStep);
  const step =
    next === undefined
      ? `Correct the arguments and call ${tool.name} again.`
      : `Next: call ${next.tool} with ${next.given}.`;
  return [message, hint, step]
    .filter((sentence) => sentence !== undefined)
    .map((sentence) => (/[.?!]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}

interface SuggestedCall {
  tool: string;
  /** The arguments, as JSON. */
  given: string;
}

/** The tool call equivalent to a suggested request such as `GET /api/v1/articles/teapot`; undefined when there is none. */
export function callFor(request = ''): SuggestedCall | undefined {
  for (const tool of tools) {
    const values = valuesIn(request.replace(/^GET /, ''), tool.operation);
    if (values === undefined) continue;
    const given = Object.entries(values).flatMap(([parameter, text]) => {
      const argument = argumentFor(tool, parameter);
      if (argument === undefined || String(tool.arguments[argument]?.default) === text) return [];
      const { type } = Object(Object(tool.inputSchema.properties)[argument]);
      return [[argument, type === 'integer' ? Number(text) : text] as const];
    });
    return { tool: tool.name, given: JSON.stringify({ [tool.required]: '', ...Object.fromEntries(given) }) };
  }
  return undefined;
}

/** The parameters of a request for an operation; undefined when the request is for another one. */
function valuesIn(target: string, operation: Operation): Values | undefined {
  const [path = '', query = ''] = target.split('?', 2);
  const pattern = operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^${apiPrefix}${pattern}$`).exec(path);
  if (found === null) return undefined;
  const ofPath = Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)] as const);
  return { ...Object.fromEntries(ofPath), ...Object.fromEntries(new URLSearchParams(query)) };
}

interface ReadArguments {
  ok: true;
  input: z.infer<z.ZodObject>;
  languages: readonly (Language | undefined)[];
}

/**
 * Reads the arguments of a call. Models invent argument names and spellings, so an argument with only one possible meaning is accepted.
 * For any other argument, the problem lists the allowed ones.
 */
export function readArguments(tool: Tool, given: Arguments): ReadArguments | { ok: false; problem: Problem } {
  const known = Object.keys(tool.arguments);
  const values = new Map<string, string>();
  const details: ProblemDetail[] = [];
  // Arguments with an exact name come first, so that a synonym never replaces their value.
  const entries = Object.entries(given).sort(
    ([left], [right]) => Number(known.includes(right)) - Number(known.includes(left)),
  );
  for (const [name, value] of entries) {
    // Models also pass null for arguments that they want to omit.
    if (value === undefined || value === null || value === '') continue;
    const argument = meantArgument(tool, name);
    const text = asText(value);
    if (argument === undefined) {
      const allowed = `only the arguments ${known.join(', ')}`;
      details.push({ ...unknownParameter(name, text ?? '', known), allowed });
    } else if (text === undefined) {
      details.push({ parameter: shown(name), given: null, allowed: 'one value: a text, a number, true or false' });
    } else {
      const parameter = parameterOf(tool, argument);
      const meant = meantValue(tool, argument, text);
      const already = values.get(parameter);
      if (already !== undefined && already !== meant)
        details.push({
          parameter: shown(name),
          given: shown(text),
          allowed: `only one of ${argument} and this name, which mean the same`,
        });
      else values.set(parameter, meant);
    }
  }
  const completed = tool.complete(Object.fromEntries(values));
  const checked = tool.operation.input.safeParse(completed);
  if (checked.success && details.length === 0) {
    const { lang } = checked.data;
    const languages = lang === undefined ? tool.languages(completed) : [lang as Language];
    return { ok: true, input: checked.data, languages };
  }
  for (const issue of checked.error?.issues ?? []) {
    const detail = wrongValue(tool.operation, issue, completed);
    const parameter = argumentFor(tool, detail.parameter) ?? detail.parameter;
    const { description } = tool.arguments[parameter] ?? {};
    const isMissing = !(detail.parameter in completed);
    details.push({ ...detail, parameter, allowed: (isMissing ? description : undefined) ?? detail.allowed });
  }
  const hint = details.some(({ suggestion }) => suggestion !== undefined)
    ? hintFor(details, known)
    : `The arguments are ${known.join(', ')}.`;
  return { ok: false, problem: invalid(details, { hint }) };
}

const folded = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, '');

/** The argument with that name, or the one that the name is a synonym of. */
function meantArgument(tool: Tool, name: string): string | undefined {
  const spelt = (names: readonly string[]): string | undefined => names.find((one) => folded(one) === folded(name));
  const known = Object.keys(tool.arguments);
  if (known.includes(name)) return name;
  if (spelt(tool.synonyms ?? []) !== undefined) return tool.required;
  const synonym = spelt(Object.keys(parameterSynonyms));
  return (
    spelt(known) ??
    known.find((argument) => spelt([parameterOf(tool, argument)])) ??
    (synonym === undefined ? undefined : argumentFor(tool, parameterSynonyms[synonym] ?? ''))
  );
}

/** The text of a single value, because operations take texts; undefined for any other value. */
function asText(value: unknown): string | undefined {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof single === 'string') return single;
  return typeof single === 'boolean' || typeof single === 'number' ? String(single) : undefined;
}

/** The allowed value of which the text is another spelling or a synonym; the text itself when there is no such value. */
function meantValue(tool: Tool, argument: string, text: string): string {
  const values: readonly string[] | undefined = Object(Object(tool.inputSchema.properties)[argument]).enum;
  if (values === undefined || values.includes(text)) return text;
  const same = values.find((value) => folded(value) === folded(text.trim()));
  return same ?? meantBy(argument, text, values) ?? text;
}
