// Parses the query string of a request into names and values, independent of the operations. Parsing is strict: a repeated, nested, empty
// or wrongly encoded parameter becomes a problem, and its value is never guessed.
import { type ProblemDetail, shown } from '../../problems.ts';

export interface QueryReading {
  /** Name → value. The object has no prototype, so that a parameter named __proto__ is an ordinary name. */
  values: Record<string, string>;
  details: ProblemDetail[];
}

/** The most parameters that are parsed. A request with more parameters is refused, so any beyond this number need not be parsed. */
const parametersMax = 100;

export function readQuery(url: string): QueryReading {
  const values: Record<string, string> = Object.create(null);
  const details: ProblemDetail[] = [];
  const text = /\?([^#]*)/.exec(url)?.[1] ?? '';
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > parametersMax) {
    const [given, allowed] = [`${pairs.length} parameters`, `at most ${parametersMax} parameters`];
    details.push({ parameter: 'query string', given, allowed });
  }
  for (const pair of pairs.slice(0, parametersMax)) {
    const [written = ''] = pair.split('=', 1);
    const [name, value] = [written, pair.slice(written.length + 1)].map((part) =>
      percentDecoded(part.replaceAll('+', ' ')),
    );
    const refuse = (given: string, allowed: string): void =>
      void details.push({ parameter: shown(name ?? written), given: shown(given), allowed });
    if (name === undefined || value === undefined) refuse(pair, 'UTF-8 with percent-encoding (RFC 3986)');
    else if (name in values) refuse(value, 'each parameter once');
    else if (/[[\]]/.test(name)) details.push({ ...nested(name), given: shown(value) });
    else if (value === '') refuse(value, 'a value; leave the parameter out if you have none');
    else values[name] = value;
  }
  return { values, details };
}

/** A text without percent-encoding; undefined when it is not valid UTF-8. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function nested(name: string) {
  const [plain = ''] = name.split('[', 1);
  const allowed = 'a name without brackets';
  return { parameter: shown(name), allowed, ...(plain !== '' && { suggestion: shown(plain) }) };
}
