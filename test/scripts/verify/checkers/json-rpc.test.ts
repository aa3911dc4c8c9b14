import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Example } from '../../../../build/source/examples.ts';
import { messageFault } from '../../../../scripts/verify/checkers/json-rpc.ts';
import { fixtures } from '../../../site.ts';
import { exampleOf } from '../bench.ts';

const messages: Record<string, unknown[]> = JSON.parse(readFileSync(join(fixtures, 'mcp-messages.json'), 'utf8'));

type Message = Pick<Example, 'language' | 'code'>;

const json = (value: unknown): Message => ({ language: 'json', code: JSON.stringify(value) });

/** The fault of the last of these messages as `path: finding`; the others come before it in the same article. */
function faultOf(...given: Message[]): string | undefined {
  const examples = given.map(({ language, code }, index) => exampleOf(language, code, index + 1));
  const example = examples.at(-1);
  if (example === undefined) throw new Error('there must be a message');
  const found = messageFault(JSON.parse(example.code), { examples, example });
  if (found === undefined) return undefined;
  const { found: wording } = found.fault;
  return `${found.path.join('.')}: ${typeof wording === 'string' ? wording : wording.en}`;
}

const request = (id: unknown, method: string, params?: unknown) => ({ jsonrpc: '2.0', id, method, params });
const result = (id: unknown, value: unknown) => ({ jsonrpc: '2.0', id, result: value });
const error = (id: unknown, value: unknown) => ({ jsonrpc: '2.0', id, error: value });

const call = request(1, 'tools/call', { name: 'get_weather', arguments: {} });
const list = request(1, 'tools/list');
const revision = 'io.modelcontextprotocol/protocolVersion';
const _meta = { [revision]: '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };

// The fixture has the examples of two revisions: lifecycle and tools of 2025-11-25, tools and multi round-trip requests of 2026-07-28.
test.each(Object.entries(messages))(
  'the checker accepts the examples of the MCP specification in revision %s',
  (_, shown) => {
    for (const index of shown.keys()) expect(faultOf(...shown.slice(0, index + 1).map(json))).toBeUndefined();
  },
);

test.each([
  [request('a', 'library.search', { q: 'json-rpc' })],
  [result('a', ['anything'])],
  [request(2, 'add', [1, 2])],
  [{ jsonrpc: '2.0', method: 'library.changed' }],
  [error(null, { code: -32700, message: 'Parse error' })],
  [[request(3, 'a'), { jsonrpc: '2.0', method: 'b' }]],
  [{ version: '2.0', id: null }],
  [[{ id: null }]],
])('the checker accepts JSON-RPC that is not MCP, and other JSON: %j', (value) => {
  expect(faultOf(json(value))).toBeUndefined();
});

test.each([
  [{ jsonrpc: 2, id: 1, method: 'a' }, 'jsonrpc: JSON-RPC: jsonrpc is wrong (Invalid input: expected "2.0")'],
  [{ jsonrpc: '2.0', id: 1 }, ': a message without exactly one of method, result and error'],
  [{ ...result(1, {}), error: {} }, ': a message without exactly one of method, result and error'],
  [{ ...request(1, 'a'), param: {} }, ': JSON-RPC: $ is wrong (Unrecognized key: "param")'],
  [request(null, 'a'), expect.stringMatching(/^id: JSON-RPC: id is wrong/)],
  [result(null, {}), expect.stringMatching(/^id: JSON-RPC: id is wrong/)],
  [request(1, ''), expect.stringMatching(/^method: JSON-RPC: method is wrong/)],
  [request(1, 'a', 'x'), expect.stringMatching(/^params: JSON-RPC: params is wrong/)],
  [error(1, { code: '-1', message: 'bad' }), expect.stringMatching(/^error.code: JSON-RPC: error.code is wrong/)],
  [error(true, { code: 1, message: 'bad' }), expect.stringMatching(/^id: JSON-RPC: id is wrong/)],
  [[request(1, 'a'), 7], '1: an element of a batch that is not a message'],
  [[request(1, 'a'), request(null, 'a')], expect.stringMatching(/^1.id: JSON-RPC: id is wrong/)],
])('the checker reports invalid JSON-RPC: %j', (value, fault) => {
  expect(faultOf(json(value))).toEqual(fault);
});

test.each([
  [[call], '0: a batch of MCP messages'],
  [request(1, 'notifications/initialized'), expect.stringContaining('is wrong (Unrecognized key: "id")')],
  [{ jsonrpc: '2.0', method: 'tools/list' }, expect.stringContaining('tools/list: id is wrong')],
  [request(1, 'tools/call', { arguments: {} }), expect.stringContaining('tools/call: params.name is wrong')],
  [request(1, 'tools/list', { _meta: { [revision]: '2026-07-28' } }), expect.stringContaining('clientCapabilities is')],
  [request(1, 'initialize', { _meta }), 'method: initialize in revision 2026-07-28'],
  [result(1, { resultType: 'input_required' }), expect.stringContaining('result.inputRequests is wrong (input_req')],
  [result(1, { resultType: 7 }), expect.stringContaining('MCP: result.resultType is wrong')],
])('the checker reports messages that are invalid in MCP: %j', (value, fault) => {
  expect(faultOf(json(value))).toEqual(fault);
});

test.each([
  [call, { tools: [] }, 'tools/call: result.content is wrong'],
  [request(1, 'tools/call', { name: 'a', _meta }), { content: [] }, 'tools/call: result.resultType is wrong'],
  [request(1, 'tools/list', { _meta }), { resultType: 'complete', tools: [] }, 'tools/list: result.ttlMs is wrong'],
  [list, { resultType: 'input_required', requestState: 'x' }, 'tools/list: result.resultType is wrong'],
])('a result is checked against the request with the same id: %j, then %j', (asked, value, fault) => {
  expect(faultOf(json(asked), json(result(1, value)))).toContain(fault);
});

test('a result is checked against the last request whose id has the same value and type', () => {
  const wrong = json(result('1', { content: [] }));
  expect(faultOf(json(request('1', 'tools/list')), json(call), wrong)).toContain('tools/list: result.tools is wrong');
  expect(faultOf(json(call), json(list), json(result(1, { tools: [] })))).toBeUndefined();
});

test('the request of a result may be in the body of an HTTP message or in a server-sent event', () => {
  const posted = `POST /mcp HTTP/1.1\n\n${JSON.stringify(list, null, 2)}\n\nHTTP/1.1 202 Accepted`;
  const event = `HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\ndata: ${JSON.stringify(request('s', 'roots/list'))}`;
  const sent: Message[] = [posted, event].map((code) => ({ language: 'http', code }));
  expect(faultOf(json(call), ...sent, json(result(1, { content: [] })))).toContain('tools/list: result.tools is wrong');
  const roots = result('s', { roots: [{ uri: 'https://example.com' }] });
  expect(faultOf(...sent, json(roots))).toContain('roots/list: result.roots.0.uri is wrong');
});

test('the fault of a JSON-RPC message is also reported in Chinese', () => {
  const example = exampleOf('json', '');
  expect(messageFault(request(1, 'tools/call', {}), { examples: [example], example })).toMatchObject({
    fault: { found: { zh: expect.stringMatching(/^tools\/call：params\.name 有误（.*期望 string/) } },
  });
});
