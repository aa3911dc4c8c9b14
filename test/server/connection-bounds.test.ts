// The address by which connections are counted. The answer to a caller beyond the bound is tested in middleware/shed.test.ts.
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
  ['an IPv4 address and the same in IPv6', ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '::ffff:192.0.2.1']],
])('connections of %s are counted together, as requests are', (_title, addresses) => {
  expect(beyond(addresses)).toBe(2);
});

test.each([
  ['networks of IPv6', ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:2:1::1']],
  ['addresses of IPv4', ['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.3', '::ffff:192.0.2.4']],
])('connections of different %s are not', (_title, addresses) => {
  expect(beyond(addresses)).toBe(0);
});
