import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { connectionsIn, openConnections } from '../../../scripts/stress/open-connections.ts';
import { smallEdition } from '../../server/small-site.ts';
import { startServer } from '../../server.ts';

it('reads addresses, ports and what is unsent, and leaves out listeners, other ports and what is closed', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4242 1
   1: 0100007F:1F90 0200407F:9C40 01 00000100:00000000 01:00000014 00000000     0        0 4243 1
   2: 0200407F:9C40 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 4244 1
   3: 0100007F:1F90 0300407F:9C41 04 00000000:00000000 00:00000000 00000000     0        0 0 1
   4: 0100007F:1F90 0400407F:9C42 01 00000000:00000000 00:00000000 00000000     0        0 0 1
`;
  expect(connectionsIn(table, 8080)).toEqual([
    { peer: '127.64.0.2:40000', unsentBytes: 256 },
    // It waits to be taken.
    { peer: '127.64.0.4:40002', unsentBytes: 0 },
  ]);
});

it('sees the connections of a real server come and go', async () => {
  const server = await startServer(await smallEdition());
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.64.0.9' });
  await new Promise((resolve) => socket.once('connect', resolve));
  await expect
    .poll(() => openConnections(server.port).map(({ peer }) => peer))
    .toEqual([`127.64.0.9:${socket.localPort}`]);
  socket.destroy();
  await expect.poll(() => openConnections(server.port)).toEqual([]);
});
