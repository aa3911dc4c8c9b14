// A shared cache may store only answers that are the same for all callers.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RawAnswer } from '../../fuzz/raw-answers.ts';
import { issueKey } from '../../server/keys.ts';
import { getFrom } from '../../server/raw.ts';
import { smallEdition } from '../../server/small-site.ts';
import { movableClock, startServer, stateFor } from '../../server.ts';
import { nginxIsHere, startNginx } from './nginx.ts';

describe.skipIf(!nginxIsHere())('nginx with a shared cache', () => {
  test('gives no caller an answer made for another caller, but serves assets from its cache', async () => {
    const clock = movableClock();
    const settings = { trustProxy: ['127.0.0.1'] };
    const server = await startServer(await smallEdition(), { clock, state: stateFor(clock), settings });
    const { port, stop } = await startNginx([server.port, server.port], { cached: true });
    onTestFinished(stop);
    const { key } = await issueKey(server.state.store);
    const asked = async (path: string): Promise<RawAnswer[]> => [
      await getFrom(port, '127.6.0.1', path, [['x-agent-id', 'ada']]),
      await getFrom(port, '127.6.0.1', path, [['x-agent-id', 'bob']]),
      await getFrom(port, '127.6.0.2', path, [['x-agent-id', 'ada']]),
      await getFrom(port, '127.6.0.3', path, [
        ['Authorization', `Bearer ${key}`],
        ['x-agent-id', 'eve'],
      ]),
      await getFrom(port, '127.6.0.3', path, [['Authorization', 'Bearer wrong']]),
    ];
    const paths = ['/api/v1/search?q=kettle', '/api/v1/articles/teapot', '/api/v1/agents/me', '/en/', '/healthz'];
    for (const path of paths) {
      const answers = await asked(path);
      expect(new Set(answers.map((answer) => answer.header('x-request-id'))).size, path).toBe(answers.length);
      for (const answer of answers) expect(answer.header('x-cache'), path).not.toBe('HIT');
      if (path.startsWith('/api/')) expect(answers.map(({ status }) => status).at(-1), path).toBe(401);
    }
    const style = /\/assets\/site\.[\w-]+\.css/.exec((await getFrom(port, '127.6.0.1', '/en/')).text)?.[0] ?? '';
    const kept = [await getFrom(port, '127.6.0.1', style), await getFrom(port, '127.6.0.2', style)];
    expect(kept.map((answer) => answer.header('x-cache'))).toEqual(['MISS', 'HIT']);
    expect(kept[1]?.body.equals(kept[0]?.body ?? Buffer.alloc(0))).toBe(true);
  });
});
