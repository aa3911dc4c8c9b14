import { connect } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../answers.ts';
import { articleText, contentOf, publishFolder } from '../site.ts';
import { steleStart } from './command.ts';

let edition: string;
beforeAll(async () => {
  edition = await publishFolder(await contentOf({ 'mcp/teapot.md': articleText() }));
});

describe('stele start', () => {
  it('ends with 0 on SIGINT', async () => {
    const { process: child, exited } = await steleStart(['--edition', edition]);
    child.kill('SIGINT');
    expect(await exited).toBe(0);
  });

  it('behind a proxy answers for a second after SIGTERM, with Connection: close', async () => {
    const serving = await steleStart(['--edition', edition, '--trust-proxy', '127.0.0.1']);
    serving.process.kill('SIGTERM');
    await serving.writes('stopping');
    const response = await fetch(`${serving.origin}/healthz`);
    expect(response.status).toBe(200);
    expect(response.headers.get('connection')).toBe('close');
    expect(await serving.exited).toBe(0);
  });

  it('ends immediately with 1 on a second SIGTERM or SIGINT', async () => {
    const serving = await steleStart(['--edition', edition]);
    const { origin, process: child, exited } = serving;
    // An unfinished request keeps the server from ending after the first signal.
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.write('GET /api/v1/search HTTP/1.1\r\n', resolve));
    child.kill('SIGTERM');
    await serving.writes('stopping');
    child.kill('SIGINT');
    expect(await exited).toBe(1);
  });

  it('loads a new edition on SIGHUP', async () => {
    const own = await publishFolder(await contentOf({ 'mcp/teapot.md': articleText() }));
    const { origin, process: child, writes } = await steleStart(['--edition', own]);
    await publishFolder(await contentOf({ 'mcp/kettle.md': articleText({ id: 'art_kettle' }) }), own);
    child.kill('SIGHUP');
    await writes('serving a new edition');
    expect((await ask(`${origin}/api/v1/articles/kettle`)).status).toBe(200);
  });

  it('logs the address of the metrics, and closes their port on SIGTERM', async () => {
    const serving = await steleStart(['--edition', edition], { METRICS_PORT: '0', HOST: '0.0.0.0' });
    const [, address = ''] = /"metricsAddress":"(http:\/\/127\.0\.0\.1:\d+\/metrics)"/.exec(serving.output()) ?? [];
    expect(await (await fetch(address)).text()).toContain('stele_edition_articles 1\n');
    serving.process.kill('SIGTERM');
    expect(await serving.exited).toBe(0);
    await expect(fetch(address)).rejects.toThrow();
  });
});
