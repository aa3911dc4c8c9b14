// From the arguments of a call to an operation's input. Models invent names and spellings; what can only mean one thing is
// understood, and everything else is answered with what is allowed.
import type { z } from 'zod';
import type { Operation } from '../../operations/operation.ts';
import { parameterSynonyms, valueSynonyms } from '../../operations/parameters.ts';
import { invalid, type Problem, type ProblemDetail, shown } from '../../problems.ts';
import { hintFor, unknownParameter, wrongValue } from '../http/input.ts';
import { schemasOf } from './schemas.ts';
import { argumentOf, argumentsOf, parameterOf, type Tool } from './tools.ts';

/** Which operation is asked, and what of it. */
export type ArgumentsReading =
  | { ok: true; operation: Operation; input: z.infer<z.ZodObject> }
  | { ok: false; problem: Problem };

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
        ...unknownParameter(name, textOf(value) ?? '', known),
        allowed: `only the arguments ${known.join(', ')}`,
      });
      continue;
    }
    const text = textOf(value);
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
function textOf(value: unknown): string | undefined {
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
