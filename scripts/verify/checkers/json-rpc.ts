// JSON-RPC 2.0 messages in examples, and those of MCP among them. No language of its own: checkers that read JSON hand it what they
// read. A result is held against the last request of the article that has its id, in whichever fence that stands.
import type { Bilingual } from '../../../build/edition/vocabulary.ts';
import { show } from '../../../build/messages.ts';
import type { Example } from '../../../build/source/examples.ts';
import type { Fault } from '../checker.ts';
import {
  isGone,
  isMcpMethod,
  isMcpNotification,
  type McpMessage,
  mcpErrorFault,
  mcpRequestFault,
  mcpResultFault,
  modernRevision,
  type SchemaFault,
} from '../mcp-messages.ts';

/** Where a message stands. */
export interface Within {
  /** All examples of the article, in order. */
  examples: readonly Example[];
  example: Example;
}

/** What is wrong with a message, and with which part of the value: whoever read the value knows the line. */
export interface MessageFault {
  fault: Fault;
  path: PropertyKey[];
}

/** The first fault of a value that is a message or a batch of messages; undefined for what is neither. */
export function messageFault(value: unknown, within: Within): MessageFault | undefined {
  if (!Array.isArray(value)) return isMessage(value) ? faultOf(value, within) : undefined;
  if (!value.some(isMessage)) return undefined;
  for (const [index, element] of value.entries()) {
    const found = isMessage(element) ? (batchFault(element) ?? faultOf(element, within)) : wrong([], words.noMessage);
    if (found !== undefined) return { ...found, path: [index, ...found.path] };
  }
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isMessage = (value: unknown): value is Fields => isObject(value) && Object.hasOwn(value, 'jsonrpc');
const isRequest = (message: Fields): message is Fields & McpMessage => typeof message.method === 'string';

const batchFault = (message: Fields): MessageFault | undefined =>
  isRequest(message) && isMcpMethod(message.method) ? wrong([], words.noBatches) : undefined;

function faultOf(message: Fields, within: Within): MessageFault | undefined {
  if (message.jsonrpc !== '2.0') return wrong(['jsonrpc'], words.version);
  const has = (name: string): boolean => Object.hasOwn(message, name);
  if ([has('method'), has('result'), has('error')].filter(Boolean).length !== 1) return wrong([], words.oneKind);
  if (has('method')) return othersThan(message, ['jsonrpc', 'id', 'method', 'params']) ?? requestFault(message);
  if (has('result')) return othersThan(message, ['jsonrpc', 'id', 'result']) ?? resultFault(message, within);
  return othersThan(message, ['jsonrpc', 'id', 'error']) ?? errorFault(message, within);
}

function othersThan(fields: Fields, names: readonly string[], at: PropertyKey[] = []): MessageFault | undefined {
  const other = Object.keys(fields).find((name) => !names.includes(name));
  return other === undefined ? undefined : wrong([...at, other], words.member(other, names));
}

function requestFault(message: Fields): MessageFault | undefined {
  if (!isRequest(message) || message.method === '') return wrong(['method'], words.method);
  const hasId = Object.hasOwn(message, 'id');
  if (hasId && !isId(message.id)) return wrong(['id'], words.id);
  if (Object.hasOwn(message, 'params') && (typeof message.params !== 'object' || message.params === null)) {
    return wrong(['params'], words.params);
  }
  if (hasId && isMcpNotification(message.method)) return wrong(['id'], words.notification);
  if (!hasId && isMcpMethod(message.method) && !isMcpNotification(message.method)) return wrong([], words.request);
  if (isGone(message)) return wrong(['method'], words.gone(message.method));
  const { jsonrpc: _, id: __, ...rest } = message;
  return ofSchema(mcpRequestFault({ ...rest, method: message.method }), message.method);
}

function resultFault(message: Fields, within: Within): MessageFault | undefined {
  if (!isId(message.id)) return wrong(Object.hasOwn(message, 'id') ? ['id'] : [], words.id);
  const request = requestWith(message.id, within);
  return ofSchema(mcpResultFault(message.result, request), request?.method ?? 'MCP');
}

function errorFault(message: Fields, { examples }: Within): MessageFault | undefined {
  // MCP leaves out the id that could not be read; JSON-RPC says that it is null.
  const speaksMcp = examples.some((example) => requestsIn(example).some(({ method }) => isMcpMethod(method)));
  const isIdRight = Object.hasOwn(message, 'id') ? message.id === null || isId(message.id) : speaksMcp;
  if (!isIdRight) return wrong(Object.hasOwn(message, 'id') ? ['id'] : [], words.errorId);
  const error = message.error;
  if (!isObject(error)) return wrong(['error'], words.error);
  const code = error.code;
  if (typeof code !== 'number' || !Number.isInteger(code)) return wrong(['error', 'code'], words.code);
  if (code >= -32768 && code < -32099 && !definedCodes.has(code)) return wrong(['error', 'code'], words.reserved(code));
  if (typeof error.message !== 'string') return wrong(['error', 'message'], words.errorMessage);
  return (
    othersThan(error, ['code', 'message', 'data'], ['error']) ??
    ofSchema(mcpErrorFault({ code, data: error.data }), String(code))
  );
}

const definedCodes = new Set([-32700, -32600, -32601, -32602, -32603]);
const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isInteger(id);

function requestWith(id: string | number, { examples, example }: Within): McpMessage | undefined {
  return examples
    .filter(({ ordinal }) => ordinal <= example.ordinal)
    .flatMap(requestsIn)
    .findLast((request) => request.id === id);
}

function requestsIn(example: Example): (McpMessage & { id?: unknown })[] {
  return valuesIn(example)
    .flatMap((value): unknown[] => (Array.isArray(value) ? value : [value]))
    .filter(isMessage)
    .filter(isRequest);
}

/** The JSON of an example: all of it, or the bodies and events of what goes over HTTP. */
function valuesIn({ language, code }: Example): unknown[] {
  if (language === 'json') return parsed(code);
  if (language !== 'http') return [];
  const bodies = code.split(/\n\s*\n(?=[[{])/).slice(1);
  return [
    ...bodies.flatMap((body) => parsed(body.split(/\n\s*\n(?=\S+ \S+ HTTP\/|HTTP\/)/, 1)[0] ?? '')),
    ...[...code.matchAll(/^data: ?(.*)$/gm)].flatMap(([, line = '']) => parsed(line)),
  ];
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

const wrong = (path: PropertyKey[], fault: Fault): MessageFault => ({ path, fault });

function ofSchema(found: SchemaFault | undefined, subject: string): MessageFault | undefined {
  if (found === undefined) return undefined;
  const where = found.path.map(String).join('.');
  const fault = said(
    { zh: `${subject}：${where} 有误（${found.reason.zh}）`, en: `${subject}: ${where} is wrong (${found.reason.en})` },
    { zh: 'MCP 规范规定的形式', en: 'the form that the specification of MCP gives it' },
  );
  return wrong(found.path, fault);
}

function said(found: Bilingual, expected: Bilingual): Fault {
  return {
    found,
    expected,
    advice: {
      zh: '改正这条消息。若示例正是要展示错误的消息，就在围栏上写 verify=fails。',
      en: 'Correct the message. If the example is there to show a wrong one, mark its fence verify=fails.',
    },
  };
}

/** A fault in short: found and expected, in Chinese and English. */
const about = (foundZh: string, foundEn: string, zh: string, en: string): Fault =>
  said({ zh: foundZh, en: foundEn }, { zh, en });

const words = {
  noMessage: about(
    '批量中不是消息的元素',
    'an element of a batch that is no message',
    'JSON-RPC 消息',
    'a JSON-RPC message',
  ),
  noBatches: about(
    'MCP 消息的批量',
    'a batch of MCP messages',
    '单条消息：MCP 不再有批量',
    'one message: MCP has no batches any more',
  ),
  version: about('不是 "2.0" 的 jsonrpc', 'a jsonrpc that is not "2.0"', '"jsonrpc": "2.0"', '"jsonrpc": "2.0"'),
  oneKind: about(
    'method、result、error 并非恰有其一的消息',
    'a message that has not exactly one of method, result and error',
    '请求、通知、结果或错误',
    'a request, a notification, a result or an error',
  ),
  method: about(
    '不是字符串或为空的 method',
    'a method that is no string, or empty',
    '方法的名称',
    'the name of a method',
  ),
  id: about(
    '不是字符串或整数的 id',
    'an id that is neither a string nor an integer',
    '字符串或整数',
    'a string or an integer',
  ),
  errorId: about(
    '不是字符串、整数或 null 的 id',
    'an id that is neither a string nor an integer nor null',
    '请求的 id；无法得知时为 null',
    'the id of the request; null when it could not be read',
  ),
  params: about(
    '不是对象或数组的 params',
    'params that are neither an object nor an array',
    '对象或数组',
    'an object or an array',
  ),
  notification: about('带有 id 的通知', 'a notification with an id', '没有 id 的通知', 'a notification without an id'),
  request: about('没有 id 的请求', 'a request without an id', '带有 id 的请求', 'a request with an id'),
  error: about(
    '不是对象的 error',
    'an error that is no object',
    '含 code 和 message 的对象',
    'an object with code and message',
  ),
  code: about('不是整数的 error.code', 'an error.code that is no integer', '整数', 'an integer'),
  errorMessage: about('不是字符串的 error.message', 'an error.message that is no string', '字符串', 'a string'),
  reserved: (code: number) =>
    about(
      `JSON-RPC 保留的错误码 ${code}`,
      `${code}, a code that JSON-RPC reserves`,
      '已定义的错误码，或 -32099 至 -32000 之间、保留范围之外的错误码',
      'a code that is defined, one from -32099 to -32000, or one outside the reserved range',
    ),
  member: (name: string, names: readonly string[]) =>
    about(
      `不认识的成员 ${show(name)}`,
      `an unknown member ${show(name)}`,
      `只有 ${names.join('、')}`,
      `${names.join(', ')} only`,
    ),
  gone: (method: string) =>
    about(
      `${modernRevision} 版中的 ${method}`,
      `${method} in revision ${modernRevision}`,
      '该版仍有的方法',
      'a method that this revision has',
    ),
};
