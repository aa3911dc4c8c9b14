import { expect, test } from 'vitest';
import { json } from '../../../../scripts/verify/checkers/json.ts';
import { messageFault } from '../../../../scripts/verify/checkers/json-rpc.ts';
import { benchOf, brief, fence, outcomesOf } from '../bench.ts';

/** What is said of values that stand one after the other in an article, each in a fence of its own. */
const look = async (...values: unknown[]) =>
  (
    await outcomesOf(
      json,
      await benchOf(values.map((value) => fence('json', JSON.stringify(value, null, 2))).join('\n')),
    )
  ).map(brief);

const request = (id: unknown, method: string, params?: object) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});
const result = (id: unknown, value: unknown) => ({ jsonrpc: '2.0', id, result: value });
const error = (id: unknown, value: unknown) => ({ jsonrpc: '2.0', id, error: value });

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const weatherTool = {
  name: 'get_weather',
  title: 'Weather Information Provider',
  description: 'Get current weather information for a location',
  inputSchema: {
    type: 'object',
    properties: { location: { type: 'string', description: 'City name or zip code' } },
    required: ['location'],
  },
  icons: [{ src: 'https://example.com/weather-icon.png', mimeType: 'image/png', sizes: ['48x48'] }],
};
const weatherCall = { name: 'get_weather', arguments: { location: 'New York' } };
const weather = [{ type: 'text', text: 'Current weather in New York:\nTemperature: 72°F\nConditions: Partly cloudy' }];
const login = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Please provide your GitHub username',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
};
const capital = {
  method: 'sampling/createMessage',
  params: {
    messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
    modelPreferences: { hints: [{ name: 'claude-3-sonnet' }], intelligencePriority: 0.8, speedPriority: 0.5 },
    systemPrompt: 'You are a helpful assistant.',
    maxTokens: 100,
  },
};

// The pages on lifecycle and tools of revision 2025-11-25 of the specification of MCP, whose messages these are.
const legacyMessages = [
  request(1, 'initialize', {
    protocolVersion: '2024-11-05',
    capabilities: {
      roots: { listChanged: true },
      sampling: {},
      elicitation: { form: {}, url: {} },
      tasks: { requests: { elicitation: { create: {} }, sampling: { createMessage: {} } } },
    },
    clientInfo: {
      name: 'ExampleClient',
      title: 'Example Client Display Name',
      version: '1.0.0',
      description: 'An example MCP client application',
      icons: [{ src: 'https://example.com/icon.png', mimeType: 'image/png', sizes: ['48x48'] }],
      websiteUrl: 'https://example.com',
    },
  }),
  result(1, {
    protocolVersion: '2024-11-05',
    capabilities: {
      logging: {},
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      tools: { listChanged: true },
      tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
    },
    serverInfo: { name: 'ExampleServer', title: 'Example Server Display Name', version: '1.0.0' },
    instructions: 'Optional instructions for the client',
  }),
  error(1, {
    code: -32602,
    message: 'Unsupported protocol version',
    data: { supported: ['2024-11-05'], requested: '1.0.0' },
  }),
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  request(1, 'tools/list', { cursor: 'optional-cursor-value' }),
  result(1, { tools: [weatherTool], nextCursor: 'next-page-cursor' }),
  request(2, 'tools/call', weatherCall),
  result(2, { content: weather, isError: false }),
  { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
  result(5, { content: weather, structuredContent: { temperature: 22.5, conditions: 'Partly cloudy', humidity: 65 } }),
  error(3, { code: -32602, message: 'Unknown tool: invalid_tool_name' }),
];

// The pages on tools and multi round-trip requests of revision 2026-07-28, whose requests leave out `_meta`; one more has it.
const modernMessages = [
  request(0, 'server/discover', { _meta: modern }),
  result(0, {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: {},
    ttlMs: 0,
    cacheScope: 'public',
  }),
  request(1, 'tools/list', { cursor: 'optional-cursor-value', _meta: modern }),
  result(1, {
    resultType: 'complete',
    tools: [weatherTool],
    nextCursor: 'next-page-cursor',
    ttlMs: 300000,
    cacheScope: 'public',
  }),
  request(2, 'tools/call', weatherCall),
  result(2, { resultType: 'complete', content: weather, isError: false }),
  result(2, {
    resultType: 'input_required',
    inputRequests: { github_login: login },
    requestState: 'eyJsb2NhdGlvbiI6Ik5ldyBZb3JrIn0...',
  }),
  request(3, 'tools/call', {
    ...weatherCall,
    inputResponses: { github_login: { action: 'accept', content: { name: 'octocat' } } },
    requestState: 'eyJsb2NhdGlvbiI6Ik5ldyBZb3JrIn0...',
  }),
  { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
  result(9, {
    resultType: 'input_required',
    inputRequests: { github_login: login, capital_of_france: capital },
    requestState: 'AEAD-protected blob',
  }),
  error(7, {
    code: -32022,
    message: 'Unsupported protocol version',
    data: { supported: ['2025-11-25'], requested: '2026-07-28' },
  }),
];

test.each([
  ['2025-11-25', legacyMessages],
  ['2026-07-28', modernMessages],
])('accepts what the specification of revision %s shows', async (_revision, messages) => {
  expect(await look(...messages)).toEqual(messages.map(() => 'checked'));
});

test('accepts what is JSON-RPC and not MCP, and JSON that is neither', async () => {
  const values = [
    request('a', 'library.search', { q: 'json-rpc' }),
    result('a', ['anything']),
    request(2, 'add', [1, 2]),
    { jsonrpc: '2.0', method: 'library.changed' },
    error(null, { code: -32700, message: 'Parse error' }),
    [request(3, 'a'), { jsonrpc: '2.0', method: 'b' }],
    { version: '2.0', id: null },
    [{ id: null }],
  ];
  expect(await look(...values)).toEqual(values.map(() => 'checked'));
});

test.each([
  [{ jsonrpc: 2, id: 1, method: 'a' }, 'failed on line 1: a jsonrpc that is not "2.0"'],
  [{ jsonrpc: '2.0', id: 1 }, 'failed on line 0: a message that has not exactly one of method, result and error'],
  [{ ...result(1, {}), error: {} }, 'failed on line 0: a message that has not exactly one of method, result and error'],
  [{ ...request(1, 'a'), param: {} }, 'failed on line 4: an unknown member "param"'],
  [request(null, 'a'), 'failed on line 2: an id that is neither a string nor an integer'],
  [request(1.5, 'a'), 'failed on line 2: an id that is neither a string nor an integer'],
  [result(null, {}), 'failed on line 2: an id that is neither a string nor an integer'],
  [{ jsonrpc: '2.0', result: {} }, 'failed on line 0: an id that is neither a string nor an integer'],
  [request(1, ''), 'failed on line 3: a method that is no string, or empty'],
  [{ ...request(1, 'a'), params: 'x' }, 'failed on line 4: params that are neither an object nor an array'],
  [{ ...request(1, 'a'), params: null }, 'failed on line 4: params that are neither an object nor an array'],
  [error(1, 'bad'), 'failed on line 3: an error that is no object'],
  [error(1, { message: 'bad' }), 'failed on line 3: an error.code that is no integer'],
  [error(1, { code: '-1', message: 'bad' }), 'failed on line 4: an error.code that is no integer'],
  [error(1, { code: 1 }), 'failed on line 3: an error.message that is no string'],
  [error(1, { code: -32500, message: 'bad' }), 'failed on line 4: -32500, a code that JSON-RPC reserves'],
  [error(1, { code: 1, message: 'bad', details: 1 }), 'failed on line 6: an unknown member "details"'],
  [
    error(true, { code: 1, message: 'bad' }),
    'failed on line 2: an id that is neither a string nor an integer nor null',
  ],
  [
    { jsonrpc: '2.0', error: { code: 1, message: 'bad' } },
    'failed on line 0: an id that is neither a string nor an integer nor null',
  ],
  [[request(1, 'a'), 7], 'failed on line 6: an element of a batch that is no message'],
  [[request(1, 'a'), request(null, 'a')], 'failed on line 8: an id that is neither a string nor an integer'],
])('refuses what is no JSON-RPC: %j', async (value, found) => {
  expect(await look(value)).toEqual([found]);
});

test.each([
  [[[request(1, 'tools/list')]], 'failed on line 1: a batch of MCP messages'],
  [[request(1, 'notifications/initialized')], 'failed on line 2: a notification with an id'],
  [[{ jsonrpc: '2.0', method: 'tools/list' }], 'failed on line 0: a request without an id'],
  [
    [request(1, 'tools/call', { arguments: {} })],
    'failed on line 4: tools/call: params.name is wrong (Invalid input: expected string, received undefined)',
  ],
  [
    [request(1, 'tools/call', { name: 'a', arguments: [] })],
    'failed on line 6: tools/call: params.arguments is wrong (Invalid input: expected record, received array)',
  ],
  [
    [request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {} })],
    'failed on line 4: initialize: params.clientInfo is wrong (Invalid input: expected object, received undefined)',
  ],
  // A result is held against the last request with its id.
  [
    [request(1, 'tools/call', weatherCall), result(1, { tools: [] })],
    'failed on line 3: tools/call: result.content is wrong (Invalid input: expected array, received undefined)',
  ],
  [
    [request(1, 'ping'), request(1, 'tools/list'), result(1, {})],
    'failed on line 3: tools/list: result.tools is wrong (Invalid input: expected array, received undefined)',
  ],
  [
    [request('1', 'tools/list'), request(1, 'tools/call', weatherCall), result('1', { content: [] })],
    'failed on line 3: tools/list: result.tools is wrong (Invalid input: expected array, received undefined)',
  ],
  [
    [request(1, 'tools/call', weatherCall), result(1, { content: [{ type: 'text' }] })],
    'failed on line 5: tools/call: result.content.0.text is wrong (Invalid input: expected string, received undefined)',
  ],
  [
    [request(1, 'tools/call', weatherCall), result(1, { content: [], structuredContent: [1] })],
    'failed on line 5: tools/call: result.structuredContent is wrong (Invalid input: expected record, received array)',
  ],
  // Revision 2026-07-28.
  [
    [request(1, 'server/discover')],
    'failed on line 0: server/discover: params is wrong (Invalid input: expected object, received undefined)',
  ],
  [
    [request(1, 'tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } })],
    'failed on line 5: tools/list: params._meta.io.modelcontextprotocol/clientCapabilities is wrong (Invalid input: expected object, received undefined)',
  ],
  [[request(1, 'initialize', { _meta: modern })], 'failed on line 3: initialize in revision 2026-07-28'],
  [
    [request(1, 'tools/call', { ...weatherCall, _meta: modern }), result(1, { content: [] })],
    'failed on line 3: tools/call: result.resultType is wrong (Invalid input: expected string, received undefined)',
  ],
  [
    [request(1, 'tools/list', { _meta: modern }), result(1, { resultType: 'complete', tools: [] })],
    'failed on line 3: tools/list: result.ttlMs is wrong (Invalid input: expected number, received undefined)',
  ],
  [
    [result(1, { resultType: 'input_required' })],
    'failed on line 3: MCP: result.inputRequests is wrong (input_required: inputRequests / requestState)',
  ],
  [
    [request(1, 'tools/list'), result(1, { resultType: 'input_required', requestState: 'x' })],
    'failed on line 4: tools/list: result.resultType is wrong (Invalid input: expected "complete")',
  ],
  [
    [result(1, { resultType: 'input_required', inputRequests: { a: { ...capital, params: {} } } })],
    'failed on line 8: MCP: result.inputRequests.a.params.messages is wrong (Invalid input: expected array, received undefined)',
  ],
  [
    [result(1, { resultType: 7 })],
    'failed on line 4: MCP: result.resultType is wrong (Invalid input: expected string, received number)',
  ],
  [
    [error(1, { code: -32022, message: 'no' })],
    'failed on line 3: -32022: error.data is wrong (Invalid input: expected object, received undefined)',
  ],
  [
    [error(1, { code: -32022, message: 'no', data: { supported: '2025-11-25', requested: 'x' } })],
    'failed on line 7: -32022: error.data.supported is wrong (Invalid input: expected array, received string)',
  ],
])('refuses what MCP does not know: %#', async (values, found) => {
  const outcomes = await look(...values);
  expect(outcomes.at(-1)).toBe(found);
  expect(outcomes.slice(0, -1).filter((outcome) => outcome !== 'checked')).toEqual([]);
});

test('says what a schema finds in Chinese, too', async () => {
  const bench = await benchOf(fence('json', JSON.stringify(request(1, 'tools/call', {}))));
  const [outcome] = await outcomesOf(json, bench);
  expect(outcome).toMatchObject({
    fault: { found: { zh: expect.stringMatching(/^tools\/call：params\.name 有误（.*期望 string/) } },
  });
});

test('holds a result against a request that was sent over HTTP, in a body or in an event', async () => {
  const call = JSON.stringify(request(1, 'tools/list'), null, 2);
  const event = `data: ${JSON.stringify(request('s', 'roots/list'))}`;
  const bench = await benchOf(
    [
      fence('json', JSON.stringify(request(1, 'tools/call', weatherCall))),
      fence(
        'http',
        'POST /mcp HTTP/1.1',
        'Content-Type: application/json',
        '',
        ...call.split('\n'),
        '',
        'HTTP/1.1 202 Accepted',
      ),
      fence('http', 'HTTP/1.1 200 OK', 'Content-Type: text/event-stream', '', 'event: message', event),
      fence('json', JSON.stringify(result(1, { content: [] }))),
      fence('json', JSON.stringify(result('s', { roots: [{ uri: 'https://example.com' }] }))),
    ].join('\n'),
  );
  expect((await outcomesOf(json, bench)).map(brief)).toEqual([
    'checked',
    expect.stringContaining('tools/list: result.tools is wrong'),
    expect.stringContaining('roots/list: result.roots.0.uri is wrong'),
  ]);
});

test('lets MCP leave out the id that could not be read, and nobody else', async () => {
  const anonymous = { jsonrpc: '2.0', error: { code: -32600, message: 'no' } };
  expect(await look(request(1, 'ping'), anonymous)).toEqual(['checked', 'checked']);
  expect(await look(request(1, 'pong'), anonymous)).toEqual(['checked', expect.stringMatching(/^failed/)]);
});

test('wants a fault where one is announced', async () => {
  const right = fence('json verify=fails', JSON.stringify(request(1, 'ping')));
  const wrong = fence('json verify=fails', JSON.stringify(request(null, 'ping')));
  expect((await outcomesOf(json, await benchOf(`${right}\n${wrong}`))).map(brief)).toEqual([
    'failed: JSON that is marked fails, but is right',
    'checked',
  ]);
});

test('names the part of a value that is wrong, for whoever reads it', async () => {
  const { examples } = await benchOf(fence('json', '{}'));
  const [example] = examples;
  if (example === undefined) throw new Error('there is an example');
  expect(messageFault([request(1, 'a'), error(1, {})], { examples, example })?.path).toEqual([1, 'error', 'code']);
});
