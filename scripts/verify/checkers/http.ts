// Checks HTTP messages. A request to Stele's own address is sent to a real Stele server. Its response is compared with the claimed
// response, which is in the same fence or in the next one. Of all other messages, only the form and JSON bodies are checked.

import { request as send } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { Bilingual } from '../../../build/edition/vocabulary.ts';
import type { Example } from '../../../build/source/examples.ts';
import { parsedJson } from '../../parsed-json.ts';
import { type Bench, type Checker, type Fault, failed, type Outcome } from '../checker.ts';
import { claimFault, jsonDifference, matchesClaim } from '../claims.ts';
import { serviceOrigin } from '../service.ts';
import { messageFault } from './json-rpc.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** The timeout of a request. It is long, so that no example fails because the machine is busy. */
const answersWithinMs = 60_000;

export const http: Checker = {
  languages: ['http'],
  begin(bench) {
    const { examples } = bench;
    // The response to the request in the previous fence. If the next fence contains a claimed response, the two are compared.
    let last: Answer | undefined;
    return {
      async look(example) {
        const read = readHttp(example.code);
        if ('given' in read) return failed(formFault(read));
        const { request, response } = read;
        const fault = bodyFault(request, example, examples) ?? bodyFault(response, example, examples);
        if (fault !== undefined) return failed(fault);
        if (request === undefined) {
          const answer = last;
          last = undefined;
          if (answer === undefined || response === undefined) return { kind: 'checked' };
          const difference = answerFault(response, answer);
          return difference === undefined ? { kind: 'checked' } : failed(difference);
        }
        last = undefined;
        if (!isForService(request)) return { kind: 'checked' };
        const answer = await answerTo(request, bench).catch((error: unknown) => error);
        if (!isAnswer(answer)) return failed(unsent(answer, request.line));
        last = answer;
        return outcomeOf(example, answer, response);
      },
    };
  },
};

function outcomeOf(example: Example, answer: Answer, response: HttpResponse | undefined): Outcome {
  const difference = response === undefined ? undefined : answerFault(response, answer);
  if (difference !== undefined) return failed(difference);
  const isRefused = answer.status >= 400;
  const mustFail = example.marks.words.has('fails');
  // A request marked `fails` must be refused. Without the mark, a refusal is accepted only if the article shows the response.
  if (isRefused ? response === undefined && !mustFail : mustFail) {
    return failed({
      found: { zh: `状态 ${answer.status}`, en: `status ${answer.status}` },
      expected: isRefused
        ? {
            zh: '2xx 或 3xx，除非写出所期待的响应或标上 verify=fails',
            en: '2xx or 3xx, unless the response is shown or the request is marked verify=fails',
          }
        : { zh: '4xx 或 5xx，因为请求标着 verify=fails', en: '4xx or 5xx, because the request is marked verify=fails' },
      advice: isRefused
        ? { zh: '改正请求，或写出它的响应。', en: 'Correct the request, or show its response.' }
        : { zh: '改正请求，或删去 verify=fails。', en: 'Correct the request, or remove verify=fails.' },
      printed: answer.body,
    });
  }
  return { kind: 'ran', printed: answer.body };
}

/** Whether a request goes to Stele: it has no Host header, or the host of `serviceOrigin`. */
function isForService(request: HttpRequest): boolean {
  const { host } = new URL(serviceOrigin);
  const named = headerOf(request, 'host');
  return (
    request.target.startsWith('/') &&
    (named === undefined || named === host || named === host.replace('127.0.0.1', 'localhost'))
  );
}

async function answerTo({ method, target, headers, body }: HttpRequest, bench: Bench): Promise<Answer> {
  const { port, callFrom } = await bench.service();
  return new Promise((resolve, reject) => {
    const sending = send({
      host: '127.0.0.1',
      port,
      localAddress: callFrom,
      method,
      path: target,
      headers: Object.fromEntries(headers),
      signal: AbortSignal.timeout(answersWithinMs),
    });
    sending.on('error', reject);
    // For a response to CONNECT or Upgrade, Node emits these events instead of `response`.
    for (const event of ['connect', 'upgrade'] as const) {
      sending.on(event, ({ statusCode = 0, headers: answered }, socket) => {
        socket.destroy();
        resolve({ status: statusCode, headers: answered, body: '' });
      });
    }
    sending.on('response', (response) => {
      const { statusCode = 0, headers: answered } = response;
      textOf(response).then((text) => resolve({ status: statusCode, headers: answered, body: text }), reject);
    });
    sending.end(body === '' ? undefined : body);
  });
}

const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && 'status' in value;

/** The fault of a request that Node does not send, or that the server does not answer. */
function unsent(error: unknown, line: number): Fault {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    found: { zh: `没有得到回答的请求：${reason}`, en: `a request that got no answer: ${reason}` },
    expected: { zh: '服务器会回答的请求', en: 'a request that the server answers' },
    advice: {
      zh: '改正请求；如果不能在这里发送，标上 verify=skip "原因"。',
      en: 'Correct the request; mark it verify=skip "reason" if it cannot be sent here.',
    },
    line,
  };
}

function formFault({ given, line }: HttpFormFault): Fault {
  return {
    found: {
      zh: `HTTP 消息中的一行 ${JSON.stringify(given)}`,
      en: `the line ${JSON.stringify(given)} in an HTTP message`,
    },
    expected: {
      zh: '请求行、状态行，或“名称: 值”形式的首部',
      en: 'a request line, a status line, or a header written as name: value',
    },
    advice: {
      zh: '先写 GET /路径 HTTP/1.1 或 HTTP/1.1 200 OK，再写首部，空一行后写正文。',
      en: 'Begin with GET /path HTTP/1.1 or HTTP/1.1 200 OK, then the headers; the body follows an empty line.',
    },
    line,
  };
}

/** The fault of a body with a JSON content type. A body in which `…` replaces parts is not checked. */
function bodyFault(
  message: HttpRequest | HttpResponse | undefined,
  example: Example,
  examples: readonly Example[],
): Fault | undefined {
  if (message === undefined || message.body === '' || !isJson(message)) return undefined;
  const value = parsedJson(message.body);
  if (value === undefined) {
    if (/^\s*…\s*$/m.test(message.body)) return undefined;
    return {
      found: { zh: '不是 JSON 的正文', en: 'a body that is not JSON' },
      expected: { zh: 'content-type 所说的 JSON', en: 'JSON, as its content-type says' },
      advice: { zh: '改正正文或 content-type。', en: 'Correct the body or the content-type.' },
      line: message.line,
    };
  }
  const found = messageFault(value, { examples, example });
  return found && { ...found.fault, line: message.line };
}

const isJson = (message: HttpRequest | HttpResponse): boolean =>
  /^application\/(?:[\w.-]+\+)?json\b/i.test(headerOf(message, 'content-type') ?? '');

/** The first difference between a response and the article's claim. Only headers that the article shows are compared. */
function answerFault(claimed: HttpResponse, answer: Answer): Fault | undefined {
  const fault = (what: Bilingual, said: string, real: string): Fault => ({
    found: { zh: `${what.zh} ${said}，实际是 ${real}`, en: `${what.en} ${said}; the actual value is ${real}` },
    expected: { zh: '服务器实际的回答', en: 'the actual response of the server' },
    advice: {
      zh: '改正请求或响应；每次都不同的部分写作 …。',
      en: 'Correct the request or the response; write … for parts that vary.',
    },
    line: claimed.line,
    printed: answer.body,
  });
  if (claimed.status !== answer.status) {
    return fault({ zh: '状态', en: 'the status' }, String(claimed.status), String(answer.status));
  }
  for (const [name, value] of claimed.headers) {
    const given = answer.headers[name.toLowerCase()];
    const real = [given ?? []].flat().join(', ');
    if (given === undefined || !matchesClaim(value, real))
      return fault({ zh: `首部 ${name}`, en: `the header ${name}` }, JSON.stringify(value), JSON.stringify(real));
  }
  if (claimed.body === '') return undefined;
  const [said, real] = [parsedJson(claimed.body), parsedJson(answer.body)];
  if (said !== undefined && real !== undefined) {
    const difference = jsonDifference(said, real);
    return difference === undefined
      ? undefined
      : fault(
          { zh: `正文的 ${difference.path} 是`, en: `${difference.path} of the body as` },
          difference.said,
          difference.real,
        );
  }
  const difference = claimFault(claimed.body, answer.body);
  return difference === undefined ? undefined : { ...difference, line: claimed.line, printed: answer.body };
}

interface Headed {
  /** The headers in their order, with names as the article writes them. */
  headers: [name: string, value: string][];
  body: string;
  /** The number of the line that contains the start line, counted from 0. */
  line: number;
}

type HttpRequest = Headed & { method: string; target: string };
type HttpResponse = Headed & { status: number };

/** A line that is no part of a valid HTTP message. */
interface HttpFormFault {
  given: string;
  line: number;
}

const requestLine = /^([A-Z]+) (\S+)(?: HTTP\/\d(?:\.\d)?)?$/;
const statusLine = /^HTTP\/\d(?:\.\d)? (\d{3})(?: .*)?$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/;

/**
 * Parses a fence in the form of RFC 9112 with LF line ends: a request, a response, or both. Lines that begin with `#` before a
 * start line are comments.
 */
export function readHttp(
  code: string,
): { request: HttpRequest | undefined; response: HttpResponse | undefined } | HttpFormFault {
  const lines = code.split('\n').map((line) => line.trimEnd());
  let at = 0;
  while (lines[at]?.startsWith('#') === true || lines[at] === '') at += 1;
  const first = lines[at] ?? '';
  const [, method, target] = requestLine.exec(first) ?? [];
  const isRequest = method !== undefined && target !== undefined;
  const responseAt = lines.findIndex((line, index) => index >= at && statusLine.test(line));
  if (!isRequest && responseAt !== at) return { line: at, given: first };
  const head = isRequest ? readHeaded(lines, at, responseAt === -1 ? lines.length : responseAt) : undefined;
  if (head !== undefined && 'given' in head) return head;
  const answer = responseAt === -1 ? undefined : readHeaded(lines, responseAt, lines.length);
  if (answer !== undefined && 'given' in answer) return answer;
  const status = Number(statusLine.exec(lines[responseAt] ?? '')?.[1]);
  return {
    request: head && isRequest ? { method, target, ...head } : undefined,
    response: answer && { status, ...answer },
  };
}

function readHeaded(lines: readonly string[], start: number, end: number): Headed | HttpFormFault {
  const headers: [string, string][] = [];
  let at = start + 1;
  for (; at < end && lines[at] !== ''; at += 1) {
    const line = lines[at] ?? '';
    // A line with only `…` stands for omitted headers.
    if (line === '…') continue;
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) return { line: at, given: line };
    headers.push([name, value]);
  }
  const body = lines
    .slice(at + 1, end)
    .join('\n')
    .trim();
  return { headers, body, line: start };
}

/** The first value of a header. `name` is in lower case; the given names may be in any case (RFC 9110, section 5.1). */
export const headerOf = ({ headers }: Headed, name: string): string | undefined =>
  headers.find(([given]) => given.toLowerCase() === name)?.[1];
