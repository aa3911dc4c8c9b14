// Connections are counted by the address of the caller. middleware/shed.test.ts tests the answer to a caller beyond the bound.
import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { boundConnections } from '../../server/http-server.ts';

/** The number of connections, all open at once, that exceed a bound of two per address. */
function beyond(addresses: readonly string[]): number {
  const server = createServer();
  const { isBeyond } = boundConnections(server, { total: 100, perAddress: 2 }, () => undefined);
  const sockets = addresses.map((remoteAddress) =>
    Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }),
  );
  for (const socket of sockets) server.emit('connection', socket);
  const count = sockets.filter(isBeyond).length;
  for (const socket of sockets) socket.destroy();
  return count;
}

test.each([
  [
    'IPv6 addresses of one /64 network',
    ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:2::4'],
  ],
  [
    'an IPv4 address and the same address mapped to IPv6',
    ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '::ffff:192.0.2.1'],
  ],
])('connections from %s are counted together, as requests are', (_title, addresses) => {
  expect(beyond(addresses)).toBe(2);
});

test.each([
  ['IPv6 /64 networks', ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:2:1::1']],
  ['IPv4 addresses', ['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.3', '::ffff:192.0.2.4']],
])('connections from different %s are counted separately', (_title, addresses) => {
  expect(beyond(addresses)).toBe(0);
});
