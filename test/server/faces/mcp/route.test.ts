// Tests of /mcp that are not about single tools: limits, keys, agents, protocol revisions and failures.
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { exchange } from '../../../contract/exchange.ts';
import {
  movableClock,
  registeredAgents,
  type Started,
  type StateLimits,
  startServer,
  stateFor,
} from '../../../server.ts';
import { issueKey } from '../../keys.ts';
import { getText, send } from '../../raw.ts';
import { smallEdition } from '../../small-site.ts';
import { connectHttp } from './clients.ts';
import { ask, askNow, callTool, sendBody } from './exchange.ts';

const edition = await smallEdition();
/** A server with very high limits, for tests that do not count requests. */
const shared = await startServer(edition, { settings: { publicUrl: 'https://kb.example.org' } });
afterAll(() => shared.close());

function start(limits: StateLimits = {}): Promise<Started> {
  const clock = movableClock();
  return startServer(edition, { clock, state: stateFor(clock, limits) });
}

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

describe('the rate limit of /mcp', () => {
  it('is reported with 429 in the envelope of the API, with Retry-After', async () => {
    const server = await start({ keyless: { limit: 1, windowMs: 60_000 } });
    expect((await askNow(server, 'tools/list')).status).toBe(200);
    const { status, headers, body } = await callTool(server, 'search', { q: 'kettle' });
    expect([status, headers.get('ratelimit')]).toEqual([429, expect.stringContaining('"keyless"; r=0')]);
    expect(body).toMatchObject({ success: false, data: null, error: { code: 'RATE_LIMITED', scope: 'ip' } });
    expect(Number(headers.get('retry-after'))).toBe(body.error.retryAfterSeconds);
  });

  it('counts every request, even a failed one, except OPTIONS', async () => {
    const server = await start();
    const left = async (): Promise<number> => {
      const { headers } = await server.json('/api/v1/search');
      return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    expect(await left()).toBe(99);
    expect((await sendBody(server, { method: 'OPTIONS' })).status).toBe(204);
    expect(await left()).toBe(98);
    for (const method of ['GET', 'DELETE', 'PUT']) expect((await sendBody(server, { method })).status).toBe(405);
    expect(await left()).toBe(94);
    const headers = { host: 'evil.example' };
    expect((await exchange({ port: server.port, path: '/mcp', method: 'DELETE', headers })).status).toBe(400);
    expect(await left()).toBe(92);
  });

  it('cannot be evaded with several messages in one request, which are refused', async () => {
    const { status, body } = await sendBody(shared, { body: `[${ping},${ping}]` });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('Send one message per request'),
    });
  });
});

describe('an API key', () => {
  it('in the wrong place of a message is never repeated in an answer or a log line', async () => {
    const clock = movableClock();
    const server = await startServer(edition, { clock, state: stateFor(clock), settings: { logLevel: 'trace' } });
    const { key } = await issueKey(server.state.store);
    const answers = [
      await callTool(server, key, {}),
      await callTool(server, 'search', { [key]: key }),
      await callTool(server, 'search', { domain: key }),
      await callTool(server, 'fetch', { id: key }),
      await ask(server, key),
      await ask(server, 'prompts/get', { name: key }),
      await askNow(server, 'tools/list', {}, { headers: { 'mcp-method': key } }),
      await sendBody(server, { headers: { 'mcp-protocol-version': key }, body: ping }),
      await sendBody(server, { headers: { origin: `https://${key}` }, body: ping }),
    ];
    // A client name becomes an agent id. If the name contains a key, even percent-encoded or in full-width letters, the key must not
    // become part of the id.
    for (const client of [key, key.replace('stele', 'st%65le'), key.replace('stele', 'ｓｔｅｌｅ')])
      answers.push(await askNow(server, 'tools/list', {}, { client }));
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(key);
    expect(server.logLines.join('')).not.toContain(key.slice(-30));
  });
});

describe('an agent that calls /mcp', () => {
  const statisticsOf = async (server: Started, id: string) =>
    (await server.json('/api/v1/agents/me', { 'x-agent-id': id })).body.data.requests;

  it('is registered under the name of its MCP client, and its calls are counted by kind', async () => {
    const server = await start();
    await askNow(server, 'tools/list', {}, { client: 'Tea & Co. 茶' });
    await askNow(server, 'tools/call', { name: 'search', arguments: { q: 'kettle' } }, { client: 'Tea & Co. 茶' });
    await askNow(server, 'tools/call', { name: 'fetch', arguments: { id: 'kettle' } }, { client: 'Tea & Co. 茶' });
    await askNow(server, 'resources/read', { uri: 'kb://articles/kettle' }, { client: 'Tea & Co. 茶' });
    const counted = { total: 5, search: 1, article: 2, other: 2, failed: 0, rateLimited: 0 };
    expect(await statisticsOf(server, 'Tea-Co.')).toEqual(counted);
    // No character of this client name is allowed in an agent id.
    expect((await askNow(server, 'tools/list', {}, { client: '茶壶' })).status).toBe(200);
    expect(await registeredAgents(server.state)).toBe(1);
  });

  it.each(['current', 'earlier'] as const)('is recognised in all calls of an SDK client (%s)', async (kind) => {
    const server = await start();
    const client = await connectHttp(server.origin, kind);
    onTestFinished(() => client.close());
    await client.callTool({ name: 'search', arguments: { q: 'kettle' } });
    await client.callTool({ name: 'fetch', arguments: { id: 'nothing-there' } });
    expect(await statisticsOf(server, 'tea-client')).toMatchObject({ search: 1, article: 1, failed: 1 });
  });
});

describe('an answer of /mcp', () => {
  it('is JSON in both protocol revisions, and for callers that accept only JSON', async () => {
    const server = await start();
    for (const { status, headers } of [
      await askNow(server, 'tools/list'),
      await ask(server, 'tools/list'),
      await ask(server, 'tools/list', {}, { accept: 'application/json' }),
      await ask(server, 'tools/list', {}, { accept: '*/*' }),
    ]) {
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-agent-api-endpoint')).toBe(`${server.origin}/api/v1`);
      expect(headers.get('ratelimit')).toContain('"keyless"');
    }
  });

  it('to a list request or to resources/read may be stored by any cache', async () => {
    const lists = ['server/discover', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];
    for (const method of [...lists, 'resources/read']) {
      const { body } = await askNow(shared, method, method === 'resources/read' ? { uri: 'kb://articles/kettle' } : {});
      expect([method, body.result?.cacheScope, body.result?.ttlMs > 0]).toEqual([method, 'public', true]);
    }
  });

  it('names the supported protocol revisions and capabilities', async () => {
    const { body } = await askNow(shared, 'server/discover');
    expect(body.result.supportedVersions).toEqual(['2026-07-28']);
    expect(body.result.capabilities).toEqual({
      completions: {},
      prompts: { listChanged: false },
      resources: { listChanged: false },
      tools: { listChanged: false },
    });
    const client = { capabilities: {}, clientInfo: { name: 'tea', version: '1' } };
    for (const [asked, offered] of [
      ['2025-11-25', '2025-11-25'],
      ['2025-06-18', '2025-06-18'],
      // Revision 2025-03-26 has batches, which this server refuses; it offers another revision.
      ['2025-03-26', '2025-11-25'],
    ]) {
      const { result } = (await ask(shared, 'initialize', { ...client, protocolVersion: asked })).body;
      expect(result.protocolVersion, asked).toBe(offered);
    }
  });

  it('that lists resources has a cursor that is valid only for the same edition', async () => {
    const { body } = await ask(shared, 'resources/list', { cursor: 'another:2' });
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('cursor') });
    const { body: last } = await ask(shared, 'resources/list', {
      cursor: `${shared.currentEdition.library.buildId.slice(0, 12)}:2`,
    });
    expect(last.result.resources).toHaveLength(2);
  });
});

describe('a tool or prompt that does not exist', () => {
  it('is not found, even if its name is a property of Object.prototype', async () => {
    const answers = async (called: string) => {
      const completion = { ref: { type: 'ref/prompt', name: called }, argument: { name: 'language', value: 'z' } };
      const asked = [
        await callTool(shared, called, {}),
        await ask(shared, 'prompts/get', { name: called }),
        await askNow(shared, 'tools/call', { name: called, arguments: {} }),
        await ask(shared, 'completion/complete', completion),
      ];
      return JSON.stringify(asked.map(({ body }) => body.error));
    };
    const expected = await answers('no-such-thing');
    expect(expected).toContain('Tool no-such-thing not found');
    for (const name of ['toString', '__proto__', 'constructor'])
      expect(await answers(name)).toBe(expected.replaceAll('no-such-thing', name));
  });
});

describe('a request to /mcp that fails', () => {
  it.each([
    ['a body that is not JSON', { body: '{"jsonrpc":' }, 400, -32700],
    ['a body that is not UTF-8', { body: Buffer.from([0xff]).toString('latin1') }, 400, -32700],
    ['a body that is too long', { body: JSON.stringify('x'.repeat(70_000)) }, 413, -32600],
    ['JSON that is not a message', { body: '{}' }, 400, -32600],
    ['JSON that is not an object', { body: '7' }, 400, -32600],
    ['an empty body', {}, 400, -32700],
    ['another content type', { body: ping, headers: { 'content-type': 'text/plain' } }, 415, -32000],
    ['the HTTP method GET', { method: 'GET' }, 405, -32000],
    ['the HTTP method PATCH', { method: 'PATCH', body: ping }, 405, -32000],
  ])('gets a JSON-RPC error: %s', async (_title, sending, status, code) => {
    const { status: answered, body } = await sendBody(shared, sending);
    expect([answered, body?.error?.code]).toEqual([status, code]);
  });

  it('because of 30,000 nested arrays gets an answer, and the server keeps running', async () => {
    const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"q":${nested}}}}`;
    const answer = await sendBody(shared, { body });
    expect(answer.status).toBeLessThanOrEqual(500);
    expect((await callTool(shared, 'search', {})).status).toBe(200);
  });

  it.each(['resources/read', 'tools/call', 'prompts/get'])(
    'because %s lacks a parameter gets an error that names the parameter',
    async (method) => {
      const lacking = { code: -32602, message: expect.stringMatching(/^params\.(?:uri|name): [^\n]*\.$/) };
      expect((await ask(shared, method)).body.error).toEqual(lacking);
      expect((await askNow(shared, method, {}, { headers: { 'mcp-name': 'x' } })).body.error.code).toBeLessThan(-32600);
    },
  );

  it('because its path is /mcp/, /mcp/x or /MCP gets 404', async () => {
    for (const path of ['/mcp/', '/mcp/x', '/MCP']) {
      const { answers } = await send(shared.port, getText(path), { answers: 1 });
      expect([path, answers[0]?.status]).toEqual([path, 404]);
    }
  });

  it('because of a bug gets an answer without internals, and the bug is logged', async () => {
    const server = await start();
    const failing = () => {
      throw new Error('a secret');
    };
    Object.assign(server.currentEdition.library, { rank: failing, body: failing });
    const { status, body } = await callTool(server, 'search', { q: 'kettle' });
    expect([status, body.result.isError]).toEqual([200, true]);
    const read = await ask(server, 'resources/read', { uri: 'kb://articles/kettle' });
    expect(read.body.error).toMatchObject({ code: -32603 });
    expect(JSON.stringify([body, read.body])).not.toContain('secret');
    expect(server.logLines.some((line) => line.includes('a bug'))).toBe(true);
  });
});
