import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { tools } from '../../../../server/faces/mcp/tools.ts';
import { startServer } from '../../../server.ts';
import { smallEdition } from '../../small-site.ts';
import { askNow, sendBody } from './exchange.ts';

const server = await startServer(await smallEdition());
afterAll(() => server.close());

const methods = [
  ...['initialize', 'notifications/initialized', 'ping', 'server/discover', 'tools/list', 'tools/call'],
  ...['resources/list', 'resources/templates/list', 'resources/read', 'prompts/list', 'prompts/get'],
  ...['completion/complete', 'logging/setLevel', 'subscriptions/listen'],
];
const method = fc.oneof(fc.constantFrom(...methods), fc.string({ unit: 'binary' }));
const names = fc.oneof(
  fc.constantFrom(...tools.map(({ name }) => name), 'answer_with_citations', '__proto__'),
  fc.string(),
);
const paths = ['kettle', '', '%00', '../x'].map((name) => `kb://articles/${name}`);
const uris = fc.oneof(fc.constantFrom(...paths, 'file:///etc/passwd'), fc.string({ unit: 'binary' }));
/** Parameters with known names and valid or invalid values, or any other JSON value. */
const params = fc.oneof(
  fc.record(
    {
      name: names,
      uri: uris,
      cursor: fc.string(),
      arguments: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
      ref: fc.oneof(
        fc.record({ type: fc.constantFrom('ref/prompt', 'ref/resource'), name: names, uri: uris }),
        fc.jsonValue(),
      ),
      argument: fc.oneof(fc.record({ name: fc.constantFrom('slug', 'language'), value: fc.string() }), fc.jsonValue()),
      inputResponses: fc.jsonValue(),
      requestState: fc.string(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);

/** Fails the test if an answer is a server error or shows internals, or if the server logged a bug. */
function judge({ status, body }: { status: number; body: unknown }): void {
  expect(status).toBeLessThan(500);
  expect(JSON.stringify(body) ?? '').not.toMatch(/node_modules|\.ts:|\.js:|Cannot read|is not a function|-32603/);
  expect(server.logLines.filter((line) => line.includes('a bug'))).toEqual([]);
}

it('any message of revision 2025-11-25 is answered without a server error', async () => {
  await fc.assert(
    fc.asyncProperty(method, params, fc.oneof(fc.constant(1), fc.jsonValue()), async (asked, given, id) => {
      judge(await sendBody(server, { body: JSON.stringify({ jsonrpc: '2.0', id, method: asked, params: given }) }));
    }),
    { numRuns: 60 },
  );
});

it('any message of revision 2026-07-28 is answered without a server error', async () => {
  const asObject = (given: unknown): Record<string, unknown> =>
    typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : { given };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods), params, async (asked, given) => {
      const headers = { 'mcp-name': 'x' };
      judge(await askNow(server, asked, asObject(given), { headers }));
      const plain = asObject(given);
      // The header Mcp-Name can carry only printable ASCII.
      if (!/^[ -~]*$/.test(String(plain.name ?? plain.uri ?? ''))) return;
      judge(await askNow(server, asked, plain));
    }),
    { numRuns: 60 },
  );
});

it('a POST request to /mcp with any body is answered without a server error', async () => {
  const body = fc.oneof(
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc.string({ unit: 'binary', minLength: 1 }),
  );
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      judge(await sendBody(server, { body: sent }));
    }),
    { numRuns: 60 },
  );
});
