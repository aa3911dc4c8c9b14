// The HTTP server and its connections: timeouts, bounds, the order of pipelined requests, and a graceful stop.
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { networkOfSocket } from './addresses.ts';
import type { Settings } from './config.ts';

/** The timeouts of the server, in milliseconds. */
export interface Timeouts {
  /** How long receiving the request line and the headers may take. */
  headersMs: number;
  /** How long receiving the whole request may take. */
  requestMs: number;
  /** How long a connection may have no traffic. While output is waiting to be sent, Node may allow twice as long. */
  idleMs: number;
  /** How long a connection stays open after an answer and waits for the next request. */
  keepAliveMs: number;
  /** The interval at which `headersMs` and `requestMs` are checked. */
  checkEveryMs: number;
  /** How long running requests may take when the server stops. */
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
/** A proxy keeps connections longer than an agent does, and must not reuse one that the server has just closed. */
const keepAliveBehindProxyMs = 75_000;

export const timeoutsFor = ({ trustProxy }: Settings): Timeouts => ({
  ...usualTimeouts,
  ...(trustProxy !== 0 && { keepAliveMs: keepAliveBehindProxyMs }),
});

/** The largest request line and headers together. A query of 4,096 Chinese characters takes 36 KiB, because it is percent-encoded. */
export const headBytesMax = 64 * 1024;

export function createHttpServer(timeouts: Timeouts): Server {
  const server = createServer({
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    maxHeaderSize: headBytesMax,
    connectionsCheckingInterval: timeouts.checkEveryMs,
    // The application itself refuses requests without exactly one Host line, so that the refusal has the envelope.
    requireHostHeader: false,
  });
  server.timeout = timeouts.idleMs;
  // 0 turns off Node's limit on the number of headers, which would silently drop further headers. Instead, the application refuses
  // requests with too many headers.
  server.maxHeadersCount = 0;
  // A caller may close its side after the request, as `nc` does, and still gets the answer. Node has no option for this.
  Object.assign(server, { httpAllowHalfOpen: true });
  return server;
}

/** Returns the port and the address; rejects with the system's error. */
export function listen(server: Server, { host, port }: Settings): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

export interface ConnectionBounds {
  /** The most connections of all callers together. Further connections are closed immediately. */
  total: number;
  /** The most connections of one IPv4 address or one /64 network of IPv6. Each further connection gets one answer, which is a refusal. */
  perAddress: number;
}

const usualBounds: ConnectionBounds = { total: 10_000, perAddress: 2_000 };
export const boundsFor = ({ trustProxy }: Settings): ConnectionBounds => ({
  ...usualBounds,
  // All callers behind a proxy share its address.
  ...(trustProxy !== 0 && { perAddress: Number.POSITIVE_INFINITY }),
});

/** The idle timeout of a connection that exceeds the bound of its address. */
const silentBeyondMs = 1_000;

export const boundNames = ['total', 'address'] as const;
export type BoundName = (typeof boundNames)[number];

export interface BoundedConnections {
  /** Whether a connection exceeds the bound of its address. */
  isBeyond(socket: Socket): boolean;
}

/** Bounds the connections of a server. `refused` is called for each connection beyond a bound. */
export function boundConnections(
  server: Server,
  { total, perAddress }: ConnectionBounds,
  refused: (bound: BoundName) => void,
): BoundedConnections {
  const open = new Map<string, number>();
  const beyond = new WeakSet<Socket>();
  server.maxConnections = total;
  server.on('drop', () => refused('total'));
  server.on('connection', (socket) => {
    const address = networkOfSocket(socket);
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    if (count <= perAddress) return;
    beyond.add(socket);
    refused('address');
    // Node closes the connection after this idle time.
    socket.setTimeout(silentBeyondMs);
  });
  return { isBeyond: (socket) => beyond.has(socket) };
}

export interface ClosingTimes {
  /** How long a stopping server still accepts requests. Their answers close the connection, so that callers reconnect elsewhere. */
  graceMs: number;
  /** How long running requests may take after `graceMs`, before their connections are closed. */
  drainMs: number;
}

/** How long a stopping server waits for the first byte on a connection. */
const firstByteMs = 100;

/** The open connections, and the responses on each. */
export class Connections {
  readonly #server: Server;
  /** The unfinished responses of each connection, oldest first. */
  readonly #open = new Map<Duplex, ServerResponse[]>();
  readonly #last = new WeakMap<Duplex, ServerResponse>();
  #isClosing = false;

  /**
   * Passes the requests of a connection to `take` one by one, each after the previous answer is sent. Node would pass on
   * all pipelined requests at once, hundreds in 64 KiB, and buffer the answers until the caller reads them.
   */
  constructor(server: Server, take: RequestListener) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#open.set(socket, []);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.on('request', (request, response) => {
      const before = this.#begin(response);
      if (before === undefined) return take(request, response);
      before.once('close', () => {
        if (!request.socket.destroyed) take(request, response);
      });
    });
  }

  openOn(socket: Duplex): readonly ServerResponse[] {
    return this.#open.get(socket) ?? [];
  }

  /** The most recent response on a connection, finished or not. */
  lastOn(socket: Duplex): ServerResponse | undefined {
    return this.#last.get(socket);
  }

  /** Stops listening and lets running requests finish. */
  async close({ graceMs, drainMs }: ClosingTimes): Promise<void> {
    this.#isClosing = true;
    for (const responses of this.#open.values()) setConnection(responses.at(-1), 'close');
    if (graceMs > 0) await new Promise((resolve) => setTimeout(resolve, graceMs));
    // The system may have accepted connections that Node has not accepted yet. Two turns of the event loop let Node accept them, because
    // closing would reset them.
    await turn();
    await turn();
    // The HTTP server's own `close` would cut off complete answers that are still being sent.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(this.#server, () => resolve()));
    this.#closeIdle();
    const timers = [
      // Browsers open connections in advance, and Node does not count those as idle. They are not closed at once, because a request may
      // already be on its way.
      setTimeout(() => this.#destroy((socket) => 'bytesRead' in socket && socket.bytesRead === 0), firstByteMs),
      setTimeout(() => this.#destroy(() => true), drainMs),
    ];
    await closed;
    timers.forEach(clearTimeout);
    // At this point `close` only stops Node's check for slow requests.
    this.#server.close();
  }

  /** Records a new response. Returns the previous response on the same connection if that one is unfinished. */
  #begin(response: ServerResponse): ServerResponse | undefined {
    const { socket } = response.req;
    const open = this.#open.get(socket) ?? [];
    const before = open.at(-1);
    if (this.#isClosing) {
      // Only the last answer on a connection may close it. If the previous answer did, this request would get no answer.
      setConnection(before, 'keep-alive');
      setConnection(response, 'close');
    }
    this.#last.set(socket, response);
    open.push(response);
    response.on('close', () => {
      open.splice(open.indexOf(response), 1);
      // An answer whose headers were sent before the stop began leaves its connection open; it is idle now.
      if (!this.#server.listening) this.#closeIdle();
    });
    return before;
  }

  #closeIdle(): void {
    // Node counts a connection as idle while a complete answer is still being sent on it, and would cut the answer off. So no
    // connection is closed while any answer is being sent. This method runs again when that answer ends.
    const isSending = [...this.#open.values()].flat().some(({ writableEnded }) => writableEnded);
    if (!isSending) this.#server.closeIdleConnections();
  }

  #destroy(which: (socket: Duplex) => boolean): void {
    for (const socket of this.#open.keys()) if (which(socket)) socket.destroy();
  }
}

function setConnection(response: ServerResponse | undefined, value: 'close' | 'keep-alive'): void {
  if (response?.headersSent === false) response.setHeader('Connection', value);
}
