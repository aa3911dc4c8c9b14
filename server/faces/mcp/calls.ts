// From a suggested request, `GET <path with query>`, to the operation it asks for and to the call of a tool that does the same.
import { apiPrefix } from '../../../build/edition/locations.ts';
import type { Operation } from '../../operations/operation.ts';
import { typeOf } from './schemas.ts';
import { argumentOf, everyTool, type SuggestedCall, type Tool } from './tools.ts';

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
