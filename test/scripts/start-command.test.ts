import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { portOf } from '../free-port.ts';
import { smallEdition } from '../server/small-site.ts';
import { temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

describe('stele start', () => {
  it.each([
    ['--port', '--metrics-port', '--port'],
    ['--metrics-port', '--port', '--metrics-port (METRICS_PORT)'],
  ])('ends with 2 and one line if the port of %s is in use', async (flag, otherFlag, named) => {
    const port = await portOf(createServer());
    const given = ['start', '--edition', await smallEdition(), '--data', await temporaryFolder()];
    const { code, stderr } = await stele([...given, flag, String(port), otherFlag, '0']);
    expect(code).toBe(2);
    expect(stderr).toBe(`stele: port ${port} on 127.0.0.1 is in use; choose another with ${named}\n`);
  });

  it('reports every invalid setting on a separate line', async () => {
    const { code, stderr } = await stele(['start', '--port', 'http', '--trust-proxy', 'true', '--log-level', 'loud']);
    expect(code).toBe(2);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^stele: --port \(PORT\) is "http"; it takes a whole number/),
      expect.stringMatching(/^stele: --trust-proxy \(TRUST_PROXY\) is "true"; it takes networks/),
      expect.stringMatching(/^stele: --log-level \(LOG_LEVEL\) is "loud"; it takes one of/),
    ]);
  });
});
