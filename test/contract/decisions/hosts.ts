// The host names that the server accepts (it refuses all others to prevent DNS rebinding), and the sites that may read the API (CORS).
import { expect } from 'vitest';
import { readSettings } from '../../../server/config.ts';
import type { RawAnswer } from '../../fuzz/raw-answers.ts';
import { sendBody } from '../../server/faces/mcp/exchange.ts';
import { answerTo } from '../../server/raw.ts';
import type { Contract } from '../contract.ts';
import type { Exchange } from '../exchange.ts';
import { known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const publicUrl = 'https://kb.example.org';
const paths = ['/api/v1/search', '/api/v1/nothing', '/', `/en/articles/${known.bare}.md`, '/llms.txt', '/nowhere'];
const addresses = '127.0.0.1 192.0.2.1:8080 [::1]:8080 [2001:db8::1] localhost LOCALHOST:1 localhost.'.split(' ');
const foreign = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'kb.example.org.evil.example'];

const statusUnder = async ({ exchange }: Contract, host: string, path = '/api/v1/domains'): Promise<number> =>
  (await exchange({ path, headers: { host } })).status;

/** Sends an MCP message to /mcp with this Host header. */
function messageUnder({ server }: Contract, host: string): Promise<RawAnswer> {
  const lines = [`Host: ${host}`, 'Content-Type: application/json', `Content-Length: ${ping.length}`];
  return answerTo(server.port, `POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${ping}`);
}

function expectRefused(body: string | Buffer, at: string): void {
  const { success, error } = JSON.parse(body.toString());
  expect([success, error.code, error.details[0].parameter], at).toEqual([false, 'VALIDATION_ERROR', 'Host']);
  expect(error.hint, at).toContain('ALLOWED_HOSTS');
}

export const hosts: Section = section('hosts', {
  'On a loopback address, a Host other than an IP address or an allowed name gets 400.': async (contract) => {
    const named = await contract.another({ settings: { publicUrl, allowedHosts: ['kb.internal', 'server'] } });
    for (const host of [...addresses, 'kb.example.org', 'KB.example.org.:443', 'kb.internal', 'server:8080'])
      expect(await statusUnder(named, host), host).toBe(200);
    for (const server of [contract, named])
      for (const host of [...foreign, 'my_server', '%2e', '.'])
        for (const path of paths) {
          const { status, body } = await server.exchange({ path, headers: { host } });
          expect(status, `${host} ${path}`).toBe(400);
          expectRefused(body, `${host} ${path}`);
        }
    for (const path of ['/api/v1/search', '/', '/mcp'])
      for (const method of ['OPTIONS', 'DELETE'])
        expect((await contract.exchange({ path, method, headers: { host: 'evil.example' } })).status, path).toBe(400);
  },
  'On 0.0.0.0 any Host is accepted except on /mcp, unless ALLOWED_HOSTS or CORS_ORIGIN is set.': async (contract) => {
    const host = '0.0.0.0';
    const open = await contract.another({ settings: { host } });
    for (const name of ['server:8080', 'evil.example'])
      for (const path of ['/api/v1/domains', '/', '/llms.txt']) expect(await statusUnder(open, name, path)).toBe(200);
    const [listed, narrowed] = [
      await contract.another({ settings: { host, allowedHosts: ['server'] } }),
      await contract.another({ settings: { host, corsOrigins: ['https://app.example.org'] } }),
    ];
    for (const path of ['/api/v1/domains', '/', '/llms.txt']) {
      expect([await statusUnder(listed, 'server:8080', path), await statusUnder(listed, 'evil.example', path)]).toEqual(
        [200, 400],
      );
      expect([await statusUnder(narrowed, 'localhost', path), await statusUnder(narrowed, 'server', path)]).toEqual([
        200, 400,
      ]);
    }
  },
  'On /mcp the Host is always checked, and a foreign or null Origin gets 403.': async (contract) => {
    const open = await contract.another({ settings: { host: '0.0.0.0', publicUrl } });
    const listed = await contract.another({ settings: { host: '0.0.0.0', allowedHosts: ['server'] } });
    for (const host of [...addresses, 'kb.example.org'])
      expect((await messageUnder(open, host)).status, host).toBe(200);
    expect((await messageUnder(listed, 'server:8080')).status).toBe(200);
    expect((await open.exchange({ path: '/mcp', method: 'OPTIONS', headers: { host: 'server' } })).status).toBe(400);
    for (const host of [...foreign, 'server:8080']) {
      const { status, body } = await messageUnder(open, host);
      expect(status, host).toBe(400);
      expectRefused(body, host);
    }
    const originStatus = async ({ server }: Contract, origin: string) =>
      (await sendBody(server, { headers: { origin }, body: ping })).status;
    for (const origin of ['https://evil.example', 'null', 'http://192.0.2.1'])
      expect(await originStatus(open, origin), origin).toBe(403);
    expect([await originStatus(open, publicUrl), await originStatus(listed, 'http://server:8080')]).toEqual([200, 200]);
  },
  'On the metrics port the Host is always checked.': async (contract) => {
    const settings = { host: '0.0.0.0', publicUrl, allowedHosts: ['collector'], metricsPort: 0 };
    const { server } = await contract.another({ settings });
    const port = Number(new URL(server.metricsAddress ?? '').port);
    const read = (host: string) => answerTo(port, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    for (const host of ['127.0.0.1:9464', 'localhost', 'collector', 'kb.example.org'])
      expect((await read(host)).status, host).toBe(200);
    for (const host of foreign) {
      const { status, body } = await read(host);
      expect(status, host).toBe(400);
      expectRefused(body, host);
    }
  },
  '/healthz and /readyz accept any Host.': async (contract) => {
    const narrowed = await contract.another({ settings: { corsOrigins: ['https://app.example.org'] } });
    for (const server of [contract, narrowed])
      for (const path of ['/healthz', '/readyz']) expect(await statusUnder(server, 'evil.example', path)).toBe(200);
  },
  'Hosts in Host and in the target are both checked; HTTP/1.0 without Host is answered.': async ({ server }) => {
    const statusOf = async (request: string) => (await answerTo(server.port, request)).status;
    expect(await statusOf(`GET /api/v1/domains HTTP/1.0\r\n\r\n`)).toBe(200);
    expect(await statusOf(`GET /api/v1/domains HTTP/1.0\r\nHost: evil.example\r\n\r\n`)).toBe(400);
    for (const path of ['/api/v1/domains', '/']) {
      expect(await statusOf(`GET http://localhost${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).toBe(200);
      expect(await statusOf(`GET http://evil.example${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).toBe(400);
      expect(await statusOf(`GET http://localhost${path} HTTP/1.1\r\nHost: evil.example\r\n\r\n`)).toBe(400);
      expect(await statusOf(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n`)).toBe(400);
      expect(await statusOf(`GET ${path} HTTP/1.1\r\n\r\n`)).toBe(400);
    }
  },
  'CORS allows every site by default, and with CORS_ORIGIN only the listed sites.': async (contract) => {
    const origins = ['https://app.example.org', 'http://localhost:3000'];
    const narrowed = await contract.another({ settings: { corsOrigins: origins } });
    const allowed = ({ headers }: Exchange) => headers['access-control-allow-origin'];
    const varies = ({ headers }: Exchange) => /\borigin\b/i.test(String(headers.vary));
    for (const method of ['GET', 'OPTIONS'])
      for (const path of ['/api/v1/search', '/api/v1/nothing', '/api/v1/search?page=0', '/api/v1/openapi.json']) {
        const ask = ({ exchange }: Contract, origin?: string) =>
          exchange({ path, method, headers: { host: 'localhost', ...(origin !== undefined && { origin }) } });
        const at = `${method} ${path}`;
        expect([allowed(await ask(contract, 'https://evil.example')), varies(await ask(contract))], at).toEqual([
          '*',
          false,
        ]);
        for (const origin of origins) expect(allowed(await ask(narrowed, origin)), at).toBe(origin);
        for (const origin of ['https://evil.example', 'null', 'https://app.example.org.evil.example', undefined]) {
          const answer = await ask(narrowed, origin);
          expect([allowed(answer), varies(answer)], `${at} ${origin}`).toEqual([undefined, true]);
        }
      }
  },
  'The server does not start with invalid values of ALLOWED_HOSTS or CORS_ORIGIN.': async () => {
    const read = (environment: Record<string, string>) => readSettings({}, { edition: 'e', data: 'd' }, environment);
    const wrongHosts = '* https://kb.example.org kb.example.org:80 a,,b a/b user@a *.example.org'.split(' ');
    for (const value of [...wrongHosts, 'a b'])
      expect(read({ ALLOWED_HOSTS: value }), value).toMatchObject({
        ok: false,
        mistakes: [{ en: expect.stringContaining('ALLOWED_HOSTS') }],
      });
    const wrongOrigins = 'null app.example.org https://app.example.org/path https://a,* ftp://a https://u@a https://a,';
    for (const value of wrongOrigins.split(' '))
      expect(read({ CORS_ORIGIN: value }), value).toMatchObject({
        ok: false,
        mistakes: [{ en: expect.stringContaining('CORS_ORIGIN') }],
      });
    expect(
      read({
        ALLOWED_HOSTS: 'KB.internal., server',
        CORS_ORIGIN: 'HTTPS://App.example.org:443, http://localhost:3000/',
      }),
    ).toMatchObject({
      settings: {
        allowedHosts: ['kb.internal', 'server'],
        corsOrigins: ['https://app.example.org', 'http://localhost:3000'],
      },
    });
  },
});
