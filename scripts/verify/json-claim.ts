// Whether a JSON answer is what an article shows of it. An article may leave members of objects out; `…` in a text stands for any
// text, a member or an element "…" for whatever else there is.
import { show } from '../../build/messages.ts';
import { matchesClaim } from './printed.ts';

export interface JsonDifference {
  /** Where it is, such as `data.items[0].slug`. */
  path: string;
  said: string;
  real: string;
}

const anything = '…';

/** The first thing that is said and not so; undefined when all of it is so. */
export function jsonDifference(said: unknown, real: unknown, path = ''): JsonDifference | undefined {
  const here = { path: path === '' ? '$' : path, said: show(said), real: show(real) };
  // A member that is not there is nothing that could differ.
  if (said === anything) return real === undefined ? here : undefined;
  if (typeof said === 'string') return typeof real === 'string' && matchesClaim(said, real) ? undefined : here;
  if (Array.isArray(said)) {
    if (!Array.isArray(real)) return here;
    const isOpen = said.at(-1) === anything;
    const shown = isOpen ? said.slice(0, -1) : said;
    if (isOpen ? shown.length > real.length : shown.length !== real.length) return here;
    return firstOf(shown.keys(), (index) => jsonDifference(shown[index], real[index], `${path}[${index}]`));
  }
  if (typeof said === 'object' && said !== null) {
    if (typeof real !== 'object' || real === null || Array.isArray(real)) return here;
    const values = new Map(Object.entries(real));
    return firstOf(Object.entries(said), ([name, value]) => {
      if (name === anything) return undefined;
      return jsonDifference(value, values.get(name), path === '' ? name : `${path}.${name}`);
    });
  }
  return Object.is(said, real) ? undefined : here;
}

function firstOf<Value>(
  values: Iterable<Value>,
  find: (value: Value) => JsonDifference | undefined,
): JsonDifference | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
