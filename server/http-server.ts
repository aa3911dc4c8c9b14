// The HTTP server as Node has it: how long it waits for callers, and where it listens.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Settings } from './config.ts';

/** All in milliseconds. */
export interface Timeouts {
  /** For the request line and the headers to arrive. */
  headersMs: number;
  /** For the whole request to arrive. */
  requestMs: number;
  /** For a connection on which nothing moves. That of a caller who does not read may have it twice: Node asks once more. */
  idleMs: number;
  /** For the next request on a connection. */
  keepAliveMs: number;
  /** How often the first two are looked at. */
  checkEveryMs: number;
  /** For running requests when the server stops. */
  drainMs: number;
}

const usualTimeouts: Timeouts = {
  headersMs: 10_000,
  requestMs: 15_000,
  idleMs: 15_000,
  keepAliveMs: 10_000,
  checkEveryMs: 1_000,
  drainMs: 5_000,
};
/** A proxy keeps its connections longer than an agent would, and must not find one closed that it is about to use. */
const keepAliveBehindProxyMs = 75_000;

export const timeoutsFor = ({ trustProxy }: Settings): Timeouts => ({
  ...usualTimeouts,
  ...(trustProxy !== 0 && { keepAliveMs: keepAliveBehindProxyMs }),
});

export function createHttpServer(timeouts: Timeouts): Server {
  const server = createServer({
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkEveryMs,
    // The check for exactly one Host line is ours, so that its answer has the envelope.
    requireHostHeader: false,
  });
  server.timeout = timeouts.idleMs;
  // All of them: the check for too many is ours too. Node would drop those beyond its limit.
  server.maxHeadersCount = 0;
  // A caller may close its side after the request, as `nc` does, and still be answered. Node has no option for it.
  Object.assign(server, { httpAllowHalfOpen: true });
  return server;
}

/** Returns the port and the address; rejects with what the system says against it. */
export function listen(server: Server, { host, port }: Settings): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}
