// A TCP proxy that simulates faults of a network or machine.
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export type Fault =
  | 'none'
  /** Accepts everything and answers nothing; such a connection never works again. */
  | 'swallow'
  /** Passes requests on and drops the answers. */
  | 'mute'
  /** Closes every connection, including new ones immediately. */
  | 'cut'
  /** Delays answers by this time. */
  | { delayMs: number }
  /** Sends this answer to everything. */
  | { answer: string | Uint8Array };

export interface FaultProxy {
  readonly port: number;
  /** The number of accepted connections. */
  readonly connections: number;
  /** Applies a fault from now on, to open connections too. */
  become(fault: Fault): void;
  /** Connects new connections to another port from now on. */
  leadTo(port: number): void;
}

/** A proxy in front of a port of this machine, until the end of the test. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  let fault: Fault = 'none';
  let port = targetPort;
  let connections = 0;
  const open = new Set<Socket>();
  const watched = (socket: Socket): Socket => {
    open.add(socket);
    // Broken connections are expected here.
    return socket.on('close', () => open.delete(socket)).on('error', () => undefined);
  };

  // Half open, because a vanished machine does not answer a FIN either.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    watched(client);
    connections += 1;
    if (fault === 'cut') return client.destroy();
    const target = watched(connect(port, '127.0.0.1'));
    let isSwallowed = false;
    client.on('data', (sent) => {
      if (fault === 'swallow') isSwallowed = true;
      if (isSwallowed) return;
      if (typeof fault === 'object' && 'answer' in fault) client.write(fault.answer);
      else target.write(sent);
    });
    target.on('data', (answer) => {
      if (fault === 'swallow') isSwallowed = true;
      if (isSwallowed || fault === 'mute') return;
      if (typeof fault === 'object' && 'delayMs' in fault) setTimeout(() => client.write(answer), fault.delayMs);
      else client.write(answer);
    });
    client.on('end', () => isSwallowed || fault === 'swallow' || client.end());
    client.on('close', () => target.destroy());
    // The client sees a lost target immediately, unless its connection is swallowed.
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
