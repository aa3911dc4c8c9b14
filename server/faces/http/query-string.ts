// The query string of a request as names and values, read strictly: what is repeated, nested, empty or wrongly encoded is
// reported and never guessed. Knows no operation.
import type { ProblemDetail } from '../../problems.ts';
import { shown } from '../../problems.ts';

export interface QueryReading {
  /** Null-prototype: a parameter named __proto__ is only a name. */
  values: Record<string, string>;
  details: ProblemDetail[];
}

/** Parameters looked at; a request with more is refused for the first ones anyway. */
const parametersMax = 100;

export function readQuery(url: string): QueryReading {
  const values: Record<string, string> = Object.create(null);
  const details: ProblemDetail[] = [];
  const question = url.indexOf('?');
  const text = question === -1 ? '' : (url.slice(question + 1).split('#', 1)[0] ?? '');
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > parametersMax) {
    details.push({
      parameter: 'query string',
      given: `${pairs.length} parameters`,
      allowed: `at most ${parametersMax} parameters`,
    });
  }
  for (const pair of pairs.slice(0, parametersMax)) {
    const equals = pair.indexOf('=');
    const written = equals === -1 ? pair : pair.slice(0, equals);
    const name = decode(written);
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) {
      details.push({
        parameter: shown(name ?? written),
        given: shown(pair),
        allowed: 'UTF-8 with percent-encoding (RFC 3986)',
      });
    } else if (name in values) {
      details.push({ parameter: shown(name), given: shown(value), allowed: 'each parameter once' });
    } else if (/[[\]]/.test(name)) {
      details.push({
        parameter: shown(name),
        given: shown(value),
        allowed: 'plain names: parameters have no parts',
        ...plainName(name),
      });
    } else if (value === '') {
      details.push({ parameter: shown(name), given: '', allowed: 'a value; leave the parameter out if you have none' });
    } else {
      values[name] = value;
    }
  }
  return { values, details };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function plainName(name: string): { suggestion?: string } {
  const plain = name.split('[', 1)[0] ?? '';
  return plain === '' ? {} : { suggestion: shown(plain) };
}
