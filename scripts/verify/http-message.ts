// Requests and responses as articles write them: start line, headers, an empty line, the body; a response may follow its request
// in the same fence. Reads the form of RFC 9112 with LF line ends; sends nothing.

export interface Headed {
  /** In the order written; names as written. */
  headers: [name: string, value: string][];
  body: string;
  /** The line of the start line, from 0. */
  line: number;
}

export interface HttpRequest extends Headed {
  method: string;
  target: string;
}

export interface HttpResponse extends Headed {
  status: number;
}

export interface HttpExchange {
  request: HttpRequest | undefined;
  response: HttpResponse | undefined;
}

export interface HttpFormFault {
  line: number;
  /** The line that is none of what may stand there. */
  given: string;
  at: 'start' | 'header';
}

const requestLine = /^([A-Z]+) (\S+)(?: HTTP\/\d(?:\.\d)?)?$/;
const statusLine = /^HTTP\/\d(?:\.\d)? (\d{3})(?: .*)?$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/;

/** Reads a fence; lines that begin with `#` before a start line are comments. */
export function readHttp(code: string): HttpExchange | HttpFormFault {
  const lines = code.split('\n').map((line) => line.trimEnd());
  const starts = lines.flatMap((line, index) =>
    statusLine.test(line) || (index === 0 && requestLine.test(line)) ? [index] : [],
  );
  let at = 0;
  while (lines[at]?.startsWith('#') === true || lines[at] === '') at += 1;
  const first = lines[at] ?? '';
  const [, method, target] = requestLine.exec(first) ?? [];
  const next = starts.find((start) => start > at);
  if (method !== undefined && target !== undefined) {
    const headed = readHeaded(lines, at, next ?? lines.length);
    if ('at' in headed) return headed;
    const response = next === undefined ? undefined : readResponse(lines, next);
    if (response !== undefined && 'at' in response) return response;
    return { request: { method, target, ...headed }, response };
  }
  if (!statusLine.test(first)) return { line: at, given: first, at: 'start' };
  const response = readResponse(lines, at);
  return 'at' in response ? response : { request: undefined, response };
}

function readResponse(lines: readonly string[], at: number): HttpResponse | HttpFormFault {
  const headed = readHeaded(lines, at, lines.length);
  return 'at' in headed ? headed : { status: Number(statusLine.exec(lines[at] ?? '')?.[1]), ...headed };
}

function readHeaded(lines: readonly string[], start: number, end: number): Headed | HttpFormFault {
  const headers: [string, string][] = [];
  let at = start + 1;
  for (; at < end && lines[at] !== ''; at += 1) {
    const line = lines[at] ?? '';
    // What is left out of a message that is shown.
    if (line === '…') continue;
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) return { line: at, given: line, at: 'header' };
    headers.push([name, value]);
  }
  const body = lines
    .slice(at + 1, end)
    .join('\n')
    .trim();
  return { headers, body, line: start };
}

/** The value of a header, the first one; names are compared without case (RFC 9110, section 5.1). */
export const headerOf = ({ headers }: Headed, name: string): string | undefined =>
  headers.find(([given]) => given.toLowerCase() === name)?.[1];
