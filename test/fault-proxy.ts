// A TCP proxy that simulates faults of a network or a machine.
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export type Fault =
  | 'none'
  /** Drops all data. A connection on which data was dropped stays unusable when the fault ends. */
  | 'swallow'
  /** Forwards requests and drops the answers. */
  | 'mute'
  /** Closes all open connections, and new ones as soon as they are accepted. */
  | 'cut'
  /** Sends this answer to all received data. */
  | { answer: string | Uint8Array };

export interface FaultProxy {
  readonly port: number;
  /** The number of accepted connections. */
  readonly connections: number;
  /** Applies a fault to open and new connections, until the next call. */
  become(fault: Fault): void;
  /** Forwards new connections to another port. */
  leadTo(port: number): void;
}

/** Starts a proxy to a local port, and stops it at the end of the test. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  let fault: Fault = 'none';
  let port = targetPort;
  let connections = 0;
  const open = new Set<Socket>();
  const watched = (socket: Socket): Socket => {
    open.add(socket);
    // Errors of connections are expected, because the proxy breaks them.
    return socket.on('close', () => open.delete(socket)).on('error', () => undefined);
  };

  // `allowHalfOpen` lets the proxy ignore a FIN, as an unreachable machine would.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    watched(client);
    connections += 1;
    if (fault === 'cut') return client.destroy();
    const target = watched(connect(port, '127.0.0.1'));
    let isSwallowed = false;
    client.on('data', (sent) => {
      if (fault === 'swallow') isSwallowed = true;
      if (isSwallowed) return;
      if (typeof fault === 'object') client.write(fault.answer);
      else target.write(sent);
    });
    target.on('data', (answer) => {
      if (fault === 'swallow') isSwallowed = true;
      if (isSwallowed || fault === 'mute') return;
      client.write(answer);
    });
    client.on('end', () => isSwallowed || fault === 'swallow' || client.end());
    client.on('close', () => target.destroy());
    // Closes the connection to the client when the target closes its own, except under the fault `swallow`.
    target.on('close', () => isSwallowed || client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  onTestFinished(async () => {
    endAll();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    get connections() {
      return connections;
    },
    leadTo(next) {
      port = next;
    },
    become(next) {
      fault = next;
      if (fault === 'cut') endAll();
    },
  };
}
